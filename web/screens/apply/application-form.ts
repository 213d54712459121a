import { queryOptions } from '@tanstack/react-query'
import { isAmong, type Audience } from '@agremia/resources/application-audience.ts'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { ageAt, isDate } from '@agremia/resources/rules/dates.ts'
import { api } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'

export interface AskedField extends FieldDescriptor {
  /** Whom it is for; without it, for everybody. */
  appliesTo?: Audience
}

/** Something that the applicant is asked to accept, with its text. */
export interface AskedConsent {
  name: string
  label: string
  text: string
  textVersion: number
  required: boolean
  appliesTo?: Audience
}

/** Ages are in years; empty ones have no bound. */
interface OpenCategory {
  _id: string
  minAge: number | null
  maxAge: number | null
  allowsCollective: boolean
}

/** What the page of applications asks and says, in the organisation's words. */
export interface ApplicationForm {
  isOpen: boolean
  fields: AskedField[]
  consents: AskedConsent[]
  texts: { intro: string; thanks: string }
  categories: OpenCategory[]
  photo: 'no' | 'optional' | 'required'
}

export const applicationFormQuery = queryOptions({
  queryKey: ['applicationForm'],
  queryFn: async () => answered(await api.get<{ data: ApplicationForm }>('application_form')).data,
  staleTime: Infinity,
})

/** The fields that this applicant is asked, in their order. */
export function fieldsFor({ fields, categories }: ApplicationForm, values: Values): AskedField[] {
  const today = organisationToday()
  const takesCompanies = categories.some(({ allowsCollective }) => allowsCollective)
  return fields
    .filter(({ name, appliesTo }) => isAmong(appliesTo, values, today) && (name !== 'kind' || takesCompanies))
    .map((field) => drawn(field, categories, values))
}

export function consentsFor({ consents }: ApplicationForm, values: Values): AskedConsent[] {
  return consents.filter(({ appliesTo }) => isAmong(appliesTo, values, organisationToday()))
}

/** The choice between two is made in sight; proposers stand by themselves; of the categories, those that are possible. */
function drawn(field: AskedField, categories: readonly OpenCategory[], values: Values): AskedField {
  if (field.name === 'kind') return { ...field, inputType: 'radio', span: 3 }
  if (field.name.startsWith('proposer')) return { ...field, group: 'Proponentes' }
  if (field.name !== 'categoryId') return field
  const open = new Set(categories.filter((category) => isOpenTo(category, values)).map(({ _id }) => _id))
  const options = field.options?.filter(({ value }) => open.has(value) || value === values.categoryId)
  return { ...field, options: options ?? [] }
}

function isOpenTo({ minAge, maxAge, allowsCollective }: OpenCategory, { kind, birthDate }: Values): boolean {
  if (kind === 'legal') return allowsCollective
  if (typeof birthDate !== 'string' || !isDate(birthDate)) return true
  const age = ageAt(birthDate, organisationToday())
  return (minAge === null || age >= minAge) && (maxAge === null || age <= maxAge)
}

/** Everything that may be wrong with what was written, in the order of the page. */
export function askedMap(fields: readonly AskedField[], consents: readonly AskedConsent[]): FieldMap {
  const rest = [photoField, ...consents.map(consentField)]
  return Object.fromEntries([...fields, ...rest].map((field) => [field.name, field]))
}

const photoField: FieldDescriptor = {
  name: 'photo',
  type: 'string',
  validation: [],
  label: 'Fotografia',
  group: 'Fotografia',
  inputType: 'image',
}

function consentField({ name, label, required }: AskedConsent): FieldDescriptor {
  const validation = required ? ['required'] : []
  return { name, type: 'boolean', validation, label, group: 'Consentimentos', inputType: 'checkbox' }
}
