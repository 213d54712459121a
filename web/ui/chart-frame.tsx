import type { CSSProperties, ReactNode } from 'react'
import classes from './chart-frame.module.css'

interface ChartFrameProps {
  /** From 0 upwards; their last is the top of the chart. */
  marks: readonly number[]
  /** How far below 0 it goes. */
  below?: number
  format: (value: number) => string
  children: ReactNode
}

/** An axis of amounts with its lines, behind what is drawn in front of it. Its numbers are said elsewhere, in words. */
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
