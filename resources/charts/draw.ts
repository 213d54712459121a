import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { formatNumber } from '../rules/amount.ts'
import type { Chart, Hatch } from './chart.ts'
import { lookOf } from './chart.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface DrawnText {
  x: number
  /** Of the baseline. */
  y: number
  text: string
  anchor: 'start' | 'middle' | 'end'
  /** Axis and category labels are dimmed, values are not. */
  isValue: boolean
}

/** The part of a chart for one value. */
interface DrawnMark {
  series: number
  category: number
  box: Box
  /** SVG path of the hatch over the box; empty when there is none. */
  hatch: string
}

/** A line of a series, as SVG path, and its points. */
interface DrawnLine {
  series: number
  path: string
  points: { x: number; y: number; category: number }[]
}

/** A chart in lines, boxes, paths and texts, for SVG and PDF. y grows downwards. */
export interface Drawing {
  width: number
  height: number
  /** Grid lines; `isZero` is the axis. */
  grid: { x1: number; y1: number; x2: number; y2: number; isZero: boolean }[]
  marks: DrawnMark[]
  lines: DrawnLine[]
  texts: DrawnText[]
  /** The area of each category, for pointers. */
  bands: Box[]
}

interface Size {
  width: number
  /** Height of the area of values; of `rows`, each category has its own height instead. */
  height: number
  /** Font size, in units of the drawing. */
  fontSize: number
}

/** Average width of a character in the font size. */
const characterWidth = 0.56
const minPixelsOfHatch = 3

/** Lays out a chart in the units of `size`. */
export function drawChart(chart: Chart, size: Size): Drawing {
  return chart.kind === 'rows' ? drawRows(chart, size) : drawColumns(chart, size)
}

/** Text of a value on an axis or a bar: whole euros, or a number. Exact amounts are in the table. */
function shortValue(value: number, unit: Chart['unit']): string {
  const text = formatNumber(Math.round(Math.abs(value)))
  return unit === 'euros' ? `${text}\u00a0€` : text
}

function widthOf(text: string, fontSize: number): number {
  return text.length * fontSize * characterWidth
}

/** Sums of a category above and below zero. */
function extent({ kind, series, categories }: Chart): { top: number; bottom: number } {
  const isStacked = kind === 'stacked' || kind === 'rows'
  const sums = categories.map((_, index) => {
    const values = (isBelow: boolean) =>
      series.filter((one) => (one.isBelow ?? false) === isBelow).map(({ values: own }) => own[index] ?? 0)
    const total = (of: number[]) =>
      isStacked ? of.reduce((sum, value) => sum + Math.max(0, value), 0) : Math.max(0, ...of)
    const negative = Math.min(0, ...values(false))
    return { top: total(values(false)), bottom: Math.max(total(values(true)), -negative) }
  })
  return {
    top: Math.max(0, ...sums.map(({ top }) => top)),
    bottom: Math.max(0, ...sums.map(({ bottom }) => bottom)),
  }
}

const tickCount = 4

