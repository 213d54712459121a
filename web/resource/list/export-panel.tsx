import { useState } from 'react'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet, IconFileText, IconFileTypePdf } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { hasOwnSign } from '../../api/api-error.ts'
import { isApiError, isTimedOut, type ListParams } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { exportedColumns, exportList, type ExportFormat } from './export-list.ts'
import type { ListWords } from './list-words.ts'
import type { ShownColumn } from './arranged-columns.ts'
import type { SelectionControls } from './use-selection.ts'
import classes from './export-panel.module.css'

interface ExportPanelProps {
  resource: string
  params: ListParams
  total: number
  columns: readonly ShownColumn[]
  selection: SelectionControls | undefined
  words: ListWords
  onDone: () => void
}

/** More ids than this do not fit in an address. */
const mostChosen = 150

/** Takes what is shown to a file: these rows, these columns, this order. */
export default function ExportPanel({
  resource,
  params,
  total,
  columns,
  selection,
  words,
  onDone,
}: ExportPanelProps) {
  const [busy, setBusy] = useState<ExportFormat>()
  const [onlyChosen, setOnlyChosen] = useState(true)
  const chosen = selection?.selection.kind === 'some' ? [...selection.selection.ids] : []
  const canChoose = chosen.length > 0 && chosen.length <= mostChosen
  const rows = canChoose && onlyChosen ? chosen.length : total

  async function save(format: ExportFormat) {
    setBusy(format)
    const where = canChoose && onlyChosen ? { id: chosen } : params.where
    try {
      const outcome = await exportList({
        resource,
        params: { ...params, where },
        columns: exportedColumns(columns),
        format,
        words,
      })
      if (!isTimedOut(outcome)) onDone()
    } catch (error) {
      if (isApiError(error) && hasOwnSign(error)) return
      toast(isApiError(error) ? error.message : 'Não foi possível exportar.', { tone: 'error' })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <Stack gap="sm" w="20rem">
      <Text fw={600}>Exportar</Text>
      {canChoose && (
        <SegmentedControl
          fullWidth
          size="xs"
          value={onlyChosen ? 'chosen' : 'all'}
          onChange={(value) => setOnlyChosen(value === 'chosen')}
          data={[
            { value: 'chosen', label: `Selecionadas (${chosen.length})` },
            { value: 'all', label: 'Toda a pesquisa' },
          ]}
        />
      )}
      <Text size="sm" c="dimmed">
        {counted(rows, 'linha', 'linhas')}, com{' '}
        {counted(exportedColumns(columns).length, 'coluna', 'colunas')} pela ordem em que estão no ecrã.
      </Text>
      <p className={classes.warning}>
        <IconAlertTriangle size="1.125rem" stroke={1.5} aria-hidden />
        <span>
          O ficheiro contém dados pessoais. Guarde-o em lugar seguro e elimine-o quando já não for preciso.
        </span>
      </p>
      <Group gap="sm" grow>
        <FormatButton format="xlsx" label="Excel" busy={busy} onSave={save} />
        <FormatButton format="csv" label="CSV" busy={busy} onSave={save} />
        <FormatButton format="pdf" label="PDF" busy={busy} onSave={save} />
      </Group>
    </Stack>
  )
}

const formatIcons = { xlsx: IconFileSpreadsheet, csv: IconFileText, pdf: IconFileTypePdf }

interface FormatButtonProps {
  format: ExportFormat
  label: string
  busy: ExportFormat | undefined
  onSave: (format: ExportFormat) => Promise<void>
}

function FormatButton({ format, label, busy, onSave }: FormatButtonProps) {
  const Icon = formatIcons[format]
  return (
    <Button
      variant="default"
      px="xs"
      leftSection={<Icon size="1.125rem" stroke={1.5} />}
      loading={busy === format}
      disabled={busy !== undefined && busy !== format}
      onClick={() => void onSave(format)}
    >
      {label}
    </Button>
  )
}
