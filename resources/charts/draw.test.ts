import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Chart } from './chart.ts'
import { drawChart, hatchOf } from './draw.ts'

const size = { width: 600, height: 200, fontSize: 12 }
const chart = (kind: Chart['kind'], ...values: (number | null)[][]): Chart => ({
  kind,
  unit: 'euros',
  categories: (values[0] ?? []).map((_, index) => String(2020 + index)),
  series: values.map((own, index) => ({ label: `S${index}`, values: own })),
})
const zeroOf = ({ grid }: ReturnType<typeof drawChart>) => grid.find(({ isZero }) => isZero)?.y1 ?? 0

test('heights of bars are proportional to their values, and zero has no bar', () => {
  const drawing = drawChart(chart('bars', [100, 50, 0]), size)
  const [first, second] = drawing.marks
  assert.equal(drawing.marks.length, 2)
  assert.ok(Math.abs(first!.box.height - 2 * second!.box.height) < 0.001)
  assert.equal(first!.box.y + first!.box.height, zeroOf(drawing))
})

test('stacked bars stand on each other, and have their sum above', () => {
  const drawing = drawChart(chart('stacked', [100], [40]), size)
  const [lower, upper] = drawing.marks
  assert.ok(Math.abs(upper!.box.y + upper!.box.height - lower!.box.y) < 0.001)
  assert.ok(drawing.texts.some(({ text, isValue }) => isValue && text === '140\u00a0€'))
})

test('a series below the line has the same scale', () => {
  const { series, ...rest } = chart('bars', [100], [50])
  const drawing = drawChart({ ...rest, series: [series[0]!, { ...series[1]!, isBelow: true }] }, size)
  const [above, below] = drawing.marks
  assert.equal(below!.box.y, zeroOf(drawing))
  assert.ok(Math.abs(above!.box.height - 2 * below!.box.height) < 0.001)
})

test('lines end where their values end', () => {
  const [line] = drawChart(chart('lines', [1, 2, null]), size).lines
  assert.equal(line?.points.length, 2)
})

test('everything stays inside the drawing, for any values', () => {
  const values = fc.array(fc.nat({ max: 5_000_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(
      values,
      fc.constantFrom('bars' as const, 'stacked' as const, 'rows' as const, 'lines' as const),
      (own, kind) => {
        const drawing = drawChart(chart(kind, own, own.toReversed()), size)
        for (const { box } of drawing.marks) {
          assert.ok(box.x >= 0 && box.x + box.width <= size.width + 0.01)
          assert.ok(box.y >= -0.01 && box.y + box.height <= drawing.height + 0.01)
          assert.ok(box.height >= 0 && box.width >= 0)
        }
        for (const { points } of drawing.lines)
          for (const { x, y } of points) assert.ok(x >= 0 && x <= size.width && y >= 0 && y <= drawing.height)
      },
    ),
  )
})

test('strokes of a hatch end at the edges of their box', () => {
  const box = { x: 10, y: 20, width: 33, height: 17 }
  for (const hatch of ['rising', 'falling', 'level', 'upright', 'dots'] as const) {
    const numbers = hatchOf(box, hatch).match(/-?[\d.]+,-?[\d.]+/g) ?? []
    assert.ok(numbers.length > 2, hatch)
    for (const point of numbers) {
      const [x = 0, y = 0] = point.split(',').map(Number)
      assert.ok(x >= 9.99 && x <= 43.01 && y >= 19.99 && y <= 37.01, `${hatch} ${point}`)
    }
  }
  assert.equal(hatchOf(box, 'none'), '')
})