function drawColumns(chart: Chart, { width, height, fontSize }: Size): Drawing {
  const { unit, categories, series } = chart
  const { top, bottom } = extent(chart)
  const values = scaleLinear([-bottom, Math.max(top, bottom === 0 ? 1 : 0)], [height, 0]).nice(tickCount)
  const ticks = values.ticks(tickCount).filter((tick) => Number.isInteger(tick) || unit === 'euros')
  const axis = Math.max(...ticks.map((tick) => widthOf(shortValue(tick, unit), fontSize))) + fontSize * 0.75
  const head = fontSize * 1.5
  const y = (value: number) => head + values(value)
  const bands = scaleBand(categories.map(String).map(indexed), [axis, width])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const drawing: Drawing = {
    width,
    height: head + height + fontSize * 2.25,
    grid: ticks.map((tick) => ({ x1: axis, x2: width, y1: y(tick), y2: y(tick), isZero: tick === 0 })),
    marks: [],
    lines: [],
    texts: ticks.map((tick) => ({
      x: axis - fontSize * 0.5,
      y: y(tick) + fontSize * 0.35,
      text: shortValue(tick, unit),
      anchor: 'end',
      isValue: false,
    })),
    bands: [],
  }
  const step = bands.step()
  for (const [index, category] of categories.entries()) {
    const left = bands(indexed(category, index)) ?? 0
    drawing.bands.push({
      x: left - (step - bands.bandwidth()) / 2,
      y: 0,
      width: step,
      height: drawing.height,
    })
    drawing.texts.push({
      x: left + bands.bandwidth() / 2,
      y: head + height + fontSize * 1.6,
      text: fitted(category, step, fontSize),
      anchor: 'middle',
      isValue: false,
    })
  }
  const middle = (index: number) =>
    (bands(indexed(categories[index] ?? '', index)) ?? 0) + bands.bandwidth() / 2
  if (chart.kind === 'lines') {
    for (const [place, { values: own }] of series.entries()) addLine(drawing, place, own, { middle, y })
    addEndValues(drawing, chart, { y, fontSize })
    return drawing
  }
  const aside = series.filter(({ isBelow }) => !isBelow)
  for (const [index, category] of categories.entries()) {
    const left = bands(indexed(category, index)) ?? 0
    let reached = 0
    for (const [place, { values: own, isBelow }] of series.entries()) {
      const value = own[index]
      if (!value) continue
      const isStacked = chart.kind === 'stacked'
      const share = isStacked || isBelow ? 1 : 1 / aside.length
      const column = aside.indexOf(series[place] as never)
      const from = isStacked && !isBelow ? reached : 0
      const to = isBelow ? -value : from + value
      if (isStacked && !isBelow) reached = to
      const barWidth = Math.min(bands.bandwidth() * share, fontSize * 3.5)
      const span = isStacked || isBelow ? barWidth : barWidth * aside.length
      const x =
        left + (bands.bandwidth() - span) / 2 + (isStacked || isBelow ? 0 : Math.max(0, column) * barWidth)
      const box = {
        x,
        width: Math.max(1, barWidth - (share < 1 ? 1 : 0)),
        y: Math.min(y(from), y(to)),
        height: Math.abs(y(from) - y(to)),
      }
      drawing.marks.push(markOf(box, place, index))
      const text = shortValue(value, unit)
      if (!isStacked && widthOf(text, fontSize) < (isBelow ? step : barWidth * 1.15))
        drawing.texts.push({
          x: box.x + box.width / 2,
          y: isBelow ? box.y + box.height + fontSize * 1.1 : box.y - fontSize * 0.35,
          text,
          anchor: 'middle',
          isValue: true,
        })
    }
    if (chart.kind === 'stacked' && reached > 0) {
      const text = shortValue(reached, unit)
      if (widthOf(text, fontSize) < step)
        drawing.texts.push({
          x: left + bands.bandwidth() / 2,
          y: y(reached) - fontSize * 0.35,
          text,
          anchor: 'middle',
          isValue: true,
        })
    }
  }
  return drawing
}

/** Two categories may have the same text. */
function indexed(category: string, index: number): string {
  return `${index} ${category}`
}

function addLine(
  drawing: Drawing,
  series: number,
  values: readonly (number | null)[],
  { middle, y }: { middle: (index: number) => number; y: (value: number) => number },
): void {
  const points = values.flatMap((value, category) =>
    value === null ? [] : [{ x: middle(category), y: y(value), category }],
  )
  const path = line<{ x: number; y: number }>(
    (point) => point.x,
    (point) => point.y,
  )(points)
  drawing.lines.push({ series, path: path ?? '', points })
}

/** The last value of each line stands at its end. */
function addEndValues(
  drawing: Drawing,
  { series, unit }: Chart,
  { y, fontSize }: { y: (value: number) => number; fontSize: number },
): void {
  let above = Infinity
  for (const { series: place, points } of drawing.lines) {
    const last = points.at(-1)
    const value = last && series[place]?.values[last.category]
    if (!last || value == null) continue
    const isLastCategory = last.x > drawing.width - fontSize * 4
    const text = { x: isLastCategory ? drawing.width : last.x, y: y(value) - fontSize * 0.6 }
    // Labels that would cover each other stand on both sides of their lines.
    if (Math.abs(text.y - above) < fontSize * 1.2) text.y += fontSize * 1.9
    above = text.y
    drawing.texts.push({
      ...text,
      text: shortValue(value, unit),
      anchor: isLastCategory ? 'end' : 'middle',
      isValue: true,
    })
  }
}

