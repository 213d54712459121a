import { expect, it } from 'vitest'
import { sendConfirmation, sharedText, type BatchPreview } from './batch-preview.ts'

const preview = (part: Partial<BatchPreview>): BatchPreview => ({
  total: 0,
  byChannel: { email: 0, sms: 0, letter: 0 },
  byAddress: { email: 0, sms: 0, letter: 0 },
  leftOut: [],
  smsParts: 0,
  cost: 0,
  sample: null,
  ...part,
})

it('the confirmation names recipients by channel, excluded people and cost', () => {
  const { title, message } = sendConfirmation(
    preview({ total: 1250, byChannel: { email: 1200, sms: 40, letter: 1 }, cost: 2 }),
    undefined,
  )
  expect(title).toBe('Enviar a 1\u00A0241 pessoas?')
  expect(message).toBe(
    'Seguem 1\u00A0200 emails, 40 SMS e 1 carta. Não recebem 9 pessoas. Os SMS custam cerca de 2,00\u00A0€. ' +
      'As cartas ficam por imprimir.',
  )
})

it('the confirmation says why messages are held, and omits excluded people and cost when there are none', () => {
  const { title, message } = sendConfirmation(
    preview({ total: 1, byChannel: { email: 1, sms: 0, letter: 0 } }),
    'O envio automático está desligado.',
  )
  expect(title).toBe('Enviar a 1 pessoa?')
  expect(message).toMatch(/^Seguem 1 email\. O envio automático está desligado/)
})

it('people who share an address are counted, and the confirmation has the messages that are written', () => {
  const five = preview({
    total: 5,
    byChannel: { email: 5, sms: 0, letter: 0 },
    byAddress: { email: 1, sms: 0, letter: 0 },
  })
  expect(sharedText(five)).toBe('São 5 pessoas em 1 endereço.')
  expect(sharedText({ ...five, byAddress: five.byChannel })).toBe('')
  expect(sendConfirmation(five, undefined).message).toBe('Seguem 5 emails.')
  expect(sendConfirmation(five, undefined, 'address').message).toBe('Seguem 1 email.')
})
