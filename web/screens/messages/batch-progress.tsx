import type { ReactNode } from 'react'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import { formatCount } from '../../ui/format-count.ts'
import type { BatchPreview } from './batch-preview.ts'
import { LeftOut } from './batch-summary.tsx'
import { BatchCounts } from './batch-counts.tsx'
import { BatchMessages } from './batch-messages.tsx'
import { HeldOfBatch } from './held-of-batch.tsx'
import { WhatItSays } from './what-it-says.tsx'
import classes from './batch-view.module.css'

/** A message that went to many. */
export interface Batch extends StoredRecord {
  state: 'composing' | 'composed' | 'cancelled'
  total: number
  done: number
  held: number
  leftOut: number
}

/** How far it got, who was left out, what it says, and each of its messages; `children` with what is folded away. */
export function BatchProgress({ batch, children }: { batch: Batch; children?: ReactNode }) {
  return (
    <>
      <div className={classes.about}>
        {batch.state === 'composing' && (
          <div>
            <Progress value={(100 * batch.done) / Math.max(1, batch.total)} aria-label="Preparação" />
            <output className={classes.note}>
              {formatCount(batch.done)} de {formatCount(batch.total)} preparadas
            </output>
          </div>
        )}
        <HeldOfBatch batch={batch} />
        <BatchCounts batch={batch} />
        <div className={classes.folded}>
          {batch.leftOut > 0 && <LeftOutOf batch={batch} />}
          <WhatItSays body={batch.body} />
          {children}
        </div>
      </div>
      <BatchMessages id={batch._id} />
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
    <details className={classes.more}>
      <summary>Quem não recebe, e porquê</summary>
      <LeftOut people={people} total={batch.leftOut} />
    </details>
  )
}
