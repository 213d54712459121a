import { AppLink } from '../ui/app-link.tsx'
import classes from './record-tabs.module.css'

export interface RecordTab {
  name: string
  label: string
  path: string
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
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, label: word, path }) => (
        <AppLink
          key={name}
          to={path}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {word}
        </AppLink>
      ))}
    </nav>
  )
}
