import { fillTemplate, namedFields } from '@agremia/resources/action.ts'
import type { ActionDescriptor, FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { fieldText, recordName } from '../../fields/record-name.ts'

type Naming = Pick<ResourceDescriptor, 'title' | 'nameTemplate'>

/** What is asked before an action on a record. */
export function questionOf(
  action: ActionDescriptor,
  descriptor: Naming,
  fields: FieldMap,
  record: StoredRecord,
): { title: string; text: string | undefined } {
  const { title, text } = action.question || {}
  const fill = (template: string) => fillFrom(template, fields, record)
  const asksFields = action.fields !== undefined
  return {
    title: title === undefined ? (asksFields ? action.label : `${action.label}?`) : fill(title),
    text: text === undefined ? (asksFields ? undefined : recordName(descriptor, fields, record)) : fill(text),
  }
}

/** What is asked before an action on several records. */
export function manyQuestionOf(
  { label, question, many }: ActionDescriptor,
  { label: words }: Pick<ResourceDescriptor, 'label'>,
  count: number,
): { title: string; text: string | undefined } {
  const { one, many: several } = words.counted ?? {
    one: words.one.toLowerCase(),
    many: words.many.toLowerCase(),
  }
  const { title = `${label} {{records}}`, text = (question || {}).text } = many || {}
  const records = counted(count, one, several)
  const fill = (template: string) =>
    fillTemplate(template, { textOf: (name) => (name === 'records' ? records : ''), count })
  const namesField = text !== undefined && namedFields(text).length > 0
  return { title: fill(title), text: text === undefined || namesField ? undefined : fill(text) }
}

/** What the page says when an action is done. `changed` is its answer. */
export function doneOf({ done }: ActionDescriptor, fields: FieldMap, changed: StoredRecord): string {
  return fillFrom(done, fields, changed)
}

/** The values of an action's fields when its dialog opens. */
export function initialOf({ initial = {} }: ActionDescriptor, record?: StoredRecord): Values {
  return Object.fromEntries(
    Object.entries(initial).map(([name, value]) => {
      if (!(value instanceof Object)) return [name, value]
      return [name, value.from === 'today' ? organisationToday() : record?.[value.field]]
    }),
  )
}

function fillFrom(template: string, fields: FieldMap, record: StoredRecord): string {
  return fillTemplate(template, { textOf: (name) => fieldText(fields, record, name) })
}
