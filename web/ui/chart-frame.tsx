import type { CSSProperties, ReactNode } from 'react'
import classes from './chart-frame.module.css'

interface ChartFrameProps {
  /** Axis marks from 0 upwards; the last is the top of the chart. */
  marks: readonly number[]
  /** Extent below 0, as a positive number. */
  below?: number
  format: (value: number) => string
  children: ReactNode
}

/** Axis and grid lines behind a chart. Hidden from screen readers: the page gives the numbers as text. */
export function ChartFrame({ marks, below = 0, format, children }: ChartFrameProps) {
  const top = marks.at(-1) ?? 1
  const step = marks[1] ?? 1
  const lower = Array.from({ length: Math.round(below / step) }, (_, index) => -(index + 1) * step)
  const whole = top + below
  return (
    <div className={classes.frame}>
      <div className={classes.axis} aria-hidden="true">
        {[...lower, ...marks].map((mark) => (
          <span key={mark} style={{ '--at': (mark + below) / whole } as CSSProperties} data-zero={mark === 0}>
            <em>{format(Math.abs(mark))}</em>
          </span>
        ))}
      </div>
      <div className={classes.drawing}>{children}</div>
    </div>
  )
}
