import { expect, it } from 'vitest'
import { decisionIntro } from './decision-dialog.tsx'

const known = { email: 'rita@exemplo.pt' }

it('a refusal says that the applicant is told by email, and that the email is held while nothing is sent', () => {
  expect(decisionIntro('refuse', known, false)).toBe(
    'O candidato é avisado por email, com o motivo. A candidatura pode ser reaberta.',
  )
  expect(decisionIntro('requestInformation', known, true)).toMatch(/O envio automático está desligado/)
})

it('promises nothing to applicants without an email, nor of decisions that tell nobody', () => {
  expect(decisionIntro('refuse', { email: null }, true)).toBe(
    'Sem email, o candidato não é avisado. A candidatura pode ser reaberta.',
  )
  expect(decisionIntro('withdraw', known, true)).not.toMatch(/email|envio/)
})
