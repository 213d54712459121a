import type { Caller } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import {
  describeFields,
  describeResource,
  effectiveFields,
  mayWriteField,
} from '@agremia/resources/describe.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import type { JsonSchema } from '@agremia/resources/json-shape.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isFilterable, isRanged, listedFields } from '../rest/list-query.ts'
import { inputSchema, requiredFields, withTerms } from '../rest/openapi-schemas.ts'
import type { Plan } from '../rest/plan.ts'
import type { Permitted } from './permitted.ts'

export interface Words {
  settings: Settings
  terminology: Terminology
}

/** What an assistant must know of a resource to list and read it: fields with their codes and filters. */
export function describeForReading(
  definition: Definition,
  plan: Plan | undefined,
  caller: Caller,
  { settings, terminology }: Words,
) {
  const { label, sort } = describeResource(definition, terminology, caller)
  const fields = describeFields(effectiveFields(definition, settings), terminology, caller)
  const columns = new Set(plan ? listedFields(plan, caller) : [])
  return {
    resource: definition.name,
    label: label.many,
    ...(definition.help && { help: fillTerms(definition.help, terminology) }),
    fields: Object.values(fields)
      .filter(({ hidden, filterable }) => !hidden || filterable)
      .map((field) => describeField(field, definition, { plan, columns })),
    default_columns: defaultColumns(definition, plan, caller),
    default_sort: sort,
    search: Object.values(definition.fields).some(({ searchable }) => searchable),
  }
}

function describeField(
  { name, label, type, help, unit, options, reference, filterable, sortable }: FieldDescriptor,
  { fields }: Definition,
  { plan, columns }: { plan: Plan | undefined; columns: ReadonlySet<string> },
) {
  const field = fields[name]
  // Lists that an area computes have only the filters that they offer.
  const filters = field && (plan ? isFilterable(plan, name) : filterable)
  return {
    name,
    label,
    type,
    ...(help && { help }),
    ...(unit && { unit }),
    ...(options && { codes: Object.fromEntries(options.map(({ value, label: text }) => [value, text])) }),
    ...(reference && { reference }),
    ...(filters && { filters: isRanged(field) ? [name, `${name}_from`, `${name}_to`] : [name] }),
    ...(sortable && { sort: true }),
    ...(plan && !columns.has(name) && { only_in_record: true }),
  }
}

/** The columns of the interface's list. */
export function defaultColumns(
  { title, fields }: Definition,
  plan: Plan | undefined,
  caller: Caller,
): string[] {
  if (!plan) return []
  return listedFields(plan, caller).filter((name) => name === title || fields[name]?.listed)
}

/** Input schemas of what the caller may create, change and do. */
export function describeForWriting(
  definition: Definition,
  caller: Caller,
  { settings, terminology }: Words,
  { create, update }: Permitted,
) {
  const fields = writable(effectiveFields(definition, settings), caller)
  const changeable = Object.fromEntries(Object.entries(fields).filter(([, { fixed }]) => !fixed))
  const { actions } = describeResource(definition, terminology, caller)
  return {
    resource: definition.name,
    ...(create.includes(definition) && {
      create: { ...valuesSchema(fields, terminology), required: requiredFields(fields) },
    }),
    ...(update.includes(definition) && { update: valuesSchema(changeable, terminology) }),
    actions: actions.map(({ name, label, when, isDestructive }) => {
      const input = definition.actions?.[name]?.fields
      return {
        action: name,
        label,
        ...(when && { when }),
        ...(isDestructive && { destructive: true }),
        ...(input && { input: { ...valuesSchema(input, terminology), required: requiredFields(input) } }),
      }
    }),
  }
}

function writable(fields: Fields, caller: Caller): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => mayWriteField(field, caller)))
}

function valuesSchema(fields: Fields, terminology: Terminology): JsonSchema {
  const schema = { ...inputSchema(fields, { asTyped: false }), additionalProperties: false }
  return withTerms(schema, terminology) as JsonSchema
}
