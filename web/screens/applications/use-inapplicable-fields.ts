import type { Values } from '../../fields/index.ts'
import { audienceOf, isAudience } from '@agremia/resources/application-audience.ts'
import { useSettings } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { FormControls } from '../../resource/record-form.tsx'

/**
 * Names of the fields that do not apply to this applicant: a company has no birth date, an adult no guardian, and the staff
 * choose proposers from the list instead of typing them. A field with a value is never omitted.
 */
export function useInapplicableFields(form: FormControls<'memberApplications'>): string[] {
  const { fields } = form
  const values: Values = form.values
  const proposers = Number(useSettings().applicationsProposers ?? 0)
  const today = organisationToday()
  return Object.keys(fields).filter((name) => {
    const hasValue = values[name] !== null && values[name] !== undefined && values[name] !== false
    return !hasValue && !(isAudience(audienceOf(name), values, today) && isProposerShown(name, proposers))
  })
}

function isProposerShown(name: string, proposers: number): boolean {
  const [, place, part] = /^proposer(\d)(\w+)$/.exec(name) ?? []
  return place === undefined || (part === 'Id' && Number(place) <= proposers)
}
