import type { Caller } from '@agremia/resources/access.ts'
import { audienceOf } from '@agremia/resources/application-audience.ts'
import type { ApplicationTextName } from '@agremia/resources/application-texts.ts'
import {
  applicationConsentNames,
  memberApplications,
} from '@agremia/resources/definitions/member-applications.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { describeFields, effectiveFields, mayWriteField } from '@agremia/resources/describe.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { RowOf } from '../database/sql.ts'
import { many, sql } from '../database/sql.ts'
import { data } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { fieldDescriptorShape } from '../rest/explainer.ts'
import { minimumTitles, onlineRequired, requiredConsents } from './rules.ts'
import { readTexts } from './texts.ts'
import type { World } from '../rest/modules.ts'

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
  const fields = effectiveFields(memberApplications, settings)
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
function isRequiredOnline(name: string, field: Field): boolean {
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

/** A category open to applications. Ages are in years; null is no limit. */
type OpenCategory = RowOf<typeof openCategoryShape>
const openCategoryShape = {
  _id: 'uuid',
  name: 'text',
  minAge: 'integer?',
  maxAge: 'integer?',
  allowsCollective: 'boolean',
} as const

const audienceShape = { 'appliesTo?': oneOf(['natural', 'legal', 'minor']) } as const

export const formApi: Api = {
  name: 'readApplicationForm',
  summary: 'Ler a página de inscrição',
  tag: 'Página de inscrição',
  answers: {
    200: data({
      isOpen: 'boolean',
      fields: [{ ...fieldDescriptorShape, ...audienceShape }],
      consents: [
        {
          name: 'text',
          label: 'text',
          text: 'text',
          textVersion: 'integer',
          required: 'boolean',
          ...audienceShape,
        },
      ],
      texts: { intro: 'text', thanks: 'text' },
      categories: [openCategoryShape],
      proposers: 'integer',
      minimumTitles: 'integer',
      photo: 'text',
    }),
  },
}

/** The answer of `GET /application_form`: fields, consents, texts and categories, in the terminology of the organisation. */
export async function describeForm(world: World) {
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const texts = await readTexts(world.database.pool, terminology)
  const categories = await openCategories(world)
  const fields = formFields(settings)
  const described = Object.values(describeFields(fields, terminology, 'visitor')).map((field) => ({
    ...asChoice(field, categories),
    ...(audienceOf(field.name) && { appliesTo: audienceOf(field.name) }),
    validation: required(field, isRequiredOnline(field.name, fields[field.name]!)),
  }))
  const consents = [...offeredConsents(settings), 'guardianConsent'] as ApplicationTextName[]
  return {
    isOpen: isOpen(settings),
    fields: described.filter(({ name }) => !consents.includes(name as ApplicationTextName)),
    consents: consents.map((name) => ({
      name,
      label: described.find((field) => field.name === name)?.label ?? name,
      text: texts[name].body,
      textVersion: texts[name].textVersion,
      required: name === 'guardianConsent' || requiredConsents.some((consent) => consent === name),
      ...(audienceOf(name) && { appliesTo: audienceOf(name) }),
    })),
    texts: {
      intro: texts.intro.body,
      thanks: texts.thanks.body,
    },
    categories,
    proposers: Number(settings.applicationsProposers),
    minimumTitles: minimumTitles(settings),
    photo: settings.applicationsPhoto,
  }
}

/** Whether online applications are accepted. */
export function isOpen({ hasMemberApplication, applicationsOnline }: Settings): boolean {
  return hasMemberApplication === 'true' && applicationsOnline === 'true'
}

async function openCategories({ database }: World): Promise<OpenCategory[]> {
  return many(
    database.pool,
    sql`SELECT id AS "_id", name, min_age AS "minAge", max_age AS "maxAge", allows_collective AS "allowsCollective"
     FROM member_categories WHERE active AND accepts_applications ORDER BY "order", id`,
    openCategoryShape,
  )
}

/** Visitors cannot read the referenced resource, so its records become options of the field. */
function asChoice(field: FieldDescriptor, categories: OpenCategory[]): FieldDescriptor {
  const { reference, ...rest } = field
  if (reference === undefined) return rest
  if (field.name !== 'categoryId')
    throw new Error(`${memberApplications.name}.${field.name} is not for visitors`)
  const options = categories.map(({ _id, name }) => ({ value: _id, label: name }))
  return { ...rest, type: 'string', inputType: 'select', options }
}

function required({ validation }: FieldDescriptor, isRequired: boolean): string[] {
  const others = validation.filter((rule) => rule !== 'required')
  return isRequired ? ['required', ...others] : others
}

/** The caller for applications of the public form, whose name appears in audit events. The form itself restricts the fields. */
export const onlineForm: Caller = Object.freeze({
  id: null,
  name: 'Página de inscrição',
  role: 'editor',
  personId: null,
})

/** The origins that may embed the application form in a frame; none while the database is not reachable. */
export async function embedOrigins({ organisation, log }: World): Promise<string[]> {
  try {
    return (await organisation.setting('applicationsEmbedOrigins')).split(',').filter(Boolean)
  } catch (error) {
    log.warn({ err: error }, 'could not read the sites that may embed the application form')
    return []
  }
}
