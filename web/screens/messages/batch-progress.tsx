import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { pageByPageQuery, type Part } from '../../api/page-by-page.ts'
import { keys } from '../../api/queries.ts'
import { WorkPanel } from '../../resource/work-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import type { BatchPreview } from './batch-preview.ts'
import { ExcludedPeople } from './batch-summary.tsx'
import { BatchCounts } from './batch-counts.tsx'
import { BatchMessages } from './batch-messages.tsx'
import { BatchHeldMessages } from './batch-held-messages.tsx'
import { WrittenText } from './written-text.tsx'
import classes from './batch-view.module.css'

/** A record of `messageBatches`. */
export interface Batch extends StoredRecord {
  state: 'composing' | 'composed' | 'cancelled'
  total: number
  done: number
  held: number
  leftOut: number
}

/** Progress, counts, excluded people, text and messages of a batch; `children` are added to the collapsed parts. */
export function BatchProgress({ batch, children }: { batch: Batch; children?: ReactNode }) {
  return (
    <>
      <div className={classes.about}>
        {batch.state === 'composing' && (
          <WorkPanel resource="messageBatches" work={batch} label="Preparação" words={progressLabels} />
        )}
        <BatchHeldMessages batch={batch} />
        <BatchCounts batch={batch} />
        <div className={classes.folded}>
          {batch.leftOut > 0 && <ExcludedFromBatch batch={batch} />}
          <WrittenText body={batch.body} />
          {children}
        </div>
      </div>
      <BatchMessages id={batch._id} />
    </>
  )
}

const progressLabels = { one: 'preparada', many: 'preparadas' }

function ExcludedFromBatch({ batch }: { batch: Batch }) {
  const people = useInfiniteQuery(excludedPeopleQuery(batch._id))
  if (!people.data) return null
  const { items, total } = people.data
  return (
    <details className={classes.more}>
      <summary>Quem não recebe, e porquê</summary>
      <ExcludedPeople people={items} />
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

function excludedPeopleQuery(id: string) {
  const path = `${recordPath('messageBatches', id)}/left_out`
  return pageByPageQuery<Person>([...keys.record('messageBatches', id), 'leftOut'], (page, signal) =>
    api.get<Part<Person>>(`${path}?_page=${page}&_limit=500`, signal),
  )
}
