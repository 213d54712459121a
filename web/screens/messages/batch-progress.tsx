import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { pageByPageQuery, type Part } from '../../api/query-client.ts'
import { keys } from '../../api/queries.ts'
import { WorkPanel } from '../../resource/work-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
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
          <WorkPanel resource="messageBatches" work={batch} label="Preparação" words={composedWords} />
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

const composedWords = { one: 'preparada', many: 'preparadas' }

function LeftOutOf({ batch }: { batch: Batch }) {
  const people = useInfiniteQuery(leftOutQuery(batch._id))
  if (!people.data) return null
  const { items, total } = people.data
  return (
    <details className={classes.more}>
      <summary>Quem não recebe, e porquê</summary>
      <LeftOut people={items} />
      <ShowMore
        shown={items.length}
        total={total}
        isBusy={people.isFetchingNextPage}
        onMore={() => void people.fetchNextPage()}
      />
    </details>
  )
}

type Person = BatchPreview['leftOut'][number]

function leftOutQuery(id: string) {
  const path = `${recordPath('messageBatches', id)}/left_out`
  return pageByPageQuery<Person>([...keys.record('messageBatches', id), 'leftOut'], (page, signal) =>
    api.get<Part<Person>>(`${path}?_page=${page}&_limit=500`, signal),
  )
}
