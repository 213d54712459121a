import { expect, it } from 'vitest'
import { decisionIntro } from './decision-dialog.tsx'

const known = { email: 'rita@exemplo.pt' }

const held = 'Não há servidor de email.'

it('announces the email of a decision, and why it is held', () => {
  expect(decisionIntro('refuse', known, undefined)).toBe(
    'O candidato é avisado por email, com o motivo. A candidatura pode ser reaberta.',
  )
  expect(decisionIntro('requestInformation', known, held)).toContain(held)
})

it('announces no email for applicants without an address or decisions without a message', () => {
  expect(decisionIntro('refuse', { email: null }, held)).toBe(
    'Sem email, o candidato não é avisado. A candidatura pode ser reaberta.',
  )
  expect(decisionIntro('withdraw', known, held)).not.toMatch(/email|envio/)
})
