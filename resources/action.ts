import type { AccessRule, Constraint } from './access.ts'
import { allows } from './access.ts'
import type { Fields } from './fields.ts'
import type { JsonShape } from './json-shape.ts'
import { counted } from './rules/plural.ts'

/** Icons of actions; `web/resource/actions/action-icons.ts` draws them. */
export type ActionIcon =
  | 'accept'
  | 'back'
  | 'bell'
  | 'cancel'
  | 'change'
  | 'check'
  | 'clock'
  | 'coins'
  | 'copy'
  | 'deliver'
  | 'download'
  | 'erase'
  | 'lock'
  | 'mail'
  | 'pause'
  | 'person'
  | 'play'
  | 'print'
  | 'return'
  | 'search'
  | 'send'
  | 'share'
  | 'stop'
  | 'again'
  | 'unlock'

/**
 * Something done to a record. Its texts are templates: `{{subject}}` is the text of a field, `{{name|title}}` of the first field
 * that has one. For several records, `{{records}}` is their number with the resource's word, `{{count|dívida|dívidas}}` with others.
 */
export interface Action {
  /** Text of the button: a verb. */
  label: string
  /** What histories say of it, after the person's name: `isentou`. */
  past: string
  icon: ActionIcon
  /**
   * What is asked before. Absent: with `fields`, the label as the title; without, the label as the question, with the record's name. `false`:
   * nothing, as what it does is easily undone.
   */
  question?: ActionQuestion | false
  /** What the page says when it is done; its fields are those of the changed record. */
  done: string
  /** `done` says that a message leaves: when it is held, the page says only why. */
  sends?: true
  access: AccessRule
  /** The resources that it changes; default: its own. A program needs the permission to write each. */
  writes?: readonly string[]
  /** Removes or undoes something: red buttons. */
  isDestructive?: true
  /** The only check of the record's state: handler, bulk actions and screens read it. Absent: always possible. */
  when?: Condition | readonly Condition[]
  /** Fields of the request body; validated like a record. */
  fields?: Fields
  /** Values of `fields` when the dialog opens. */
  initial?: Readonly<Record<string, InitialValue>>
  /** `data` of the answer; default: the record. */
  answer?: JsonShape
  /** New values of fields of the record. An action that does nothing else needs no handler. */
  sets?: Readonly<Record<string, FieldSource>>
  /** What is asked for several records. `false`: for one at a time; lists do not offer it for a selection, and bulk actions refuse it. */
  many?: ManyQuestion | false
  /** `POST …/:id/<action>/preview` states its consequences, which the question shows. The area has its preview. */
  preview?: true
}

export interface ActionQuestion {
  title?: string
  /** The consequences. */
  text?: string
}

/** What is asked before an action on several records; default: the label with their number, and the consequences for one. */
export interface ManyQuestion extends ActionQuestion {
  /** Fields for one record alone. */
  without?: readonly string[]
}

/** A check of a record's state, and the sentence that refuses the action when the record does not meet it. */
export type Condition = ({ is: Constraint } | { isNot: Constraint }) & { otherwise: string }

/** A value as it is stored, the organisation's day, or a field of the record. */
export type InitialValue<Name = string> =
  | string
  | number
  | boolean
  | null
  | { from: 'today' }
  | { from: 'record'; field: Name }

/** A value as it is stored, or where it comes from: a field that the caller sends, the organisation's day, now. */
export type FieldSource<Input = string> =
  | string
  | number
  | boolean
  | null
  | { from: 'input'; field: Input }
  | { from: 'today' | 'now' }

export function conditionsOf({ when }: Pick<Action, 'when'>): readonly Condition[] {
  return when === undefined ? [] : 'otherwise' in when ? [when] : when
}

/** The sentence that refuses an action on a record; undefined when the record's state allows it. */
export function refusalOf(
  conditions: readonly Condition[],
  record: Record<string, unknown>,
): string | undefined {
  return conditions.find((condition) => !meets(condition, record))?.otherwise
}

function meets(condition: Condition, record: Record<string, unknown>): boolean {
  return 'is' in condition ? allows(condition.is, record) : !allows(condition.isNot, record)
}

/** Whether records that a list's filters leave may meet the conditions. */
export function maySuit(
  conditions: readonly Condition[],
  filters: Readonly<Record<string, readonly string[]>>,
): boolean {
  return conditions.every((condition) => {
    const isTold = 'is' in condition ? condition.is : condition.isNot
    const names = Object.keys(isTold)
    const [name = ''] = names
    const chosen = filters[name] ?? []
    if (names.length !== 1 || chosen.length === 0) return true
    return chosen.some((value) => meets(condition, { [name]: valueOf(value) }))
  })
}

/** A filter's value as records have it. */
function valueOf(text: string): string | boolean | null {
  return { null: null, true: true, false: false }[text] ?? (text === 'null' ? null : text)
}

/** The fields that a template names. */
export function namedFields(template: string): string[] {
  return placeholders(template).flatMap(([first = '', ...others]) =>
    ['count', 'records'].includes(first) ? [] : [first, ...others],
  )
}

/** Fills a template of an action. */
export function fillTemplate(
  template: string,
  { textOf, count = 1 }: { textOf: (name: string) => string; count?: number },
): string {
  return template.replaceAll(placeholder, (_, content: string) => {
    const [first = '', ...others] = content.split('|')
    if (first !== 'count') return [first, ...others].map(textOf).find(Boolean) ?? ''
    const [one = '', many = one] = others
    return counted(count, one, many)
  })
}

const placeholder = /\{\{([^{}]+)\}\}/g

function placeholders(template: string): string[][] {
  return [...template.matchAll(placeholder)].map(([, content = '']) => content.split('|'))
}
