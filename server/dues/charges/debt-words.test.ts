import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { agreementName, debtWords, describeCharge } from './debt-words.ts'

const club = terminologyOf('club', { name: 'Clube' })
const usual = (year: number, type: ChargeType = 'quota', period: string | null = null) => ({
  type,
  year,
  period,
  description: describeCharge({ type, year, period }, club),
})
const phrases = (...charges: Parameters<typeof debtWords>[0]) => {
  const { plain, withArticle, isPlural } = debtWords(charges, club)
  return [plain, withArticle, isPlural ? 'continuam' : 'continua']
}
const quotas = (...years: number[]) => years.map((year) => usual(year))

test('charges are described in natural Portuguese: years and months in ranges, other charges by name', () => {
  assert.deepEqual(phrases(...quotas(2026)), ['Quota de 2026', 'a quota de 2026', 'continua'])
  assert.deepEqual(phrases(...quotas(2025, 2026)), [
    'Quotas de 2025 e 2026',
    'as quotas de 2025 e 2026',
    'continuam',
  ])
  assert.equal(phrases(...quotas(2026, 2021, 2022, 2023, 2024, 2025))[1], 'as quotas de 2021 a 2026')
  assert.equal(phrases(...quotas(2018, 2020, 2024))[1], 'as quotas de 2018, 2020 e 2024')
  assert.equal(phrases(...quotas(2018, 2020, 2021, 2022))[1], 'as quotas de 2018 e de 2020 a 2022')
  const months = ['01', '02', '03'].map((period) => usual(2026, 'quota', period))
  assert.equal(phrases(...months)[1], 'as quotas de janeiro a março de 2026')
  assert.equal(phrases(usual(2026, 'quota', '05'))[1], 'a quota de maio de 2026')
  assert.equal(
    phrases(usual(2026, 'quota', 'T1'), usual(2026, 'quota', 'T3'))[1],
    'as quotas do 1.º trimestre e do 3.º trimestre de 2026',
  )
  assert.deepEqual(phrases(...quotas(2025, 2026), usual(2025, 'joia'), usual(2026, 'card')), [
    'Quotas de 2025 e 2026, joia de 2025 e cartão de 2026',
    'as quotas de 2025 e 2026, a joia de 2025 e o cartão de 2026',
    'continuam',
  ])
  const trip = { type: 'activity' as const, year: 2026, period: null, description: 'Passeio a Fátima' }
  assert.deepEqual(phrases(trip), ['Passeio a Fátima', '«Passeio a Fátima»', 'continua'])
  assert.equal(phrases(...quotas(2026), trip)[1], 'a quota de 2026 e «Passeio a Fátima»')
})

test('instalments come first, by number; an agreement about many charges is named by how many they are', () => {
  const { withArticle, isPlural } = debtWords(quotas(2026), club, [[2, 3], [1]])
  const agreements = 'as 2.ª e 3.ª prestações do acordo de pagamento, a 1.ª prestação do acordo de pagamento'
  assert.deepEqual([withArticle, isPlural], [`${agreements} e a quota de 2026`, true])
  assert.equal(agreementName(quotas(2025, 2026), club), 'acordo de pagamento (quotas de 2025 e 2026)')
  const many = [usual(2026), usual(2026, 'joia'), usual(2026, 'card'), usual(2026, 'activity')]
  assert.equal(agreementName(many, club), 'acordo de pagamento (4 dívidas)')
})
