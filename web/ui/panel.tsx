import type { ReactNode } from 'react'
import surface from './surface.module.css'
import classes from './panel.module.css'

interface PanelProps {
  title: string
  /** Describes the scope of the numbers. */
  note?: ReactNode
  /** Controls at the end of the title line; not printed. */
  tools?: ReactNode
  /** `page`: its full width; `form`: of the fields of settings; `table`: of a table with few columns. */
  width?: 'page' | 'form' | 'table'
  children: ReactNode
}

/** A surface with a title, for one table or chart. */
export function Panel({ title, note, tools, width, children }: PanelProps) {
  return (
    <section className={`${surface.surface} ${classes.panel}`} data-width={width} aria-label={title}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2>{title}</h2>
          {note && <p className="note">{note}</p>}
        </div>
        {tools && <div data-only="screen">{tools}</div>}
      </div>
      {children}
    </section>
  )
}
