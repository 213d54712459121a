import { expect, it } from 'vitest'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { effectWords, stateWords, type ForeseenChange } from './state-effects.ts'

const plain = (lines: string[]) => lines.map((line) => line.replaceAll('\u00A0', ' '))
const nothing = { debts: 0, owed: 0, cards: 0, waiting: 0, told: 0 }
const foreseen = (effects: Partial<ForeseenChange['effects']>, owed = 0, count = 1): ForeseenChange => ({
  count,
  effects: { ...nothing, ...effects },
  after: { ...nothing, owed },
})
const terminology = terminologyOf('club', { name: 'Clube' })

it('says how many debts, of how much, how many cards and messages', () => {
  expect(plain(effectWords(foreseen({ debts: -2, owed: -48, cards: -1, waiting: -1 }, 5)))).toEqual([
    'São anuladas 2 dívidas, de 48,00 €.',
    'Fica a dever 5,00 €.',
    '1 cartão deixa de valer.',
    '1 mensagem que não saiu é cancelada.',
    'Ninguém é avisado da mudança.',
  ])
  expect(plain(effectWords(foreseen({ debts: 1, owed: 10, cards: 2, told: 3 }, 10, 3)))).toEqual([
    'Acresce 1 dívida, de 10,00 €.',
    'Ficam a dever 10,00 €.',
    '2 cartões voltam a valer.',
    '3 pessoas são avisadas da mudança por mensagem.',
  ])
  expect(effectWords(foreseen({}))).toEqual(['Não fica nada em dívida.', 'Ninguém é avisado da mudança.'])
})

it('says what a state means, and nothing of an ordinary one', () => {
  const ordinary = { _id: '1', chargesQuota: true, hasRights: true }
  expect(stateWords(ordinary, 1, terminology)).toEqual([])
  expect(stateWords({ ...ordinary, chargesQuota: false, hasRights: false }, 2, terminology)).toEqual([
    'Não se lhes geram quotas.',
    'Ficam sem direitos.',
  ])
  expect(stateWords({ ...ordinary, marksEnd: true, hasRights: false }, 1, terminology)).toEqual([
    'Deixa de ser sócio.',
  ])
  expect(stateWords({ ...ordinary, marksEnd: true, marksDeath: true }, 1, terminology)).toEqual([
    'Fica registado como falecido.',
  ])
})
