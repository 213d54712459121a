import { Suspense } from 'react'
import type { ChartProps } from './chart.tsx'
import { lazyPart } from './lazy-part.ts'

const ChartDrawing = lazyPart(() => import('./chart.tsx'))

/** A chart, whose code is loaded when one is shown. */
export function ChartView(props: ChartProps) {
  return (
    <Suspense fallback={<div style={{ height: `${(props.height ?? 13) + 4}rem` }} />}>
      <ChartDrawing {...props} />
    </Suspense>
  )
}
