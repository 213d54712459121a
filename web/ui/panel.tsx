import type { ReactNode } from 'react'
import surface from './surface.module.css'
import classes from './panel.module.css'

interface PanelProps {
  title: string
  /** What its numbers are of. */
  note?: ReactNode
  /** Another way to look at it. */
  tools?: ReactNode
  /** Takes the whole width of the page. */
  wide?: boolean
  /** As wide as a few columns need. */
  narrow?: boolean
  children: ReactNode
}

/** A titled surface with one answer on it. */
export function Panel({ title, note, tools, wide = false, narrow = false, children }: PanelProps) {
  return (
    <section
      className={`${surface.surface} ${classes.panel}`}
      data-wide={wide}
      data-narrow={narrow}
      aria-label={title}
    >
      <div className={classes.head}>
        <div className={classes.words}>
          <h2>{title}</h2>
          {note && <p className={classes.note}>{note}</p>}
        </div>
        {tools && <div data-only="screen">{tools}</div>}
      </div>
      {children}
    </section>
  )
}
