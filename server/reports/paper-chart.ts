import type { Chart, ChartTone } from '@agremia/resources/charts/chart.ts'
import { lookOf } from '@agremia/resources/charts/chart.ts'
import type { Box } from '@agremia/resources/charts/draw.ts'
import { drawChart, hatchOf } from '@agremia/resources/charts/draw.ts'
import type { PaperChart } from '../pdf/index.ts'

/** The blue of the identity in its steps, ochre and grey. */
const tones: Record<ChartTone, string> = {
  deep: '#143360',
  primary: '#2F6BB8',
  middle: '#8AB0DE',
  pale: '#D9E6F5',
  ochre: '#C98222',
  grey: '#9AA1AB',
}
const colours = { text: '#1E2227', dimmed: '#6A6E75', line: '#E7E3DD', hatch: '#143360' }
/** In points, since the chart is as wide as the text. */
const fontSize = 8
const height = 130
const characterWidth = 0.56

/** A chart as on the screen, with its legend above, for PDFs. `width` in points. */
export function paperChart(chart: Chart, { alt, width }: { alt: string; width: number }): PaperChart {
  const drawing = drawChart(chart, { width, height, fontSize })
  const legend = legendOf(chart, width)
  return {
    alt,
    width,
    height: legend.height + drawing.height + fontSize,
    draw(pen) {
      const fill = (box: Box, series: number, hatch: string) => {
        pen.path(rectangle(box), { fill: tones[lookOf(series).tone] })
        if (hatch) pen.path(hatch, { stroke: colours.hatch, width: 0.6 })
      }
      for (const { label, series, box } of legend.entries) {
        fill(box, series, chart.kind === 'lines' ? '' : hatchOf(box, lookOf(series).hatch))
        pen.text(label, { x: box.x + 16, y: box.y + fontSize * 0.85, size: fontSize })
      }
      const below = (box: Box): Box => ({ ...box, y: box.y + legend.height })
      for (const { x1, x2, y1, y2, isZero } of drawing.grid)
        pen.path(`M${x1},${y1 + legend.height}L${x2},${y2 + legend.height}`, {
          stroke: isZero ? colours.dimmed : colours.line,
          width: 0.5,
        })
      for (const { box, series } of drawing.marks)
        fill(below(box), series, hatchOf(below(box), lookOf(series).hatch))
      for (const { points, series } of drawing.lines) {
        const { tone, dash } = lookOf(series)
        const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y + legend.height}`)
        const [on, off] = dash
        pen.path(path.join(''), {
          stroke: tones[tone],
          width: 1.5,
          ...(on !== undefined && off !== undefined && { dash: [on, off] as [number, number] }),
        })
      }
      for (const { x, y, text, anchor, isValue } of drawing.texts)
        pen.text(text, {
          x,
          y: y + legend.height,
          size: fontSize,
          anchor,
          colour: isValue ? colours.text : colours.dimmed,
        })
    },
  }
}

function rectangle({ x, y, width, height: tall }: Box): string {
  return `M${x},${y}h${width}v${tall}h${-width}z`
}

/** Boxes and names of the series, in lines; one series needs no legend. */
function legendOf({ series }: Chart, width: number) {
  let x = 0
  let y = 0
  const entries = (series.length > 1 ? series : []).map(({ label }, index) => {
    const room = label.length * fontSize * characterWidth + 30
    if (x > 0 && x + room > width) {
      x = 0
      y += fontSize * 1.7
    }
    const entry = { label, series: index, box: { x, y, width: 12, height: fontSize } }
    x += room
    return entry
  })
  return { entries, height: entries.length > 0 ? y + fontSize * 2 : 0 }
}
