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
  const height = top + below
  return (
    <div className={classes.frame}>
      <div className={classes.axis} aria-hidden="true">
        {[...lower, ...marks].map((mark) => (
          <span
            key={mark}
            style={{ '--at': (mark + below) / height } as CSSProperties}
            data-zero={mark === 0}
          >
            <em>{format(Math.abs(mark))}</em>
          </span>
        ))}
      </div>
      <div className={classes.drawing}>{children}</div>
    </div>
  )
}

/** Round steps, to be multiplied by a power of ten. */
const steps = [1, 2, 2.5, 5, 10]

/** Evenly spaced integer marks of an axis from 0, about `targetCount` of them; the last is at least `most`. */
export function axisMarks(most: number, targetCount = 4): number[] {
  const rough = Math.max(most, 1) / targetCount
  const power = 10 ** Math.floor(Math.log10(rough))
  const isValid = (step: number) => step >= rough && Number.isInteger(step)
  const step = steps.map((one) => one * power).find(isValid) ?? Math.ceil(rough)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Cumulative sums, computed in cents to avoid rounding errors. */
export function runningSums(values: readonly number[]): number[] {
  let cents = 0
  return values.map((value) => (cents += Math.round(value * 100)) / 100)
}
