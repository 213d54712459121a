import { useState } from 'react'
import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet, IconFileText, IconFileTypePdf } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { isTimedOut, type ListParams } from '../../api/client.ts'
import { exportedColumns, exportList, type ExportFormat } from './export-list.ts'
import type { ListWords } from './list-words.ts'
import type { ShownColumn } from './list-columns.ts'
import classes from './export-panel.module.css'
import { toastError } from '../toast-error.ts'
import { CommandButton } from '../../ui/command-button.tsx'

const warning =
  'O ficheiro contém dados pessoais. Guarde\u2011o em lugar seguro e elimine\u2011o quando já não for preciso.'

interface ExportPanelProps {
  resource: string
  rows: number
  columns: readonly ShownColumn[]
  /** Rows and order; called when a format is chosen. */
  paramsOf: () => Promise<ListParams>
  words: ListWords
  onDone: () => void
}

/** Exports rows with the visible columns, in a chosen format. */
export default function ExportPanel({ resource, rows, columns, paramsOf, words, onDone }: ExportPanelProps) {
  const [busy, setBusy] = useState<ExportFormat>()

  async function save(format: ExportFormat) {
    setBusy(format)
    try {
      const outcome = await exportList({
        resource,
        params: await paramsOf(),
        columns: exportedColumns(columns),
        format,
        words,
      })
      if (!isTimedOut(outcome)) onDone()
    } catch (error) {
      toastError(error, 'Não foi possível exportar.')
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {counted(rows, 'linha', 'linhas')}, com{' '}
        {counted(exportedColumns(columns).length, 'coluna', 'colunas')} pela ordem em que estão no ecrã.
      </Text>
      <p className={classes.warning}>
        <IconAlertTriangle size="1.125rem" stroke={1.5} aria-hidden />
        <span>{warning}</span>
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
    <CommandButton
      icon={Icon}
      label={label}
      px="xs"
      loading={busy === format}
      disabled={busy !== undefined && busy !== format}
      onClick={() => void onSave(format)}
    />
  )
}
