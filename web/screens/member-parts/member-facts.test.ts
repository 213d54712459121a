import { describe, expect, it } from 'vitest'
import { spanText } from './member-facts.tsx'

describe('duration of membership', () => {
  it.each([
    ['1992-03-12', '2026-11-21', '34 anos'],
    ['2025-11-21', '2026-11-21', '1 ano'],
    ['2026-06-01', '2026-11-21', '5 meses'],
    ['2026-11-20', '2026-11-21', '1 dia'],
    ['2026-12-20', '2026-11-21', 'menos de um dia'],
  ])('from %s to %s is %s', (from, until, text) => expect(spanText(from, until)).toBe(text))
})
