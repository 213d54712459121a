import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { faceOf, type Values } from './index.ts'
import { organisationTimeZone } from './organisation-clock.ts'
import { plainText } from './texts.ts'

type NamingRules = Pick<ResourceDescriptor, 'title' | 'nameTemplate'>

/** Names of records; the time of creation is in them only where the day does not tell them apart. */
export function recordNames(
  descriptor: NamingRules | undefined,
  fields: FieldMap | undefined,
  records: readonly Values[],
): string[] {
  const byDay = records.map((record) => recordName(descriptor, fields, record, formatDay))
  return byDay.map((name, place) =>
    byDay.indexOf(name) === byDay.lastIndexOf(name)
      ? name
      : recordName(descriptor, fields, records[place] ?? {}),
  )
}

const formatDay = (instant: string, timeZone: string) => formatDateTime(instant, timeZone).slice(0, 10)

/** The text of a field of a record; `created_at` is the time of its creation. */
export function fieldText(
  fields: FieldMap | undefined,
  record: Values,
  name: string,
  formatCreation = formatDateTime,
): string {
  if (name === 'created_at') return formatCreation(String(record._created_at), organisationTimeZone())
  const field = fields?.[name]
  return field ? faceOf(field).toText(record[name], field, record) : plainText(record[name])
}

/** Short name of a record, from `nameTemplate` or its title field. Empty before the explainer is loaded. */
export function recordName(
  descriptor: NamingRules | undefined,
  fields: FieldMap | undefined,
  record: Values,
  formatCreation = formatDateTime,
): string {
  if (!descriptor) return ''
  const { title, nameTemplate = `{${title}}` } = descriptor
  const textOf = (name: string) => fieldText(fields, record, name, formatCreation)
  return nameTemplate
    .split(' · ')
    .map((part) => part.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(name)))
    .filter((part) => part !== '')
    .join(' · ')
}
