import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardValidUntil, otherCardValidUntil } from './card-validity.ts'

test('a card is valid from its issue, or from a later admission on', () => {
  const annual = { cardsValidity: 'annual', cardsValidityYears: '3' }
  const years = { ...annual, cardsValidity: 'years' }
  assert.equal(cardValidUntil(annual, '2026-01-01'), '2026-12-31')
  assert.equal(cardValidUntil(annual, '2026-08-15', '2020-01-01'), '2026-12-31')
  assert.equal(cardValidUntil(annual, '2026-12-15', '2027-01-01'), '2027-12-31')
  assert.equal(cardValidUntil(years, '2024-02-29', '2020-01-01'), '2027-02-28')
  assert.equal(cardValidUntil(years, '2024-02-28', '2024-02-29'), '2027-02-28')
  assert.equal(cardValidUntil({ ...annual, cardsValidity: 'qr' }, '2026-12-15', '2027-01-01'), null)
})

test('cards of a year that are issued from October on are those of the next year, and the end of this one can be chosen', () => {
  const annual = { cardsValidity: 'annual', cardsValidityYears: '3' }
  assert.equal(cardValidUntil(annual, '2026-09-30'), '2026-12-31')
  assert.equal(otherCardValidUntil(annual, '2026-09-30'), undefined)
  for (const day of ['2026-10-01', '2026-11-30', '2026-12-31']) {
    assert.equal(cardValidUntil(annual, day), '2027-12-31', day)
    assert.equal(cardValidUntil(annual, day, '2020-01-01'), '2027-12-31', day)
    assert.equal(otherCardValidUntil(annual, day), '2026-12-31', day)
  }
  const years = { ...annual, cardsValidity: 'years' }
  assert.equal(cardValidUntil(years, '2026-11-30'), '2029-11-30')
  assert.equal(otherCardValidUntil(years, '2026-11-30'), undefined)
})
