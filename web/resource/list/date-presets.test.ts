import { expect, it } from 'vitest'
import { datePresets } from './date-presets.ts'

it('date presets: each range ends on the last day of its month or year', () => {
  expect(datePresets('2026-03-05').map(({ label, range }) => [label, range?.from, range?.to])).toEqual([
    ['hoje', '2026-03-05', '2026-03-05'],
    ['este mês', '2026-03-01', '2026-03-31'],
    ['mês passado', '2026-02-01', '2026-02-28'],
    ['este ano', '2026-01-01', '2026-12-31'],
    ['ano passado', '2025-01-01', '2025-12-31'],
  ])
  expect(datePresets('2026-01-31')[2]?.range).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})
