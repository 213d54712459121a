import { useQuery } from '@tanstack/react-query'
import type { StoredRecord } from '../api/client.ts'
import type { listQuery } from '../api/queries.ts'
import { AppLink } from '../ui/app-link.tsx'
import { formatCount } from '../ui/format-count.ts'
import { useTabInSight } from './use-tab-in-sight.ts'
import classes from './record-tabs.module.css'

export interface RecordTab {
  name: string
  label: string
  path: string
  /** How many there wait for somebody. */
  count?: TabCount | undefined
}

export interface TabCount {
  query: ReturnType<typeof listQuery<StoredRecord>>
  /** What the count says to whoever hears it. */
  means: string
}

/** The parts of a record, each with its own address. */
export function RecordTabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly RecordTab[]
  current: string
}) {
  const row = useTabInSight(current)
  return (
    <nav ref={row} className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, label: word, path, count }) => (
        <AppLink
          key={name}
          to={path}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {word}
          {count && <Count {...count} />}
        </AppLink>
      ))}
    </nav>
  )
}

function Count({ query, means }: TabCount) {
  const total = useQuery(query).data?.meta.total ?? 0
  if (total === 0) return null
  return (
    <>
      {' '}
      <span className={classes.count}>
        {formatCount(total)} <span className="visually-hidden">{means}</span>
      </span>
    </>
  )
}
