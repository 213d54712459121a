import type { Caller, FieldReader, Verb } from './access.ts'
import { decide, isWriter, readerOf } from './access.ts'
import type { ManyQuestion } from './action.ts'
import { conditionsOf } from './action.ts'
import type { Definition } from './define-resource.ts'
import type { Settings } from './definitions/settings.ts'
import type { ActionDescriptor, FieldDescriptor, FieldMap, ResourceDescriptor } from './descriptor.ts'
import type { Field, Fields } from './fields.ts'
import { resourcePath } from './paths.ts'
import type { Gender } from './rules/names.ts'
import type { Terminology } from './terminology.ts'
import { fillTerms } from './terminology.ts'

/** Returns the fields as the settings change them: required or hidden ones, and fields of other organisations hidden. */
export function effectiveFields(definition: Definition, settings: Settings): Fields {
  const required = listed(settings, `${definition.name}RequiredFields`)
  const hidden = listed(settings, `${definition.name}HiddenFields`)
  const entries = Object.entries(definition.fields)
  const kinds: (string | undefined)[] = [undefined, settings.orgType]
  if (settings.fiscalYearStart !== '1') kinds.push('ownFiscalYear')
  const isUnused = ({ onlyFor }: Field) => !kinds.includes(onlyFor)
  if (required.size === 0 && hidden.size === 0 && !entries.some(([, field]) => isUnused(field)))
    return definition.fields
  return Object.fromEntries(
    entries.map(([name, field]) => [
      name,
      isUnused(field) ? { ...field, hidden: true } : withSettings(name, field, required, hidden),
    ]),
  )
}

function withSettings(name: string, field: Field, required: Set<string>, hidden: Set<string>): Field {
  if (field.readOnly || field.fixed) return field
  if (required.has(name)) return { ...field, required: true, hidden: false }
  if (hidden.has(name) && !field.required) return { ...field, hidden: true }
  return field
}

function listed(settings: Settings, name: string): Set<string> {
  const value = (settings as Record<string, string>)[name] ?? ''
  return new Set(
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
}

/** Returns whether the role may see the field. */
export function mayReadField(field: Field, reader: FieldReader): boolean {
  const { role } = readerOf(reader)
  return (
    !field.writeOnly &&
    !isHiddenFrom(field, reader) &&
    (field.readBy === undefined || field.readBy.includes(role))
  )
}

function isHiddenFrom({ confidential }: Field, reader: FieldReader): boolean {
  return confidential !== undefined && readerOf(reader).hidden?.includes(confidential) === true
}

/** Returns whether the role may change the field, if it may change the record. Without `writeBy`: administrators and editors. */
export function mayWriteField(field: Field, reader: FieldReader): boolean {
  const { role } = readerOf(reader)
  if (isHiddenFrom(field, reader)) return false
  if (field.writeBy) return field.writeBy.includes(role)
  return isWriter({ role }) && (field.readBy === undefined || field.readBy.includes(role))
}

/** Returns the descriptors of the fields that the role may read, with the organisation's terms. */
export function describeFields(fields: Fields, terminology: Terminology, reader: FieldReader): FieldMap {
  const described: FieldMap = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!mayReadField(field, reader) && !(field.writeOnly && mayWriteField(field, reader))) continue
    described[name] = describeField(name, field, terminology, reader)
  }
  return described
}

function describeField(
  name: string,
  field: Field,
  terminology: Terminology,
  reader: FieldReader,
): FieldDescriptor {
  const fill = (template: string) => fillTerms(template, terminology)
  return {
    name,
    type: field.type,
    validation: [...(field.required ? ['required'] : []), ...field.rules],
    label: fill(field.label),
    group: fill(field.group),
    inputType: field.inputType,
    ...(field.help && { help: fill(field.help) }),
    ...(field.blank && { blank: fill(field.blank) }),
    ...(field.unit && { unit: fill(field.unit) }),
    ...(field.options && {
      options: field.options.map(({ help, ...option }) => ({
        ...option,
        label: fill(option.label),
        ...(help !== undefined && { help: fill(help) }),
      })),
    }),
    ...(field.reference && { reference: field.reference }),
    ...(field.badge && { badge: true }),
    ...(field.assigned && { assigned: true }),
    ...((field.readOnly || !mayWriteField(field, reader)) && { readOnly: true }),
    ...(field.fixed && { fixed: true }),
    ...(field.hidden && { hidden: true }),
    ...(field.detail && { detail: true }),
    ...(field.listed && { listed: true }),
    ...(field.sortable && { sortable: true }),
    ...(field.searchable && { searchable: true }),
    ...(field.filterable && { filterable: true }),
    ...(field.summed && { summed: true }),
    ...(field.span && { span: field.span }),
    ...(field.default !== undefined && { default: field.default }),
  }
}

