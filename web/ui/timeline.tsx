import type { ReactNode } from 'react'
import classes from './timeline.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

/** A list of events. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className={classes.timeline}>{children}</ol>
}

interface TimelineEntryProps {
  /** Without a tone the event is past. */
  tone?: Tone | undefined
  title: ReactNode
  when: string
  detail?: ReactNode
}

export function TimelineEntry({ tone, title, when, detail }: TimelineEntryProps) {
  return (
    <li className={classes.entry}>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      <div className={classes.words}>
        <strong>{title}</strong>
        <p className={classes.when}>{when}</p>
        {detail && <p className={classes.detail}>{detail}</p>}
      </div>
    </li>
  )
}
