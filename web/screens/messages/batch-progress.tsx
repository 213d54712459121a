import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format-count.ts'
import type { BatchPreview } from './batch-preview.ts'
import { LeftOut } from './batch-summary.tsx'
import { messagePath } from './message-paths.ts'
import classes from './batch-view.module.css'

/** All say the same: what differs is for whom, and what became of it. */
const columns = ['recipientName', 'state', 'reason', 'channel', 'recipient', 'sentAt']

/** A message that went to many. */
export interface Batch extends StoredRecord {
  state: 'composing' | 'composed' | 'cancelled'
  total: number
  done: number
  sent: number
  failed: number
  leftOut: number
}

/** How far it got, who was left out, and each of its messages. */
export function BatchProgress({ batch }: { batch: Batch }) {
  return (
    <>
      {batch.state === 'composing' && (
        <div>
          <Progress value={(100 * batch.done) / Math.max(1, batch.total)} aria-label="Preparação" />
          <output className={classes.note}>
            {formatCount(batch.done)} de {formatCount(batch.total)} preparadas
          </output>
        </div>
      )}
      <Facts>
        <Fact label="Pessoas" value={formatCount(batch.total)} />
        <Fact label="Mensagens" value={formatCount(batch.done - batch.leftOut)} />
        <Fact label="Enviadas" value={formatCount(batch.sent)} />
        <Fact label="Falhadas" value={formatCount(batch.failed)} />
        <Fact label="Excluídas" value={formatCount(batch.leftOut)} />
      </Facts>
      {batch.leftOut > 0 && <LeftOutOf batch={batch} />}
      <RecordCollection
        resource="messages"
        parent={{ resource: 'messageBatches', id: batch._id }}
        columns={columns}
        pathOf={messagePath}
      />
    </>
  )
}

function LeftOutOf({ batch }: { batch: Batch }) {
  const people = useQuery({
    queryKey: [...keys.record('messageBatches', batch._id), 'leftOut'],
    queryFn: async () =>
      answered(
        await api.get<{ data: BatchPreview['leftOut'] }>(
          `${recordPath('messageBatches', batch._id)}/left_out`,
        ),
      ).data,
  }).data
  if (!people) return null
  return (
    <details className={classes.out}>
      <summary>Quem não recebe, e porquê</summary>
      <LeftOut people={people} total={batch.leftOut} />
    </details>
  )
}