/** The grammatical gender of the resource's label; words for both genders take the masculine form. */
function genderOf({ label }: Definition, { memberGender }: Terminology): Gender {
  if (label.gender === 'member') return memberGender === 'f' ? 'f' : 'm'
  return label.gender ?? 'm'
}

/** Returns the descriptor of a resource: labels, permissions of the caller, actions and list options. */
export function describeResource(
  definition: Definition,
  terminology: Terminology,
  caller: Caller,
): ResourceDescriptor {
  const fill = (template: string) => fillTerms(template, terminology)
  const decisionOn = (verb: Verb) => decide(definition.access, verb, caller)
  const may = (verb: Verb) => decisionOn(verb) !== false
  const gender = genderOf(definition, terminology)
  const one = fill(definition.label.one)
  return {
    name: definition.name,
    path: resourcePath(definition.name),
    label: {
      one,
      many: fill(definition.label.many),
      ...(definition.label.counted && {
        counted: { one: fill(definition.label.counted.one), many: fill(definition.label.counted.many) },
      }),
      new: definition.label.new
        ? fill(definition.label.new)
        : `${gender === 'f' ? 'Nova' : 'Novo'} ${one.toLowerCase()}`,
      gender,
    },
    may: {
      list: may('list'),
      read: may('read'),
      create: may('create'),
      update: decisionOn('update'),
      delete: decisionOn('delete'),
      export: may('export'),
    },
    actions: describeActions(definition, terminology, caller),
    sort: definition.list?.sort ?? '-created_at',
    title: definition.title,
    ...(definition.nameTemplate && { nameTemplate: definition.nameTemplate }),
    ...(!isSearched(definition) && { hasNoSearch: true }),
    ...(definition.essential && { essential: [...definition.essential] }),
    ...(definition.work && {
      work: {
        underWay: definition.work.underWay,
        ...(definition.work.progress && { progress: definition.work.progress }),
      },
    }),
  }
}

/** Areas search computed resources in their own way. */
function isSearched({ kind, fields, list }: Definition): boolean {
  const isSearchable = Object.values(fields).some(({ searchable }) => searchable)
  return kind === 'computed' || list?.searchIn !== undefined || isSearchable
}

function describeActions(
  definition: Definition,
  terminology: Terminology,
  caller: Caller,
): ActionDescriptor[] {
  const fill = (template: string) => fillTerms(template, terminology)
  return Object.entries(definition.actions ?? {})
    .filter(([, action]) => action.access(caller) !== false)
    .map(([name, action]) => ({
      name,
      label: fill(action.label),
      icon: action.icon,
      done: fill(action.done),
      ...(action.question !== undefined && { question: describeQuestion(action.question, fill) }),
      ...(action.fields && { fields: describeFields(action.fields, terminology, caller) }),
      ...(action.initial && { initial: action.initial }),
      ...(action.isDestructive && { isDestructive: true }),
      ...(action.sends && { sends: true }),
      ...(action.when && { when: conditionsOf(action) }),
      ...(action.many !== undefined && { many: describeQuestion(action.many, fill) }),
      ...(action.preview && { preview: true }),
    }))
}

function describeQuestion<Question extends ManyQuestion>(
  question: Question | false,
  fill: (template: string) => string,
): Question | false {
  if (question === false) return false
  const { title, text } = question
  return {
    ...question,
    ...(title !== undefined && { title: fill(title) }),
    ...(text !== undefined && { text: fill(text) }),
  }
}
