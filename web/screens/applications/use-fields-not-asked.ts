import { audienceOf, isAmong } from '@agremia/resources/application-audience.ts'
import { useSettings } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { FormControls } from '../../resource/record-form.tsx'

/**
 * The fields that this applicant is not asked: a company has no birth date, an adult no guardian, and the staff chooses
 * proposers from the list. What is written stays in sight.
 */
export function useFieldsNotAsked({ fields, values }: FormControls): string[] {
  const proposers = Number(useSettings().applicationsProposers ?? 0)
  const today = organisationToday()
  return Object.keys(fields).filter((name) => {
    const isWritten = values[name] !== null && values[name] !== undefined && values[name] !== false
    return !isWritten && !(isAmong(audienceOf(name), values, today) && isProposerAsked(name, proposers))
  })
}

function isProposerAsked(name: string, proposers: number): boolean {
  const [, place, part] = /^proposer(\d)(\w+)$/.exec(name) ?? []
  return place === undefined || (part === 'Id' && Number(place) <= proposers)
}
