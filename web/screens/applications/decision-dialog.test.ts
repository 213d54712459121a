import { expect, it } from 'vitest'
import { decisionIntro } from './decision-dialog.tsx'

const known = { email: 'rita@exemplo.pt' }

it('announces the email of a decision, and that it is held while sending is paused', () => {
  expect(decisionIntro('refuse', known, false)).toBe(
    'O candidato é avisado por email, com o motivo. A candidatura pode ser reaberta.',
  )
  expect(decisionIntro('requestInformation', known, true)).toMatch(/O envio automático está desligado/)
})

it('announces no email for applicants without an address or decisions without a message', () => {
  expect(decisionIntro('refuse', { email: null }, true)).toBe(
    'Sem email, o candidato não é avisado. A candidatura pode ser reaberta.',
  )
  expect(decisionIntro('withdraw', known, true)).not.toMatch(/email|envio/)
})
