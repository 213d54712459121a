import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { lastPaidYear, marksOf, marksText, quotaStripElement } from './quota-marks.ts'
import { QuotaStrip, QuotaWordContext } from './quota-strip.tsx'

const marks = {
  2026: 'owed',
  2021: 'paid',
  2022: 'paid',
  2023: 'paid',
  2024: 'exempt',
  2025: 'partial',
} as const

describe('the quota strip', () => {
  test('has an accessible sentence with the organisation’s word', () => {
    expect(marksText(marks, 'Quotas')).toBe(
      'Quotas: 2021 a 2023 pagas, 2024 isenta, 2025 paga em parte, 2026 em dívida',
    )
    expect(marksText({ 2025: 'none', 2026: 'none' }, 'Contribuições')).toBe(
      'Contribuições: 2025 e 2026 sem cobrança',
    )
    const drawn = renderToStaticMarkup(
      <QuotaWordContext value="Quotizações">
        <QuotaStrip marks={{ 2026: 'paid' }} />
      </QuotaWordContext>,
    )
    expect(drawn).toContain('role="img" aria-label="Quotizações: 2026 paga"')
  })

  test('does not join years with a gap', () => {
    expect(marksText({ 2020: 'paid', 2022: 'paid', 2023: 'owed', 2024: 'paid' }, 'Quotas')).toBe(
      'Quotas: 2020 paga, 2022 paga, 2023 em dívida, 2024 paga',
    )
  })

  test('has a tile with a hint for each year, in order', () => {
    const holder = document.createElement('div')
    holder.innerHTML = renderToStaticMarkup(<QuotaStrip marks={marks} />)
    const tiles = [...holder.querySelectorAll<HTMLElement>('[data-mark]')]
    expect(tiles.map(({ dataset }) => dataset.hint)).toEqual([
      '2021: paga',
      '2022: paga',
      '2023: paga',
      '2024: isenta',
      '2025: paga em parte',
      '2026: em dívida',
    ])
  })

  test('looks the same as its early DOM element', () => {
    const holder = document.createElement('div')
    holder.innerHTML = renderToStaticMarkup(<QuotaStrip marks={marks} />)
    const early = quotaStripElement(marks)
    expect(lookOf(early)).toEqual(lookOf(holder.firstElementChild))
  })

  test('is empty without years, and ignores unknown marks', () => {
    expect(renderToStaticMarkup(<QuotaStrip marks={{}} />)).toBe('')
    expect(marksOf({ 2025: 'paid', 2026: 'toString' })).toEqual({ 2025: 'paid' })
    expect(marksOf(null)).toEqual({})
    expect(marksOf('paid')).toEqual({})
  })

  test('lastPaidYear returns the last fully paid year', () => {
    expect(lastPaidYear(marks)).toBe('2023')
    expect(lastPaidYear({ 2026: 'owed' })).toBeUndefined()
  })
})

/** Classes and marks, which determine the look. */
function lookOf(strip: Element | null): unknown {
  const tiles = [...(strip?.children ?? [])] as HTMLElement[]
  return { strip: strip?.className, tiles: tiles.map(({ className, dataset }) => [className, dataset.mark]) }
}
