import { queryOptions } from '@tanstack/react-query'
import { isAudience, type Audience } from '@agremia/resources/application-audience.ts'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { exceededLimit, type AgeLimits } from '@agremia/resources/rules/age-limits.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'

export interface FormField extends FieldDescriptor {
  /** The applicants that it applies to; all when absent. */
  appliesTo?: Audience
}

/** A consent of the form, with its text. */
export interface FormConsent {
  name: string
  label: string
  text: string
  textVersion: number
  required: boolean
  appliesTo?: Audience
}

interface OpenCategory extends AgeLimits {
  _id: string
  allowsCollective: boolean
}

/** The response of `GET application_form`: fields, consents and texts as the organisation configured them. */
export interface ApplicationForm {
  isOpen: boolean
  fields: FormField[]
  consents: FormConsent[]
  texts: { intro: string; thanks: string }
  categories: OpenCategory[]
  photo: 'no' | 'optional' | 'required'
}

export const applicationFormQuery = queryOptions({
  queryKey: ['applicationForm'],
  queryFn: async () => requireAnswer(await api.get<{ data: ApplicationForm }>('application_form')).data,
  staleTime: Infinity,
})

/** The fields that apply to this applicant, in order. `kind` only if some category accepts legal persons. */
export function fieldsFor({ fields, categories }: ApplicationForm, values: Values): FormField[] {
  const today = organisationToday()
  const takesCompanies = categories.some(({ allowsCollective }) => allowsCollective)
  return fields
    .filter(
      ({ name, appliesTo }) => isAudience(appliesTo, values, today) && (name !== 'kind' || takesCompanies),
    )
    .map((field) => adaptField(field, categories, values))
}

export function consentsFor({ consents }: ApplicationForm, values: Values): FormConsent[] {
  return consents.filter(({ appliesTo }) => isAudience(appliesTo, values, organisationToday()))
}

/** Adapts a field to this form: `kind` as radio buttons, proposers in a group, only the categories open to the applicant. */
function adaptField(field: FormField, categories: readonly OpenCategory[], values: Values): FormField {
  if (field.name === 'kind') return { ...field, inputType: 'radio', span: 3 }
  if (field.name.startsWith('proposer')) return { ...field, group: 'Proponentes' }
  if (field.name !== 'categoryId') return field
  const open = new Set(categories.filter((category) => isOpenTo(category, values)).map(({ _id }) => _id))
  const options = field.options?.filter(({ value }) => open.has(value) || value === values.categoryId)
  return { ...field, options: options ?? [] }
}

function isOpenTo(category: OpenCategory, { kind, birthDate }: Values): boolean {
  if (kind === 'legal') return category.allowsCollective
  if (typeof birthDate !== 'string' || !isDate(birthDate)) return true
  return exceededLimit(birthDate, category, organisationToday()) === undefined
}

/** Fields, photo and consents by name, in the order of the page: all that can have an error. */
export function fieldMapOf(fields: readonly FormField[], consents: readonly FormConsent[]): FieldMap {
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

function consentField({ name, label, required }: FormConsent): FieldDescriptor {
  const validation = required ? ['required'] : []
  return { name, type: 'boolean', validation, label, group: 'Consentimentos', inputType: 'checkbox' }
}
