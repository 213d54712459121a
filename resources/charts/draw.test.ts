import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Chart } from './chart.ts'
import { areaOf, drawChart, hatchOf } from './draw.ts'

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

const valueTexts = ({ texts }: ReturnType<typeof drawChart>) =>
  texts.filter(({ isValue }) => isValue).map(({ text }) => text)

test('negative values have a minus and stand below their bars', () => {
  const drawing = drawChart(chart('bars', [100, -60]), size)
  const [, negative] = drawing.marks
  assert.equal(negative!.box.y, zeroOf(drawing))
  assert.deepEqual(valueTexts(drawing), ['100\u00a0€', '−60\u00a0€'])
  assert.ok(
    drawing.texts.some(({ text, isValue }) => !isValue && text === '−50\u00a0€'),
    'the axis too',
  )
  const below = drawing.texts.find(({ isValue, y }) => isValue && y > negative!.box.y + negative!.box.height)
  assert.equal(below?.text, '−60\u00a0€')
  assert.deepEqual(valueTexts(drawChart(chart('bars', [-0.4]), size)), ['0\u00a0€'])
})

test('a series below the line has no minus, neither at its bars nor on the axis', () => {
  const { series, ...rest } = chart('bars', [100], [50])
  const drawing = drawChart({ ...rest, series: [series[0]!, { ...series[1]!, isBelow: true }] }, size)
  assert.deepEqual(valueTexts(drawing), ['100\u00a0€', '50\u00a0€'])
  assert.ok(drawing.texts.every(({ text }) => !text.includes('−')))
})

test('stacked values stand on each other on both sides of zero, with the sum of each side', () => {
  for (const kind of ['stacked', 'rows'] as const) {
    const drawing = drawChart(chart(kind, [100], [-30], [40], [-20]), size)
    assert.equal(drawing.marks.length, 4, kind)
    assert.deepEqual(valueTexts(drawing), ['140\u00a0€', '−50\u00a0€'], kind)
  }
})

const anyChart = fc
  .record({
    kind: fc.constantFrom('bars' as const, 'stacked' as const, 'rows' as const, 'lines' as const),
    values: fc.integer({ min: 1, max: 30 }).chain((count) => {
      const value = fc.integer({ min: -5_000_000, max: 5_000_000 })
      const own = fc.array(fc.option(value), { minLength: count, maxLength: count })
      return fc.array(own, { minLength: 1, maxLength: 4 })
    }),
    below: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  })
  .map(({ kind, values, below }): Chart => {
    const { series, ...rest } = chart(kind, ...values)
    return { ...rest, series: series.map((one, index) => (below[index] ? { ...one, isBelow: true } : one)) }
  })

test('everything stays inside the drawing, for any values', () => {
  fc.assert(
    fc.property(anyChart, (any) => {
      const drawing = drawChart(any, size)
      for (const { box } of drawing.marks) {
        assert.ok(box.x >= 0 && box.x + box.width <= size.width + 0.01)
        assert.ok(box.y >= -0.01 && box.y + box.height <= drawing.height + 0.01)
        assert.ok(box.height >= 0 && box.width >= 0)
      }
      for (const { points } of drawing.lines)
        for (const { x, y } of points) assert.ok(x >= 0 && x <= size.width && y >= 0 && y <= drawing.height)
      for (const text of drawing.texts) {
        const area = areaOf(text, size.fontSize)
        assert.ok(area.y >= -0.01 && area.y + area.height <= drawing.height + 0.01, text.text)
        assert.ok(area.x >= -0.01 && area.x + area.width <= size.width + 0.01, text.text)
      }
    }),
  )
})

test('no two texts overlap, for any values', () => {
  fc.assert(
    fc.property(anyChart, (any) => {
      const areas = drawChart(any, size).texts.map((text) => ({ text, ...areaOf(text, size.fontSize) }))
      for (const [index, one] of areas.entries())
        for (const other of areas.slice(index + 1)) {
          const isBeside = one.x + one.width <= other.x + 0.02 || other.x + other.width <= one.x + 0.02
          const isAbove = one.y + one.height <= other.y + 0.02 || other.y + other.height <= one.y + 0.02
          assert.ok(isBeside || isAbove, `${one.text.text} and ${other.text.text}`)
        }
    }),
  )
})

test('no value stands over a bar of its side, for any values', () => {
  fc.assert(
    fc.property(anyChart, (any) => {
      if (any.kind !== 'bars' || any.series.some(({ isBelow }) => isBelow)) return
      const { texts, marks } = drawChart(any, size)
      for (const text of texts.filter(({ isValue }) => isValue)) {
        const area = areaOf(text, size.fontSize)
        for (const { box } of marks) {
          const isBeside = area.x + area.width <= box.x + 0.02 || box.x + box.width <= area.x + 0.02
          const isOutside = area.y + area.height <= box.y + 0.02 || box.y + box.height <= area.y + 0.02
          assert.ok(isBeside || isOutside, text.text)
        }
      }
    }),
  )
})

test('of two bars beside each other both values are shown where they are wider than their bars', () => {
  const drawing = drawChart(chart('bars', [7000, 2000, 4200], [3841, 167, 3037]), { ...size, width: 350 })
  assert.ok(drawing.marks.every(({ box }) => box.width < areaOf(drawing.texts.at(-1)!, size.fontSize).width))
  assert.equal(valueTexts(drawing).length, 6)
})

test('each value of a bar is beyond the end of a bar of its column, in its middle or, if it is wider, from an edge', () => {
  fc.assert(
    fc.property(anyChart, (any) => {
      if (any.kind !== 'bars' && any.kind !== 'stacked') return
      const drawing = drawChart(any, size)
      const zero = zeroOf(drawing)
      for (const text of drawing.texts) {
        const { x, y, isValue } = text
        if (!isValue) continue
        const area = areaOf(text, size.fontSize)
        const isBeyond = drawing.marks.some(({ box }) => {
          const isFromEdge =
            Math.abs(area.x - box.x) < 0.6 || Math.abs(area.x + area.width - box.x - box.width) < 0.6
          const isCentred =
            Math.abs(box.x + box.width / 2 - x) < 0.6 || (area.width > box.width && isFromEdge)
          const end = y < zero ? box.y - size.fontSize * 0.35 : box.y + box.height + size.fontSize * 1.1
          return isCentred && Math.abs(end - y) < 0.01
        })
        assert.ok(isBeyond)
      }
    }),
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
