import { useRef, useState } from 'react'
import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { DragHandle, placeAt } from '../../ui/drag-handle.tsx'
import type { ListColumn } from './list-columns.ts'
import type { Columns } from './use-columns.ts'
import classes from './column-settings.module.css'

interface ColumnSettingsProps {
  columns: Columns
  /** The visible columns that fit into the table. */
  fitting: readonly Pick<ListColumn, 'id'>[]
}

/** Panel to choose, order and size columns, by mouse or keyboard. */
export default function ColumnSettings({ columns, fitting }: ColumnSettingsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string>()
  const widths = new Map(columns.shown.map(({ id, width }) => [id, width]))
  const fits = (id: string) => fitting.some((column) => column.id === id)

  return (
    <Stack gap="sm" w="20rem">
      <Group justify="space-between">
        <Text fw={600}>Colunas</Text>
        {columns.isArranged && (
          <Button variant="subtle" size="compact-sm" onClick={columns.reset}>
            Repor
          </Button>
        )}
      </Group>
      <ul ref={list} className={classes.list}>
        {columns.all.map((column, index) => (
          <li key={column.id} className={classes.row} data-dragged={dragged === column.id}>
            <DragHandle
              label={column.label}
              onMove={(step) => columns.move(column.id, index + step)}
              onDrag={(pointer) => columns.move(column.id, placeAt(list.current?.children ?? [], pointer))}
              onDragging={(isDragging) => setDragged(isDragging ? column.id : undefined)}
            />
            <Checkbox
              className={classes.name}
              size="xs"
              label={column.label}
              description={column.visible && !fits(column.id) ? 'Não cabe nesta largura' : undefined}
              checked={column.visible}
              onChange={(event) => columns.setVisible(column.id, event.currentTarget.checked)}
            />
            {column.visible && !fits(column.id) && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={`Mostrar ${column.label} mesmo assim`}
                onClick={() => columns.setVisible(column.id, true)}
              >
                Mostrar
              </Button>
            )}
            {column.visible && fits(column.id) && (
              <WidthButtons
                column={column}
                onStep={(step) =>
                  columns.resize({ [column.id]: (widths.get(column.id) ?? column.width) + step })
                }
              />
            )}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function WidthButtons({
  column,
  onStep,
}: {
  column: Columns['all'][number]
  onStep: (step: number) => void
}) {
  return (
    <span className={classes.width}>
      <ActionIcon size="sm" aria-label={`Estreitar ${column.label}`} onClick={() => onStep(-1)}>
        <IconMinus size="0.875rem" />
      </ActionIcon>
      <ActionIcon size="sm" aria-label={`Alargar ${column.label}`} onClick={() => onStep(1)}>
        <IconPlus size="0.875rem" />
      </ActionIcon>
    </span>
  )
}
