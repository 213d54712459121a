import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Values } from '../../fields/index.ts'

/** What a line probably is, and why. */
export type Suggestion = NonNullable<ResourceRecord<'bankLines'>['suggestions']>[number]

/** The input of the action that books a line as a suggestion says. */
export function bookingOf({
  label: _label,
  reasons: _reasons,
  isSure: _isSure,
  ...input
}: Suggestion): Values {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}
