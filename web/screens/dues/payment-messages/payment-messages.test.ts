import { messageEvents } from '@agremia/resources/message-events.ts'
import { startingTexts } from '@agremia/resources/payment-message-texts.ts'
import { expect, it } from 'vitest'
import { arrivingPaymentAudience, audienceOf, chosenText, everybodyWhoOwes } from './payment-audience.ts'
import { textsToBegin } from './starting-text.ts'

const words = { memberSingular: 'sócio', memberPlural: 'sócios' }

it('who comes with debts writes of these alone, and who comes with nothing brings no audience', () => {
  expect(arrivingPaymentAudience(null)).toBeUndefined()
  expect(arrivingPaymentAudience({ paymentAudience: { unsettledPaymentIds: ['a'] } })).toEqual({
    memberIds: [],
    unsettledPaymentIds: ['a'],
    debts: null,
  })
})

it('the audience is said in words unless a search says it', () => {
  const none = audienceOf({})
  expect(chosenText(none, words)).toBe('Ninguém escolhido')
  expect(chosenText(everybodyWhoOwes, words)).toBeUndefined()
  expect(chosenText({ ...none, unsettledPaymentIds: ['a', 'b'] }, words)).toBe('2 dívidas escolhidas')
  expect(chosenText({ ...none, unsettledPaymentIds: ['a'], memberIds: ['b'] }, words)).toBe(
    '1 dívida escolhida e 1 sócio',
  )
})

it('a text that begins as a reminder says nothing of debts that have not reached it', () => {
  for (const event of Object.keys(startingTexts) as (keyof typeof startingTexts)[]) {
    const { subject, body, smsText } = textsToBegin(messageEvents[event])
    expect(`${subject} ${body} ${smsText}`).not.toContain('outrasDividas')
    expect(body).toContain('{valor}')
    expect(body).not.toMatch(/<p>\s*<\/p>/)
  }
  expect(textsToBegin({ subject: 'x', body: '<p>y</p>', smsText: null }).smsText).toBeNull()
})
