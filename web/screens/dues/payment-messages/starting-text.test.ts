import { expect, it } from 'vitest'
import { messageEvents } from '@agremia/resources/message-events.ts'
import { startingTexts } from '@agremia/resources/payment-message-texts.ts'
import { startingTextsFrom, writtenSummary } from './starting-text.tsx'

it('a starting text from a reminder omits the variable for other debts', () => {
  for (const event of Object.keys(startingTexts) as (keyof typeof startingTexts)[]) {
    const { subject, body, smsText } = startingTextsFrom(messageEvents[event])
    expect(`${subject} ${body} ${smsText}`).not.toContain('outrasDividas')
    expect(body).toContain('{valor}')
    expect(body).not.toMatch(/<p>\s*<\/p>/)
  }
  expect(startingTextsFrom({ subject: 'x', body: '<p>y</p>', smsText: null }).smsText).toBeNull()
})

it('summarises the text that another starting text would replace; undefined when there is none', () => {
  expect(writtenSummary({ subject: '', body: '<p></p>', smsText: null })).toBeUndefined()
  expect(writtenSummary({ subject: 'Quotas', body: '<p>Boa tarde a todos</p>', smsText: 'Olá' })).toBe(
    'o assunto «Quotas», o texto (4 palavras) e o texto do SMS',
  )
})
