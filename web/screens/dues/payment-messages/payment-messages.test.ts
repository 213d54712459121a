import { messageEvents } from '@agremia/resources/message-events.ts'
import { startingTexts } from '@agremia/resources/payment-message-texts.ts'
import { expect, it } from 'vitest'
import { readPaymentAudience, audienceOf, chosenText, allDebtors } from './payment-audience.ts'
import { startingTextsFrom } from './starting-text.ts'

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

it('a starting text from a reminder omits the variable for other debts', () => {
  for (const event of Object.keys(startingTexts) as (keyof typeof startingTexts)[]) {
    const { subject, body, smsText } = startingTextsFrom(messageEvents[event])
    expect(`${subject} ${body} ${smsText}`).not.toContain('outrasDividas')
    expect(body).toContain('{valor}')
    expect(body).not.toMatch(/<p>\s*<\/p>/)
  }
  expect(startingTextsFrom({ subject: 'x', body: '<p>y</p>', smsText: null }).smsText).toBeNull()
})
