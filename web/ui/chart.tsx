import type { Chart } from '@agremia/resources/charts/chart.ts'
import { lookOf } from '@agremia/resources/charts/chart.ts'
import { drawChart, hatchOf, type Box, type Drawing } from '@agremia/resources/charts/draw.ts'
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AppLink } from './app-link.tsx'
import { onDisplayChange, zoom } from './display-settings.ts'
import classes from './chart.module.css'

/** A value of a chart: its text, also for screen readers, and where it leads. */
export interface ChartPoint {
  text: string
  to?: string | undefined
}

export interface ChartProps {
  chart: Chart
  /** What the chart shows. */
  label: string
  /** The text and address of a value; undefined: it is only drawn. Of lines, those of the first series are of its whole column. */
  pointOf: (series: number, category: number) => ChartPoint | undefined
  /** Height of the area of values in rem; horizontal bars have their own. */
  height?: number
}

/** Size of texts in rem. */
const textSize = 0.75

/** Draws a chart as SVG, with a legend. Each value is a link; the page has the same numbers as a table. */
export default function ChartDrawing({ chart, label, pointOf, height = 13 }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const fontSize = useSyncExternalStore(onDisplayChange, zoom)
  const width = useWidth(frame)
  const drawing = drawChart(chart, { width, height: height * fontSize, fontSize: textSize * fontSize })
  return (
    <div ref={frame}>
      <Legend chart={chart} />
      <svg
        className={classes.chart}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        // Not `img`: its parts are links.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG is no fieldset
        role="group"
        aria-label={label}
      >
        <Grid drawing={drawing} />
        {chart.kind === 'lines' ? (
          <Lines drawing={drawing} pointOf={pointOf} />
        ) : (
          <Marks drawing={drawing} pointOf={pointOf} />
        )}
        <g className={classes.texts} aria-hidden="true">
          {drawing.texts.map(({ x, y, text, anchor, isValue }, index) => (
            <text key={index} x={x} y={y} textAnchor={anchor} data-value={isValue}>
              {text}
            </text>
          ))}
        </g>
      </svg>
    </div>
  )
}

/** Width before the first layout, as in tests. */
const firstWidth = 720

function useWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(firstWidth)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(Math.max(240, element.clientWidth || firstWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

function Grid({ drawing: { grid } }: { drawing: Drawing }) {
  return (
    <g className={classes.grid} aria-hidden="true">
      {grid.map(({ x1, x2, y1, y2, isZero }, index) => (
        <line key={index} x1={x1} x2={x2} y1={y1} y2={y2} data-zero={isZero} />
      ))}
    </g>
  )
}

interface PartsProps {
  drawing: Drawing
  pointOf: ChartProps['pointOf']
}

function Marks({ drawing: { marks }, pointOf }: PartsProps) {
  return marks.map(({ series, category, box, hatch }) => (
    <Point key={`${series} ${category}`} point={pointOf(series, category)}>
      <rect className={classes.mark} data-tone={lookOf(series).tone} {...box} />
      {hatch && <path className={classes.hatch} d={hatch} />}
    </Point>
  ))
}

/** Bands of the categories are links, above the lines. */
function Lines({ drawing: { lines, bands }, pointOf }: PartsProps) {
  return (
    <>
      <g aria-hidden="true">
        {lines.map(({ series, path, points }) => (
          <g key={series} className={classes.line} data-tone={lookOf(series).tone}>
            <path d={path} strokeDasharray={lookOf(series).dash.join(' ')} />
            {points.map(({ x, y, category }) => (
              <circle key={category} cx={x} cy={y} r={series === 0 ? 4 : 2.5} />
            ))}
          </g>
        ))}
      </g>
      {bands.map((band, category) => (
        <Point key={category} point={pointOf(0, category)}>
          <rect className={classes.band} {...band} />
        </Point>
      ))}
    </>
  )
}

function Point({ point, children }: { point: ChartPoint | undefined; children: ReactNode }) {
  if (!point) return <g aria-hidden="true">{children}</g>
  const { text, to } = point
  const words = { 'aria-label': text, 'data-hint': text }
  return to === undefined ? (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inside an SVG
    <g role="img" {...words}>
      {children}
    </g>
  ) : (
    <AppLink className={classes.point} to={to} {...words}>
      {children}
    </AppLink>
  )
}

const swatch: Box = { x: 0, y: 0, width: 20, height: 12 }

function Legend({ chart: { series, kind } }: { chart: Chart }) {
  if (series.length < 2) return null
  return (
    <ul className={classes.legend}>
      {series.map(({ label }, index) => {
        const { tone, hatch, dash } = lookOf(index)
        return (
          <li key={label}>
            <svg viewBox="0 0 20 12" aria-hidden="true">
              {kind === 'lines' ? (
                <g className={classes.line} data-tone={tone}>
                  <path d="M0,6L20,6" strokeDasharray={dash.join(' ')} />
                </g>
              ) : (
                <>
                  <rect className={classes.mark} data-tone={tone} {...swatch} />
                  <path className={classes.hatch} d={hatchOf(swatch, hatch)} />
                </>
              )}
            </svg>
            {label}
          </li>
        )
      })}
    </ul>
  )
}
