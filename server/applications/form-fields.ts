import {
  applicationConsentNames,
  memberApplications,
} from '@agremia/resources/definitions/member-applications.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { effectiveFields, mayWriteField } from '@agremia/resources/describe.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { minimumTitles, onlineRequired, requiredConsents } from './rules.ts'

/** Fields of the form that the settings cannot hide. */
const alwaysShown = new Set<string>([
  'kind',
  'guardianName',
  'guardianConsent',
  ...onlineRequired(true),
  ...onlineRequired(false),
  ...requiredConsents,
])

/** The fields of the form in their order, as configured by the settings. */
export function formFields(settings: Settings): Fields {
  const fields = effectiveFields(memberApplications as unknown as Definition, settings)
  return Object.fromEntries(Object.entries(fields).filter(([name, field]) => isInForm(name, field, settings)))
}

function isInForm(name: string, field: Field, settings: Settings): boolean {
  if (!mayWriteField(field, 'visitor')) return false
  const place = /^proposer(\d)/.exec(name)?.[1]
  if (place) return Number(place) <= Number(settings.applicationsProposers)
  if (name === 'capitalTitles') return minimumTitles(settings) > 0
  return alwaysShown.has(name) || !field.hidden
}

/** Whether the form requires the field, from the applicants to whom it applies. */
export function isRequiredOnline(name: string, field: Field): boolean {
  if (field.required || requiredConsents.some((consent) => consent === name)) return true
  const always = [
    'guardianName',
    'guardianConsent',
    'capitalTitles',
    ...onlineRequired(true),
    ...onlineRequired(false),
  ]
  return always.includes(name) || name.startsWith('proposer')
}

/** The consents of the form, in their order, without that of guardians. */
export function offeredConsents(settings: Settings): string[] {
  const fields = formFields(settings)
  return applicationConsentNames.filter((name) => name !== 'guardianConsent' && name in fields)
}