function drawRows(chart: Chart, { width, fontSize }: Size): Drawing {
  const { categories, series, unit } = chart
  const rowHeight = fontSize * 2.25
  const names = Math.min(
    width * 0.34,
    Math.max(...categories.map((name) => widthOf(name, fontSize))) + fontSize,
  )
  const totals = categories.map((_, index) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[index] ?? 0), 0),
  )
  const room = Math.max(...totals.map((total) => widthOf(shortValue(total, unit), fontSize))) + fontSize
  const values = scaleLinear([0, Math.max(1, ...totals)], [names, width - room])
  const drawing: Drawing = {
    width,
    height: rowHeight * categories.length,
    grid: [{ x1: names, x2: names, y1: 0, y2: rowHeight * categories.length, isZero: true }],
    marks: [],
    lines: [],
    texts: [],
    bands: [],
  }
  for (const [index, category] of categories.entries()) {
    const top = index * rowHeight
    const baseline = top + rowHeight / 2 + fontSize * 0.35
    drawing.bands.push({ x: 0, y: top, width, height: rowHeight })
    drawing.texts.push({
      x: names - fontSize * 0.6,
      y: baseline,
      text: fitted(category, names, fontSize),
      anchor: 'end',
      isValue: false,
    })
    let reached = 0
    for (const [place, { values: own }] of series.entries()) {
      const value = Math.max(0, own[index] ?? 0)
      if (value === 0) continue
      const x = values(reached)
      reached += value
      const box = { x, y: top + rowHeight * 0.2, width: values(reached) - x, height: rowHeight * 0.6 }
      drawing.marks.push(markOf(box, place, index))
    }
    drawing.texts.push({
      x: values(reached) + fontSize * 0.4,
      y: baseline,
      text: shortValue(totals[index] ?? 0, unit),
      anchor: 'start',
      isValue: true,
    })
  }
  return drawing
}

function markOf(box: Box, series: number, category: number): DrawnMark {
  return { series, category, box, hatch: hatchOf(box, lookOf(series).hatch) }
}

function fitted(text: string, room: number, fontSize: number): string {
  const most = Math.max(1, Math.floor(room / (fontSize * characterWidth)))
  return text.length <= most ? text : most < 4 ? text.charAt(0) : `${text.slice(0, most - 1)}…`
}

const spacing = 5

/** SVG path of a hatch over a box, in strokes that end at its edges. */
export function hatchOf(box: Box, hatch: Hatch): string {
  const { x, y, width, height } = box
  if (hatch === 'none' || width < minPixelsOfHatch || height < minPixelsOfHatch) return ''
  const number = (value: number) => String(Math.round(value * 100) / 100)
  const stroke = (x1: number, y1: number, x2: number, y2: number) =>
    `M${number(x1)},${number(y1)}L${number(x2)},${number(y2)}`
  const places = (from: number, to: number) =>
    Array.from(
      { length: Math.max(0, Math.ceil((to - from) / spacing)) },
      (_, index) => from + index * spacing,
    )
  if (hatch === 'level')
    return places(y + 2, y + height)
      .map((at) => stroke(x, at, x + width, at))
      .join('')
  if (hatch === 'upright')
    return places(x + 2, x + width)
      .map((at) => stroke(at, y, at, y + height))
      .join('')
  if (hatch === 'dots')
    return places(y + 2.5, y + height - 1)
      .flatMap((at, row) =>
        places(x + (row % 2 === 0 ? 2 : 4.5), x + width - 1).map((left) => stroke(left, at, left + 0.8, at)),
      )
      .join('')
  // Diagonals: x + y = c rises to the right, and x - y = c falls, in the box's own coordinates.
  return places(spacing / 2, width + height)
    .map((c) => {
      const start = { x: Math.max(0, c - height), y: Math.min(height, c) }
      const end = { x: Math.min(width, c), y: Math.max(0, c - width) }
      return hatch === 'rising'
        ? stroke(x + start.x, y + start.y, x + end.x, y + end.y)
        : stroke(x + start.x, y + height - start.y, x + end.x, y + height - end.y)
    })
    .join('')
}
