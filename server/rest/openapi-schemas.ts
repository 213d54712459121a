import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'

export type Schema = Record<string, unknown>

const systemFields: Record<string, Schema> = {
  _id: { type: 'string', format: 'uuid', readOnly: true },
  _created_at: { type: 'string', format: 'date-time', readOnly: true },
  _updated_at: { type: 'string', format: 'date-time', readOnly: true },
  _version: {
    type: 'integer',
    format: 'int32',
    description: 'Aumenta a cada alteração. Ao gravar, uma versão antiga é recusada com 409.',
  },
}

/** Schema of a record in responses: all fields are present, empty ones as null. */
export function recordSchema(fields: Fields, terminology: Terminology): Schema {
  const properties: Record<string, Schema> = { ...systemFields }
  for (const [name, field] of Object.entries(fields)) {
    if (field.writeOnly) continue
    properties[name] = fieldSchema(field, terminology)
    if (!field.reference) continue
    const label = fillTerms(field.label, terminology)
    properties[`${referenceBase(name)}Label`] = {
      type: ['string', 'null'],
      readOnly: true,
      description: `${label} (texto)`,
    }
    if (field.badge)
      properties[`${referenceBase(name)}Tone`] = {
        type: ['string', 'null'],
        readOnly: true,
        description: `${label} (cor)`,
      }
  }
  return { type: 'object', properties }
}

/** Schema of a record in requests. Other properties are rejected. */
export function inputSchema(fields: Fields, terminology: Terminology): Schema {
  const properties: Record<string, Schema> = { _version: systemFields['_version'] as Schema }
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue
    const schema = fieldSchema(field, terminology)
    properties[name] = field.assigned ? { ...schema, type: [schema['type'], 'null'] } : schema
  }
  return { type: 'object', properties }
}

/** Names of the fields that a new record must have. */
export function requiredFields(fields: Fields): string[] {
  return Object.keys(fields).filter(
    (name) => fields[name]?.required && fields[name].default === undefined && !fields[name].readOnly,
  )
}

export function fieldSchema(field: Field, terminology: Terminology): Schema {
  const base = valueSchema(field)
  const isNullable = !isAlwaysPresent(field)
  const texts = [field.label, field.help].flatMap((text) => (text ? [fillTerms(text, terminology)] : []))
  return {
    ...base,
    ...(isNullable && { type: [base['type'], 'null'] }),
    ...(isNullable && Array.isArray(base['enum']) && { enum: [...(base['enum'] as string[]), null] }),
    description: `${texts.join('. ')}${choicesText(field, terminology)}`,
    ...(field.default !== undefined && { default: field.default }),
    ...(field.readOnly && { readOnly: true }),
    ...(field.writeOnly && { writeOnly: true }),
    ...(field.reference && { 'x-reference': field.reference }),
    ...(field.readBy && { 'x-readable-by': field.readBy }),
    ...(field.writeBy && { 'x-writable-by': field.writeBy }),
  }
}

/** Texts of the codes: JSON Schema's `enum` has no labels. */
function choicesText({ options }: Field, terminology: Terminology): string {
  if (!options) return ''
  return `: ${options.map(({ value, label }) => `${value} = ${fillTerms(label, terminology)}`).join('; ')}`
}

/** Type, format and limits of a non-null value. */
export function valueSchema(field: Field): Schema {
  const [min, max] = [ruleNumber(field, 'min'), ruleNumber(field, 'max')]
  switch (field.type) {
    case 'int32':
      return { type: 'integer', format: 'int32', ...numberLimits(min, max) }
    case 'float32':
      return { type: 'number', multipleOf: 0.01, ...numberLimits(min, max) }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'reference':
      return { type: 'string', format: 'uuid' }
    case 'list':
      if (field.column === 'json') return { type: 'array', items: { type: 'object' } }
      if (field.parts) return { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 1000 }
      return { type: 'array', items: { type: 'string', maxLength: 60 }, maxItems: 20 }
    case 'image':
      return { type: 'string', format: 'uri-reference' }
    default:
      return textSchema(field, max)
  }
}

function textSchema(field: Field, max: number | undefined): Schema {
  const choice = field.options && { type: 'string', enum: field.options.map(({ value }) => value) }
  if (field.column === 'json') return { type: 'object', ...(choice && { additionalProperties: choice }) }
  if (choice) return choice
  const format = field.rules.find((rule) => textFormats.includes(rule))
  return { type: 'string', ...(format && { format }), ...(max !== undefined && { maxLength: max }) }
}

/** Our own formats have the name of the rule that checks them. */
const textFormats = ['email', 'phone', 'nif', 'niss', 'iban', 'postalCode', 'colour', 'country']

function numberLimits(minimum: number | undefined, maximum: number | undefined): Schema {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
}

function ruleNumber(field: Field, name: string): number | undefined {
  const rule = field.rules.find((given) => given.startsWith(`${name}:`))
  return rule === undefined ? undefined : Number(rule.slice(name.length + 1))
}
