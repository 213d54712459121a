import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incomeWarnings } from './income-limits.ts'

const namesOf = (year: number, cents: number) =>
  incomeWarnings(year, cents, 'association').map(({ name, isOver }) => `${name} ${isOver ? 'over' : 'near'}`)

test('warns from 80% of each limit, and says when it is passed', () => {
  assert.deepEqual(namesOf(2026, 11_999_999), [])
  assert.deepEqual(namesOf(2026, 12_000_000), ['cashRegime near'])
  assert.deepEqual(namesOf(2026, 15_000_000), ['cashRegime near'])
  assert.deepEqual(namesOf(2026, 15_000_001), ['cashRegime over'])
  assert.deepEqual(namesOf(2026, 16_000_000), ['cashRegime over', 'invoices near'])
  assert.deepEqual(namesOf(2026, 20_000_001), ['cashRegime over', 'invoices over'])
})

test('limits apply from the year in which they are in force', () => {
  assert.deepEqual(namesOf(2019, 30_000_000), ['cashRegime over'])
  assert.deepEqual(namesOf(2010, 30_000_000), [])
})

test('says the income, the limit and its source', () => {
  const [warning] = incomeWarnings(2026, 12_300_000, 'association')
  assert.match(
    warning!.text,
    /^As receitas de 2026 \(123\s000,00\s€\) são 82\s?% de 150\s000,00\s€, o limite do regime de caixa \(artigo 10\.º/,
  )
})
