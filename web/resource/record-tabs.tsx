import { AppLink } from '../ui/app-link.tsx'
import { formatCount } from '../ui/format-count.ts'
import { useTabInSight } from './use-tab-in-sight.ts'
import classes from './record-tabs.module.css'

export interface RecordTab {
  name: string
  label: string
  path: string
  /** How many there wait for somebody, beside the label. */
  count?: number | undefined
  /** What the count says to whoever hears it. */
  countMeans?: string
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
      {tabs.map(({ name, label: word, path, count = 0, countMeans }) => (
        <AppLink
          key={name}
          to={path}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {word}
          {count > 0 && (
            <>
              {' '}
              <span className={classes.count}>
                {formatCount(count)} <span className="visually-hidden">{countMeans}</span>
              </span>
            </>
          )}
        </AppLink>
      ))}
    </nav>
  )
}
