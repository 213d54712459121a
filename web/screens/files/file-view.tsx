import { FileViewer } from '../../resource/files/file-viewer.tsx'
import { WithFile } from '../../resource/files/with-file.tsx'
import { useDeleteAction } from '../../resource/actions/record-actions.tsx'
import { formTab, historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'

/** The page of a file: what it shows, and its name and kind. */
export default function FileView() {
  return <RecordPage resource="recordFiles" tabs={tabs} head={head} />
}

const tabs = [
  {
    ...formTab,
    label: 'Ficheiro',
    panel: (part: RecordPart<'recordFiles'>) => (
      <WithFile file={<FileViewer file={part.record} />}>{formTab.panel(part)}</WithFile>
    ),
  },
  historyTab,
]

const head = (part: RecordPart<'recordFiles'>) => ({ action: <FileActions {...part} /> })

function FileActions(part: RecordPart<'recordFiles'>) {
  return <ActionMenu actions={useDeleteAction(part)} />
}
