import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incomeWarnings } from './income-limits.ts'

const namesOf = (year: number, cents: number) =>
  incomeWarnings(year, { income: cents, turnover: 0 }, 'association').map(
    ({ name, isOver }) => `${name} ${isOver ? 'over' : 'near'}`,
  )

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
  const [warning] = incomeWarnings(2026, { income: 12_300_000, turnover: 0 }, 'association')
  assert.match(
    warning!.text,
    /^As receitas de 2026 \(123\s000,00\s€\) são 82\s?% de 150\s000,00\s€, o limite do regime de caixa \(artigo 10\.º/,
  )
})

test('sales and services alone count for the certified program', () => {
  const of = (turnover: number) =>
    incomeWarnings(2026, { income: 10_000_000, turnover }, 'cooperative').map(({ title }) => title)
  assert.deepEqual(of(3_999_999), [])
  const limit = 'limite a partir do qual o programa de faturação é certificado'
  assert.deepEqual(of(4_000_000), [`As vendas e os serviços de 2026 aproximam-se do ${limit}`])
  assert.deepEqual(of(5_000_001), [`As vendas e os serviços de 2026 passaram o ${limit}`])
})
