import type { Caller, Role } from './access.ts'
import { decide } from './access.ts'
import type { Definition } from './define-resource.ts'
import type { Settings } from './definitions/settings.ts'
import type { ActionDescriptor, FieldDescriptor, FieldMap, ResourceDescriptor } from './descriptor.ts'
import type { Field, Fields } from './fields.ts'
import { resourcePath } from './paths.ts'
import type { Gender } from './rules/names.ts'
import type { Terminology } from './terminology.ts'
import { fillTerms } from './terminology.ts'

/** A definition as the organisation has set it: some fields required or hidden by its settings, or not used by its type. */
export function effectiveFields(definition: Definition, settings: Settings): Fields {
  const required = listed(settings, `${definition.name}RequiredFields`)
  const hidden = listed(settings, `${definition.name}HiddenFields`)
  const entries = Object.entries(definition.fields)
  const isForeign = ({ onlyFor }: Field) => onlyFor !== undefined && onlyFor !== settings.orgType
  if (required.size === 0 && hidden.size === 0 && !entries.some(([, field]) => isForeign(field)))
    return definition.fields
  return Object.fromEntries(
    entries.map(([name, field]) => [
      name,
      isForeign(field) ? { ...field, hidden: true } : withSettings(name, field, required, hidden),
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

/** Whether the role may see the field at all. */
export function mayReadField(field: Field, role: Role): boolean {
  return !field.writeOnly && (field.readBy === undefined || field.readBy.includes(role))
}

/** Whether the role may change it, once its rule on records has said yes. Without `writeBy`, staff only. */
export function mayWriteField(field: Field, role: Role): boolean {
  if (field.writeBy) return field.writeBy.includes(role)
  return (
    (role === 'admin' || role === 'editor') && (field.readBy === undefined || field.readBy.includes(role))
  )
}

/** The explainer's entry of one resource: what the caller's role may read, in the organisation's words. */
export function describeFields(fields: Fields, terminology: Terminology, role: Role): FieldMap {
  const described: FieldMap = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!mayReadField(field, role) && !(field.writeOnly && mayWriteField(field, role))) continue
    described[name] = describeField(name, field, terminology, role)
  }
  return described
}

function describeField(name: string, field: Field, terminology: Terminology, role: Role): FieldDescriptor {
  const said = (template: string) => fillTerms(template, terminology)
  return {
    name,
    type: field.type,
    validation: [...(field.required ? ['required'] : []), ...field.rules],
    label: said(field.label),
    group: said(field.group),
    inputType: field.inputType,
    ...(field.help && { help: said(field.help) }),
    ...(field.unit && { unit: said(field.unit) }),
    ...(field.options && {
      options: field.options.map((option) => ({ ...option, label: said(option.label) })),
    }),
    ...(field.reference && { reference: field.reference }),
    ...(field.badge && { badge: true }),
    ...(field.assigned && { assigned: true }),
    ...((field.readOnly || !mayWriteField(field, role)) && { readOnly: true }),
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

/** The gender of a resource's words; words for both genders at once go with what is masculine. */
function genderOf({ label }: Definition, { memberGender }: Terminology): Gender {
  if (label.gender === 'member') return memberGender === 'f' ? 'f' : 'm'
  return label.gender ?? 'm'
}

/** What the interface must know of a resource besides its fields. */
export function describeResource(
  definition: Definition,
  terminology: Terminology,
  caller: Caller,
): ResourceDescriptor {
  const said = (template: string) => fillTerms(template, terminology)
  const may = (verb: Parameters<typeof decide>[1]) => decide(definition.access, verb, caller) !== false
  const gender = genderOf(definition, terminology)
  const one = said(definition.label.one)
  return {
    name: definition.name,
    path: resourcePath(definition.name),
    label: {
      one,
      many: said(definition.label.many),
      new: definition.label.new
        ? said(definition.label.new)
        : `${gender === 'f' ? 'Nova' : 'Novo'} ${one.toLowerCase()}`,
      gender,
    },
    may: {
      list: may('list'),
      read: may('read'),
      create: may('create'),
      update: may('update'),
      delete: may('delete'),
      export: may('export'),
    },
    actions: describeActions(definition, terminology, caller),
    sort: definition.list?.sort ?? '-created_at',
    title: definition.title,
    ...(definition.nameTemplate && { nameTemplate: definition.nameTemplate }),
    ...(definition.work && {
      work: {
        underWay: definition.work.underWay,
        ...(definition.work.progress && { progress: definition.work.progress }),
      },
    }),
  }
}

function describeActions(
  definition: Definition,
  terminology: Terminology,
  caller: Caller,
): ActionDescriptor[] {
  return Object.entries(definition.actions ?? {})
    .filter(([, action]) => action.access(caller) !== false)
    .map(([name, action]) => ({
      name,
      label: fillTerms(action.label, terminology),
      ...(action.fields && { fields: describeFields(action.fields, terminology, caller.role) }),
      ...(action.isDestructive && { isDestructive: true }),
      ...(action.when && { when: action.when }),
    }))
}
