import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconGripVertical, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Columns } from './use-columns.ts'
import classes from './column-settings.module.css'

type Entry = Columns['all'][number]

/** Choose, order and size the columns, with the mouse or the keyboard. */
export default function ColumnSettings({ columns }: { columns: Columns }) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string>()
  const widths = new Map(columns.shown.map(({ id, width }) => [id, width]))

  function dragTo(id: string, y: number) {
    const rows = [...(list.current?.children ?? [])]
    const place = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
    columns.move(id, place < 0 ? rows.length - 1 : place)
  }

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
              column={column}
              onMove={(step) => columns.move(column.id, index + step)}
              onDrag={(y) => dragTo(column.id, y)}
              onDragging={(isDragging) => setDragged(isDragging ? column.id : undefined)}
            />
            <Checkbox
              className={classes.name}
              size="xs"
              label={column.label}
              checked={column.visible}
              onChange={(event) => columns.setVisible(column.id, event.currentTarget.checked)}
            />
            {column.visible && (
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

interface DragHandleProps {
  column: Entry
  onMove: (step: 1 | -1) => void
  onDrag: (y: number) => void
  onDragging: (isDragging: boolean) => void
}

function DragHandle({ column, onMove, onDrag, onDragging }: DragHandleProps) {
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
    const handle = event.currentTarget
    requestAnimationFrame(() => handle.focus())
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    onDragging(true)
  }

  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={`Mudar ${column.label} de lugar, com as setas para cima e para baixo`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) =>
        event.currentTarget.hasPointerCapture(event.pointerId) && onDrag(event.clientY)
      }
      onLostPointerCapture={() => onDragging(false)}
    >
      <IconGripVertical size="1rem" stroke={1.5} aria-hidden />
    </button>
  )
}

function WidthButtons({ column, onStep }: { column: Entry; onStep: (step: number) => void }) {
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
