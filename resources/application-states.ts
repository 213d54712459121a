import { refusalOf, type Condition } from './action.ts'
import type { Tone } from './field-types.ts'
import { namesOf } from './names.ts'

interface ApplicationState {
  /** Default name; the organisation may change it. */
  name: string
  colour: Tone
  /** The application is closed, unless it is reopened. */
  final?: true
  accepted?: true
  needsReason?: true
  sendsMessage?: true
  /** Waits for the staff. */
  waiting?: true
}

/** States of applications by code. The actions of `member-applications.ts` say which of them each needs. */
export const applicationStates = {
  draft: { name: 'Rascunho', colour: 'grey' },
  submitted: {
    name: 'Submetida',
    colour: 'blue',
    sendsMessage: true,
    waiting: true,
  },
  unverified: {
    name: 'A aguardar confirmação de email',
    colour: 'grey',
    sendsMessage: true,
  },
  review: {
    name: 'Em análise',
    colour: 'blue',
    waiting: true,
  },
  information: {
    name: 'Pendente de informação',
    colour: 'amber',
    sendsMessage: true,
  },
  accepted: {
    name: 'Aceite',
    colour: 'green',
    final: true,
    accepted: true,
    sendsMessage: true,
  },
  refused: {
    name: 'Recusada',
    colour: 'red',
    final: true,
    needsReason: true,
    sendsMessage: true,
  },
  withdrawn: { name: 'Desistência', colour: 'grey', final: true },
  expired: { name: 'Expirada', colour: 'grey', final: true },
  duplicate: { name: 'Duplicada', colour: 'grey', final: true },
} as const satisfies Record<string, ApplicationState>

export type ApplicationStateCode = keyof typeof applicationStates

export const applicationStateCodes = namesOf(applicationStates)

export function applicationStateOf(code: ApplicationStateCode): ApplicationState {
  return applicationStates[code]
}

/** States of received applications that are not closed. */
export const openStates = applicationStateCodes.filter(
  (code) => code !== 'draft' && applicationStateOf(code).final !== true,
)
/** States of applications that are closed without an admission. */
export const reopenableStates = applicationStateCodes.filter((code) => {
  const { final, accepted } = applicationStateOf(code)
  return final === true && accepted !== true
})

/** The application came from the site, is not confirmed and is open or expired. */
export const awaitsConfirmation = {
  is: { source: 'site', emailVerifiedAt: null, code: [...openStates, 'expired'] },
  otherwise: 'Não há nada a confirmar: a candidatura não está à espera da confirmação do email.',
} as const satisfies Condition

/** Returns whether a confirmation of the email can be requested. */
export function mayAskToConfirm(application: Record<string, unknown>): boolean {
  return refusalOf([awaitsConfirmation], application) === undefined
}
