import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardValidUntil } from './card-validity.ts'

test('a card is valid from its issue, or from a later admission on', () => {
  const annual = { cardsValidity: 'annual', cardsValidityYears: '3' }
  const years = { ...annual, cardsValidity: 'years' }
  assert.equal(cardValidUntil(annual, '2026-12-15'), '2026-12-31')
  assert.equal(cardValidUntil(annual, '2026-12-15', '2020-01-01'), '2026-12-31')
  assert.equal(cardValidUntil(annual, '2026-12-15', '2027-01-01'), '2027-12-31')
  assert.equal(cardValidUntil(years, '2024-02-29', '2020-01-01'), '2027-02-28')
  assert.equal(cardValidUntil(years, '2024-02-28', '2024-02-29'), '2027-02-28')
  assert.equal(cardValidUntil({ ...annual, cardsValidity: 'qr' }, '2026-12-15', '2027-01-01'), null)
})
