import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { expect, it } from 'vitest'
import { effectText } from './bulk-charges.tsx'

const debts = [
  { _id: '1', amount: 24, status: 'open' },
  { _id: '2', amount: 10, status: 'paid', usesCredit: true },
  { _id: '3', amount: 5, status: 'partial' },
  { _id: '4', amount: 7, status: 'exempt' },
] as ResourceRecord<'unsettledPayments'>[]
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

it('summarises how many charges change, their sum, and how many stay unchanged', () => {
  expect(plain(effectText('cancel', debts))).toBe(
    '3 dívidas: 41,00 € deixam de ser devidos. 1 fica como está, por já ter pagamentos ou já não ser devida.',
  )
  expect(plain(effectText('exempt', debts))).toMatch(
    /^2 dívidas: 34,00 € deixam de ser devidos\. 2 ficam como estão, por já terem/,
  )
  expect(plain(effectText('restore', debts))).toBe(
    '1 dívida: 7,00 € voltam a ser devidos. 3 ficam como estão.',
  )
  expect(plain(effectText('exempt', debts.slice(0, 1)))).toBe('1 dívida: 24,00 € deixam de ser devidos.')
  expect(effectText('restore', debts.slice(0, 1))).toBe('Não muda: não está anulada nem isenta.')
  expect(effectText('restore', debts.slice(0, 3))).toBe('Nenhuma muda: não estão anuladas nem isentas.')
  expect(effectText('exempt', debts.slice(2))).toBe('Nenhuma muda: já têm pagamentos ou já não são devidas.')
})
