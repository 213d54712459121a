import type { BookingKind } from '@agremia/resources/definitions/bank-statements.ts'
import type { Values } from '../../fields/index.ts'

/** What a line probably is, and why. */
export interface Suggestion {
  kind: BookingKind
  label: string
  reasons: string[]
  isSure: boolean
}

/** The stored suggestions of a line, the likeliest first. */
export function suggestionsOf(stored: unknown): Suggestion[] {
  return (stored ?? []) as Suggestion[]
}

/** The input of the action that books a line as a suggestion says. */
export function bookingOf({
  label: _label,
  reasons: _reasons,
  isSure: _isSure,
  ...input
}: Suggestion): Values {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}
