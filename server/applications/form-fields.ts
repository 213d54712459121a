import {
  memberApplications,
  applicationConsentNames,
} from '@agremia/resources/definitions/member-applications.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { effectiveFields, mayWriteField } from '@agremia/resources/describe.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { minimumTitles, onlineRequired } from './rules.ts'

/** Fields that the form always needs for somebody, though hidden: who represents whom, and the proof of it. */
const alwaysShown = new Set([
  ...onlineRequired(true),
  ...onlineRequired(false),
  'kind',
  'guardianName',
  'guardianConsent',
  'terms',
  'privacyNotice',
])

/** The fields that applicants fill in, in their order, as the settings make them. */
export function formFields(settings: Settings): Fields {
  const proposers = Number(settings.applicationsProposers)
  const entries = Object.entries(effectiveFields(memberApplications as never, settings))
  return Object.fromEntries(entries.filter(([name, field]) => isAsked(name, field, proposers, settings)))
}

function isAsked(name: string, field: Field, proposers: number, settings: Settings): boolean {
  if (!mayWriteField(field, 'visitor')) return false
  const place = /^proposer(\d)/.exec(name)?.[1]
  if (place) return Number(place) <= proposers
  if (name === 'capitalTitles') return minimumTitles(settings) > 0
  return alwaysShown.has(name) || !field.hidden
}

/** The consents that the form asks for, the required ones first. */
export function offeredConsents(settings: Settings): string[] {
  const fields = formFields(settings)
  return applicationConsentNames.filter((name) => name !== 'guardianConsent' && name in fields)
}
