import type { AuditChange } from '@agremia/resources/audit-change.ts'
import type { Caller } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { uncapitalise } from '@agremia/resources/letter-case.ts'
import { limitsText, presentationParameters, presenceWords } from '@agremia/resources/list-parameters.ts'
import { formatDate, isDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import { withoutTransaction } from '../database/transaction.ts'
import type { AuditEntry, FieldChange } from './audit.ts'
import { display, recordAudit } from './audit.ts'
import { findNames } from './audit-format.ts'
import type { World } from './modules.ts'
import { lowered } from './resource-api.ts'

interface Exported {
  resource: string
  /** What left, when it is not the list of the resource. */
  title?: string | undefined
  format: string
  /** Number of rows, when it is known before they are read. */
  lines?: number | undefined
  /** Of the list: filters, search, columns. */
  parameters?: Readonly<Record<string, unknown>>
}

/** The event of an export, which is of no record. */
export function exportEntry({ resource, title, format, lines, parameters }: Exported): AuditEntry {
  const changes = Object.entries({ title, format, lines, ...parameters })
    .filter(([, to]) => to !== undefined)
    .map(([field, to]) => ({ field, from: null, to }))
  return { resource, id: newId(), action: 'exported', changes }
}

/** Audits that data left the system. Called before the first byte is sent. */
export async function recordExport(
  world: World,
  { caller, ip: address }: Pick<FastifyRequest, 'caller' | 'ip'>,
  exported: Exported,
): Promise<void> {
  await recordAudit({ db: withoutTransaction(world.database), caller, address }, [exportEntry(exported)])
}

interface ExportEvent {
  resource: string
  changes: readonly FieldChange[]
}

interface ExportWords {
  /** `a lista de sócios`. */
  title: string
  /** Whether it was the list of the resource. */
  isList: boolean
  /** `280 linhas, PDF, estado ativo`. */
  details: string
  /** The columns. */
  changes: AuditChange[]
}

const formatNames: Readonly<Record<string, string>> = { xlsx: 'Excel', plain: 'CSV' }

/** Returns a function that says of these events what left, in the words of the definitions. */
export async function exportDescriber(
  world: World,
  caller: Caller,
  events: readonly ExportEvent[],
): Promise<(event: ExportEvent) => ExportWords> {
  const terminology = await world.organisation.terminology()
  const { timeZone } = await world.organisation.settings()
  const definitionOf = (resource: string) => world.modules.get(resource)?.definition
  const names = await namesOfFiltered(world, caller, events)
  const labelOf = ({ label }: Pick<Field, 'label'>) => fillTerms(label, terminology)
  const textOf = (field: Field, value: string) => {
    const presence = presenceWords[value]
    if (presence !== undefined) return presence
    if (isId(value)) return names.get(value) ?? 'que já não existe'
    if (isDate(value)) return formatDate(value)
    if (field.column === 'boolean') return value === 'true' ? 'sim' : 'não'
    const text = display(field, field.column === 'cents' ? Number(value) : value, terminology, timeZone)
    return field.options ? uncapitalise(text) : text
  }
  return ({ resource, changes }) => {
    const given = new Map(changes.map(({ field, to }) => [field, [to].flat().map(String)]))
    const oneOf = (name: string) => given.get(name)?.at(-1)
    const definition = definitionOf(resource)
    const { fields = {}, label } = definition ?? {}
    const lines = Number(oneOf('lines') ?? Number.NaN)
    const format = oneOf('format')
    const search = oneOf('_search')
    const chosen = given.get('_id')?.length
    const columns = given.get('_columns')?.flatMap((each) => each.split(',')) ?? []
    const title = oneOf('title')
    const filters = definition ? filtersOf(definition, given) : []
    const filterTexts = filters.map(({ field, values, from, to }) => {
      const texts = [
        ...(values.length > 0 ? [values.map((value) => textOf(field, value)).join(' ou ')] : []),
        limitsText({ from, to }, (value) => textOf(field, value)) ?? [],
      ].flat()
      return `${uncapitalise(labelOf(field))} ${texts.join(' e ')}`
    })
    const details = [
      ...(Number.isNaN(lines) ? [] : [counted(lines, 'linha', 'linhas')]),
      ...(format === undefined ? [] : [formatNames[format] ?? format.toUpperCase()]),
      ...(search ? [`pesquisa «${search}»`] : []),
      ...(chosen === undefined ? [] : [counted(chosen, 'escolhida', 'escolhidas')]),
      ...filterTexts,
    ].join(', ')
    const columnText = columns.flatMap((name) => (fields[name] ? [labelOf(fields[name])] : [])).join(', ')
    const isList = title === undefined && label !== undefined
    return {
      title: isList ? `a lista de ${fillTerms(lowered(label.many), terminology)}` : `«${title ?? resource}»`,
      isList,
      details,
      changes: columnText === '' ? [] : [{ field: 'columns', label: 'Colunas', from: null, to: columnText }],
    }
  }
}

interface ListFilter {
  field: Field
  values: string[]
  from?: string
  to?: string
}

const createdAt = { label: 'Criação', column: 'instant' } as Field

/** The filters of an export's parameters, one for each field. Leaves out those of fields that no longer exist. */
function filtersOf(definition: Definition, given: ReadonlyMap<string, readonly string[]>): ListFilter[] {
  const filters = new Map<string, ListFilter>()
  for (const [parameter, values] of given) {
    if (!parameter.startsWith('_') || presentationParameters.has(parameter)) continue
    const [, name = '', side] = /^_(.+?)(?:_(from|to))?$/.exec(parameter) ?? []
    const field = fieldAt(definition, name)
    if (!field) continue
    const filter = filters.get(name) ?? { field, values: [] }
    filters.set(name, filter)
    if (side === 'from' || side === 'to') Object.assign(filter, { [side]: values.at(-1) })
    else filter.values.push(...values)
  }
  return [...filters.values()]
}

/** The field of a filter: `stateId`, or `memberId.stateId` of the record that is referred to. */
function fieldAt({ fields }: Definition, path: string): Field | undefined {
  const [name = '', inner] = path.split('.')
  if (name === 'created_at') return createdAt
  const field = fields[name]
  return inner === undefined || !field?.reference ? field : getDefinition(field.reference).fields[inner]
}

/** The names of the records that exports were filtered by. */
async function namesOfFiltered(
  world: World,
  caller: Caller,
  events: readonly ExportEvent[],
): Promise<Map<string, string>> {
  const ids = events.flatMap(({ resource, changes }) => {
    const definition = world.modules.get(resource)?.definition
    const given = new Map(changes.map(({ field, to }) => [field, [to].flat().map(String)]))
    return definition
      ? filtersOf(definition, given).flatMap(({ field, values }) =>
          values.filter(isId).map((id) => ({ id, resource: field.reference ?? '' })),
        )
      : []
  })
  const found = await Promise.all(
    [...Map.groupBy(ids, ({ resource }) => resource)].map(async ([resource, group]) => {
      // The words of an ordered list, as states and categories, stand in a sentence.
      const isVocabulary = 'order' in (world.modules.get(resource)?.definition.fields ?? {})
      const names = await findNames(
        world,
        caller,
        resource,
        group.map(({ id }) => id),
      )
      return [...names].map(([id, { name }]) => [id, isVocabulary ? uncapitalise(name) : name] as const)
    }),
  )
  return new Map(found.flat())
}
