import { ageAt, isDate, type DateText } from './rules/dates.ts'

/** Whom a field of an application is for; without it, for everybody. */
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

export function audienceOf(name: string): Audience | undefined {
  return Object.hasOwn(audiences, name) ? audiences[name] : undefined
}

interface Applicant {
  kind?: unknown
  birthDate?: unknown
}

/** Whether a natural person is under 18. */
export function isMinor({ kind, birthDate }: Applicant, today: DateText): boolean {
  return (
    kind !== 'legal' && typeof birthDate === 'string' && isDate(birthDate) && ageAt(birthDate, today) < 18
  )
}

/** Whether the applicant, as far as is known of them, is of the audience. */
export function isAmong(audience: Audience | undefined, applicant: Applicant, today: DateText): boolean {
  if (audience === undefined) return true
  if (audience === 'minor') return isMinor(applicant, today)
  return (applicant.kind === 'legal') === (audience === 'legal')
}
