import { ageAt, isDate, type DateText } from './rules/dates.ts'

/** Applicants to whom a field of an application applies; a field without audience applies to all. */
export type Audience = 'natural' | 'legal' | 'minor'

const audiences: Record<string, Audience> = {
  birthDate: 'natural',
  gender: 'natural',
  idDocumentType: 'natural',
  idDocumentNumber: 'natural',
  idDocumentExpiry: 'natural',
  nationality: 'natural',
  maritalStatus: 'natural',
  profession: 'natural',
  employer: 'natural',
  education: 'natural',
  guardianName: 'minor',
  guardianNif: 'minor',
  guardianContact: 'minor',
  guardianConsent: 'minor',
  representativeName: 'legal',
  representativeRole: 'legal',
}

/** Returns the audience of a field; undefined when it applies to all. */
export function audienceOf(name: string): Audience | undefined {
  return Object.hasOwn(audiences, name) ? audiences[name] : undefined
}

interface Applicant {
  kind?: unknown
  birthDate?: unknown
}

/** Returns whether the applicant is a natural person under 18. False when the date of birth is unknown. */
export function isMinor({ kind, birthDate }: Applicant, today: DateText): boolean {
  return (
    kind !== 'legal' && typeof birthDate === 'string' && isDate(birthDate) && ageAt(birthDate, today) < 18
  )
}

/** Returns whether a field with this audience applies to the applicant. */
export function isAudience(audience: Audience | undefined, applicant: Applicant, today: DateText): boolean {
  if (audience === undefined) return true
  if (audience === 'minor') return isMinor(applicant, today)
  return (applicant.kind === 'legal') === (audience === 'legal')
}
