import { recordPath } from '@agremia/resources/paths.ts'
import { IconDownload } from '@tabler/icons-react'
import { api, isTimedOut } from '../../api/client.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { attempt } from '../../resource/attempt.ts'
import { useWork, WorkPanel } from '../../resource/actions/work-panel.tsx'
import { PageAction } from '../../ui/page-action.tsx'

/** The page of a backup: what it has, whether it can be restored, and its file. */
export default function BackupPage() {
  return <RecordPage resource="backups" head={head} />
}

const head = (part: RecordPart<'backups'>) => ({
  action: (
    <RecordActions {...part} main={part.record.state === 'done' && <Download id={part.record._id} />} />
  ),
  facts: <Progress id={part.record._id} />,
})

/** While the backup is being made, or after it failed. */
function Progress({ id }: { id: string }) {
  const { data: work } = useWork('backups', id)
  if (!work || work.state === 'done') return null
  return <WorkPanel resource="backups" work={work} label="A cópia" />
}

function Download({ id }: { id: string }) {
  const download = () =>
    attempt(async () => {
      const answer = await api.get<{ data: { url: string } }>(`${recordPath('backups', id)}/link`)
      if (!isTimedOut(answer)) api.download(answer.data.url)
    }, 'Não foi possível descarregar a cópia.')
  return (
    <PageAction
      label="Descarregar"
      icon={<IconDownload size="1.125rem" stroke={1.5} aria-hidden />}
      onClick={() => void download()}
    />
  )
}
