import type { Tone } from './field-types.ts'
import { namesOf } from './names.ts'

interface ApplicationState {
  /** Default name; the organisation may change it. */
  name: string
  colour: Tone
  /** No state follows, unless the application is reopened. */
  final?: true
  accepted?: true
  needsReason?: true
  sendsMessage?: true
  /** Waits for the staff. */
  waiting?: true
  /** The states that may follow. */
  next: readonly string[]
}

/** States of applications by code, with the states that may follow. */
export const applicationStates = {
  draft: { name: 'Rascunho', colour: 'grey', next: ['submitted'] },
  submitted: {
    name: 'Submetida',
    colour: 'blue',
    sendsMessage: true,
    waiting: true,
    next: ['review', 'information', 'accepted', 'refused', 'withdrawn', 'duplicate'],
  },
  unverified: {
    name: 'A aguardar confirmação de email',
    colour: 'grey',
    sendsMessage: true,
    next: ['submitted', 'review', 'refused', 'withdrawn', 'duplicate', 'expired'],
  },
  review: {
    name: 'Em análise',
    colour: 'blue',
    waiting: true,
    next: ['information', 'accepted', 'refused', 'withdrawn', 'duplicate'],
  },
  information: {
    name: 'Pendente de informação',
    colour: 'amber',
    sendsMessage: true,
    next: ['review', 'information', 'accepted', 'refused', 'withdrawn', 'duplicate'],
  },
  accepted: {
    name: 'Aceite',
    colour: 'green',
    final: true,
    accepted: true,
    sendsMessage: true,
    next: [],
  },
  refused: {
    name: 'Recusada',
    colour: 'red',
    final: true,
    needsReason: true,
    sendsMessage: true,
    next: ['review'],
  },
  withdrawn: { name: 'Desistência', colour: 'grey', final: true, next: ['review'] },
  expired: { name: 'Expirada', colour: 'grey', final: true, next: ['review', 'unverified', 'submitted'] },
  duplicate: { name: 'Duplicada', colour: 'grey', final: true, next: ['review'] },
} as const satisfies Record<string, ApplicationState>

export type ApplicationStateCode = keyof typeof applicationStates

export const applicationStateCodes = namesOf(applicationStates)

export function applicationStateOf(code: ApplicationStateCode): ApplicationState {
  return applicationStates[code]
}

/** Returns whether a confirmation of the email can be requested: the application came from the site, is not confirmed and is open or expired. */
export function mayAskToConfirm(application: Record<string, unknown>, code: ApplicationStateCode): boolean {
  const isOpen = applicationStateOf(code).final !== true || code === 'expired'
  return isOpen && application['source'] === 'site' && typeof application['emailVerifiedAt'] !== 'string'
}

/** Returns whether the state of an application may change from `from` to `to`. */
export function mayFollow(from: ApplicationStateCode, to: ApplicationStateCode): boolean {
  return applicationStateOf(from).next.includes(to)
}
