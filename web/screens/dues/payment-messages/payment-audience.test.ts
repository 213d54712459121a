import { expect, it } from 'vitest'
import { allDebtors, audienceOf, chosenText, readPaymentAudience } from './payment-audience.ts'

const words = { memberSingular: 'sócio', memberPlural: 'sócios' }

it('reads the audience from the navigation state and fills in missing parts; undefined without one', () => {
  expect(readPaymentAudience(null)).toBeUndefined()
  expect(readPaymentAudience({ paymentAudience: { unsettledPaymentIds: ['a'] } })).toEqual({
    memberIds: [],
    unsettledPaymentIds: ['a'],
    debts: null,
  })
})

it('describes an audience of charges and members; undefined for a search', () => {
  const none = audienceOf({})
  expect(chosenText(none, words)).toBe('Ninguém escolhido')
  expect(chosenText(allDebtors, words)).toBeUndefined()
  expect(chosenText({ ...none, unsettledPaymentIds: ['a', 'b'] }, words)).toBe('2 dívidas escolhidas')
  expect(chosenText({ ...none, unsettledPaymentIds: ['a'], memberIds: ['b'] }, words)).toBe(
    '1 dívida escolhida e 1 sócio',
  )
})
