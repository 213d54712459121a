import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { formatNumber } from '../rules/amount.ts'
import type { Chart, ChartSeries, Hatch } from './chart.ts'
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
  const text = formatNumber(Math.round(value))
  return unit === 'euros' ? `${text}\u00a0€` : text
}

function widthOf(text: string, fontSize: number): number {
  return text.length * fontSize * characterWidth
}

/** Where a value is drawn: above zero when positive. */
function signed({ isBelow }: Pick<ChartSeries, 'isBelow'>, value: number): number {
  return isBelow ? -value : value
}

/** The largest extent of a category above and below zero. */
function extent({ kind, series, categories }: Chart): { top: number; bottom: number } {
  const isStacked = kind === 'stacked' || kind === 'rows'
  const extents = categories.map((_, index) => {
    const values = series.map((one) => signed(one, one.values[index] ?? 0))
    const reach = (of: number[]) =>
      isStacked ? of.reduce((sum, value) => sum + Math.max(0, value), 0) : Math.max(0, ...of)
    return { top: reach(values), bottom: reach(values.map((value) => -value)) }
  })
  return {
    top: Math.max(0, ...extents.map(({ top }) => top)),
    bottom: Math.max(0, ...extents.map(({ bottom }) => bottom)),
  }
}

/** The area of a text, with the heights of its letters above and below the baseline. */
export function areaOf({ x, y, text, anchor }: DrawnText, fontSize: number): Box {
  const width = widthOf(text, fontSize)
  const before = { start: 0, middle: 0.5, end: 1 }[anchor] * width
  return { x: x - before, y: y - fontSize * 0.8, width, height: fontSize }
}

/** Adds a text, unless it would cover another. */
function addText({ texts }: Pick<Drawing, 'texts'>, text: DrawnText, fontSize: number): void {
  const area = areaOf(text, fontSize)
  if (!texts.some((other) => isCovered(area, areaOf(other, fontSize)))) texts.push(text)
}

/** Whether two areas share more than an edge. */
function isCovered(one: Box, other: Box): boolean {
  const shared = (from: number, length: number, otherFrom: number, otherLength: number) =>
    Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)
  return (
    shared(one.x, one.width, other.x, other.width) > 0.01 &&
    shared(one.y, one.height, other.y, other.height) > 0.01
  )
}

/** Distances of a value's baseline from the end of its bar, in font sizes. */
const labelGap = { above: 0.35, below: 1.1 }

const tickCount = 4

function drawColumns(chart: Chart, { width, height, fontSize }: Size): Drawing {
  const { unit, categories, series, kind } = chart
  const { top, bottom } = extent(chart)
  const values = scaleLinear([-bottom, Math.max(top, bottom === 0 ? 1 : 0)], [height, 0]).nice(tickCount)
  const ticks = values.ticks(tickCount).filter((tick) => Number.isInteger(tick) || unit === 'euros')
  // Below the line are the amounts of a series, which are positive.
  const tickText = (tick: number) =>
    shortValue(series.some(({ isBelow }) => isBelow) ? Math.abs(tick) : tick, unit)
  const axis = Math.max(...ticks.map((tick) => widthOf(tickText(tick), fontSize))) + fontSize * 0.75
  const head = fontSize * 1.5
  // Labels of bars that reach the bottom stand above those of the categories.
  const foot = bottom > 0 && kind !== 'lines' ? fontSize * 1.25 : 0
  const y = (value: number) => head + values(value)
  const bands = scaleBand(categories.map(String).map(indexed), [axis, width])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const drawing: Drawing = {
    width,
    height: head + height + foot + fontSize * 2.25,
    grid: ticks.map((tick) => ({ x1: axis, x2: width, y1: y(tick), y2: y(tick), isZero: tick === 0 })),
    marks: [],
    lines: [],
    texts: [],
    bands: [],
  }
  const add = (text: DrawnText) => addText(drawing, text, fontSize)
  for (const tick of ticks)
    add({
      x: axis - fontSize * 0.5,
      y: y(tick) + fontSize * 0.35,
      text: tickText(tick),
      anchor: 'end',
      isValue: false,
    })
  const step = bands.step()
  for (const [index, category] of categories.entries()) {
    const left = bands(indexed(category, index)) ?? 0
    drawing.bands.push({
      x: left - (step - bands.bandwidth()) / 2,
      y: 0,
      width: step,
      height: drawing.height,
    })
    add({
      x: left + bands.bandwidth() / 2,
      y: head + height + foot + fontSize * 1.6,
      text: fitted(category, step, fontSize),
      anchor: 'middle',
      isValue: false,
    })
  }
  const middle = (index: number) =>
    (bands(indexed(categories[index] ?? '', index)) ?? 0) + bands.bandwidth() / 2
  if (kind === 'lines') {
    for (const [place, one] of series.entries())
      addLine(drawing, place, one.values, { middle, y: (value) => y(signed(one, value)) })
    addEndValues(drawing, chart, fontSize)
    return drawing
  }
  /** Adds the value of a bar at its end that is away from zero, as near to the middle of the bar as `room` allows. */
  const addLabel = (value: number, { x, end, room }: { x: number; end: number; room: [number, number] }) => {
    const text = shortValue(value, unit)
    const gap = end < 0 ? labelGap.below : -labelGap.above
    const half = widthOf(text, fontSize) / 2
    const [first, last] = [room[0] + half, room[1] - half]
    if (first > last) return
    const at = Math.min(Math.max(x, first), last)
    add({ x: at, y: y(end) + gap * fontSize, text, anchor: 'middle', isValue: true })
  }
  const aside = series.filter(({ isBelow }) => !isBelow)
  for (const [index, category] of categories.entries()) {
    const left = bands(indexed(category, index)) ?? 0
    const stack = newStack()
    const column: [number, number] = [middle(index) - step / 2, middle(index) + step / 2]
    for (const [place, one] of series.entries()) {
      const value = one.values[index]
      if (!value) continue
      const isWide = kind === 'stacked' || one.isBelow === true
      const share = isWide ? 1 : 1 / aside.length
      const [from, to] = kind === 'stacked' ? stack.add(one, value) : [0, signed(one, value)]
      const barWidth = Math.min(bands.bandwidth() * share, fontSize * 3.5)
      const span = isWide ? barWidth : barWidth * aside.length
      const position = isWide ? 0 : aside.indexOf(one)
      const x = left + (bands.bandwidth() - span) / 2 + position * barWidth
      const box = {
        x,
        width: Math.max(1, barWidth - (share < 1 ? 1 : 0)),
        y: Math.min(y(from), y(to)),
        height: Math.abs(y(from) - y(to)),
      }
      drawing.marks.push(markOf(box, place, index))
      // The bar beside may be higher than the label.
      const room: [number, number] = [
        position === 0 ? column[0] : box.x,
        isWide || position === aside.length - 1 ? column[1] : box.x + box.width,
      ]
      if (kind !== 'stacked') addLabel(value, { x: box.x + box.width / 2, end: to, room })
    }
    for (const { end, sum } of stack.ends()) addLabel(sum, { x: middle(index), end, room: column })
  }
  return drawing
}

