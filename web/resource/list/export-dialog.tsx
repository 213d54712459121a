import { Dialog } from '../../ui/dialog.tsx'
import type { ListParams } from '../../api/client.ts'
import type { ShownColumn } from './list-columns.ts'
import { chosenIds, type SelectionControls } from './selection.ts'
import ExportPanel from './export-panel.tsx'
import type { ListWords } from './list-words.ts'

interface ExportDialogProps {
  resource: string
  params: ListParams
  columns: readonly ShownColumn[]
  selection: SelectionControls
  words: ListWords
  onClose: () => void
}

/** Exports the chosen rows, also those chosen in earlier searches. */
export default function ExportDialog({
  resource,
  params,
  columns,
  selection,
  words,
  onClose,
}: ExportDialogProps) {
  const paramsOfSelection = async () =>
    selection.isAll
      ? params
      : { sort: params.sort, where: { id: await chosenIds(resource, params, selection.selection) } }
  return (
    <Dialog title="Exportar a seleção" width="24rem" onClose={onClose}>
      <ExportPanel
        resource={resource}
        rows={selection.count}
        columns={columns}
        paramsOf={paramsOfSelection}
        words={selection.isAll ? words : { ...words, filters: '' }}
        onDone={onClose}
      />
    </Dialog>
  )
}