/** Bars of a category on each other, on both sides of zero. */
function newStack() {
  const above = { end: 0, sum: 0 }
  const below = { end: 0, sum: 0 }
  return {
    /** Returns where the bar of a value begins and ends. */
    add(series: ChartSeries, value: number): [from: number, to: number] {
      const side = signed(series, value) < 0 ? below : above
      const from = side.end
      side.end += signed(series, value)
      side.sum += value
      return [from, side.end]
    },
    /** The ends away from zero, with the sums of the values up to there. */
    ends: () => [above, below].filter(({ end }) => end !== 0),
  }
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
function addEndValues(drawing: Drawing, { series, unit }: Chart, fontSize: number): void {
  let above = Infinity
  for (const { series: place, points } of drawing.lines) {
    const last = points.at(-1)
    const value = last && series[place]?.values[last.category]
    if (!last || value == null) continue
    const isLastCategory = last.x > drawing.width - fontSize * 4
    const text = { x: isLastCategory ? drawing.width : last.x, y: last.y - fontSize * 0.6 }
    // Labels that would cover each other stand on both sides of their lines.
    if (Math.abs(text.y - above) < fontSize * 1.2) text.y += fontSize * 1.9
    above = text.y
    const anchor = isLastCategory ? 'end' : 'middle'
    addText(drawing, { ...text, text: shortValue(value, unit), anchor, isValue: true }, fontSize)
  }
}

function drawRows(chart: Chart, { width, fontSize }: Size): Drawing {
  const { categories, series, unit } = chart
  const rowHeight = fontSize * 2.25
  const names = Math.min(
    width * 0.34,
    Math.max(...categories.map((name) => widthOf(name, fontSize))) + fontSize,
  )
  const stacks = categories.map((_, index) => {
    const stack = newStack()
    const bars = series.flatMap((one, place) => {
      const value = one.values[index]
      return value ? [{ place, span: stack.add(one, value) }] : []
    })
    const ends = stack.ends()
    return { bars, ends: ends.length > 0 ? ends : [{ end: 0, sum: 0 }] }
  })
  const { top: most, bottom: least } = extent(chart)
  /** Width of the values at the ends of the bars of a side. */
  const roomOf = (isBelow: boolean) => {
    const sums = stacks.flatMap(({ ends }) => ends.filter(({ end }) => end < 0 === isBelow))
    return Math.max(0, ...sums.map(({ sum }) => widthOf(shortValue(sum, unit), fontSize))) + fontSize
  }
  const first = names + (least > 0 ? roomOf(true) : 0)
  const values = scaleLinear([-least, Math.max(least > 0 ? 0 : 1, most)], [first, width - roomOf(false)])
  const drawing: Drawing = {
    width,
    height: rowHeight * categories.length,
    grid: [{ x1: values(0), x2: values(0), y1: 0, y2: rowHeight * categories.length, isZero: true }],
    marks: [],
    lines: [],
    texts: [],
    bands: [],
  }
  const add = (text: DrawnText) => addText(drawing, text, fontSize)
  for (const [index, category] of categories.entries()) {
    const top = index * rowHeight
    const baseline = top + rowHeight / 2 + fontSize * 0.35
    drawing.bands.push({ x: 0, y: top, width, height: rowHeight })
    add({
      x: names - fontSize * 0.6,
      y: baseline,
      text: fitted(category, names - fontSize * 0.6, fontSize),
      anchor: 'end',
      isValue: false,
    })
    const { bars, ends } = stacks[index] as (typeof stacks)[number]
    for (const { place, span } of bars) {
      const [left = 0, right = 0] = span.map(values).toSorted((one, other) => one - other)
      const box = { x: left, y: top + rowHeight * 0.2, width: right - left, height: rowHeight * 0.6 }
      drawing.marks.push(markOf(box, place, index))
    }
    for (const { end, sum } of ends)
      add({
        x: values(end) + fontSize * (end < 0 ? -0.4 : 0.4),
        y: baseline,
        text: shortValue(sum, unit),
        anchor: end < 0 ? 'end' : 'start',
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
