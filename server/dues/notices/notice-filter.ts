import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { described, each, oneOf, orNull, selectionShape } from '@agremia/resources/json-shape.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import type { Caller } from '@agremia/resources/access.ts'
import type { Sql } from '../../database/sql.ts'
import { sql } from '../../database/sql.ts'
import { invalid } from '../../errors.ts'
import type { FieldMessages } from '../../errors.ts'
import { selectedRecords } from '../../rest/chosen-records.ts'
import type { World } from '../../rest/modules.ts'

/** The steps of notices, each sent at most once for a charge. Each is the message event of that name. */
export const noticeSteps = ['paymentAdvice', 'reminder1', 'reminder2', 'reminder3'] as const
export type NoticeStep = (typeof noticeSteps)[number]

/** Which members and charges get a notice. Empty lists do not filter. */
export interface NoticeFilter {
  /** Minimum debt in cents. */
  minimum: Cents
  /** `{ query }` of the list of charges; null for all. */
  debts: unknown
  /** The states of members that `debts` names: those who left only count when theirs is one, or with `includeEnded`. */
  stateIds: string[]
  memberIds: string[]
  chargeIds: string[]
  includeEnded: boolean
  /** Undefined: the step that each charge has reached by the setting `reminderDays`. */
  step: NoticeStep | undefined
}

/** `NoticeFilter`, as requests have it. */
export const noticeFilterShape = {
  'minimum?': described('Em euros.', 'number'),
  'debts?': orNull(selectionShape),
  ...each(['memberIds?', 'chargeIds?'], 'uuid[]?'),
  'includeEnded?': 'boolean',
  'step?': oneOf(['automatic', ...noticeSteps]),
} as const

const maxListLength = 20_000
const lists = ['memberIds', 'chargeIds'] as const
const known = new Set<string>([...lists, 'minimum', 'debts', 'includeEnded', 'step'])

/** Throws 422 by field. */
export function readNoticeFilter(body: Record<string, unknown>): NoticeFilter {
  const errors: FieldMessages = {}
  const { minimum = 0.01, debts = null, step } = body
  const cents = typeof minimum === 'number' ? decimalToCents(minimum) : undefined
  if (cents === undefined || cents < 0) errors['minimum'] = [fieldErrors.invalid]
  for (const name of lists) if (!isIdList(body[name] ?? [])) errors[name] = ['Escolha valores da lista.']
  const isStep = step === undefined || step === 'automatic' || noticeSteps.some((name) => name === step)
  if (!isStep) errors['step'] = [fieldErrors.option]
  for (const name of Object.keys(body)) if (!known.has(name)) errors[name] = [fieldErrors.unknown]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    minimum: Math.max(1, cents ?? 1),
    debts,
    stateIds: statesIn(debts),
    memberIds: idsOf(body, 'memberIds'),
    chargeIds: idsOf(body, 'chargeIds'),
    includeEnded: body['includeEnded'] === true,
    step: step === 'automatic' ? undefined : (step as NoticeStep | undefined),
  }
}

function isIdList(list: unknown): boolean {
  return Array.isArray(list) && list.length <= maxListLength && list.every((id) => isId(id))
}

function idsOf(body: Record<string, unknown>, name: (typeof lists)[number]): string[] {
  return (body[name] ?? []) as string[]
}

function statesIn(debts: unknown): string[] {
  const { query } = (debts ?? {}) as { query?: Record<string, unknown> }
  return [query?.['_currentStateId'] ?? []].flat().filter((id) => isId(id))
}

/** SQL of the ids of the charges that `debts` selects; undefined when it selects all. Throws 422 on `debts`. */
export function selectedCharges(
  world: World,
  { debts }: Pick<NoticeFilter, 'debts'>,
  context: { caller: Caller; today: string },
): Sql | undefined {
  if (debts === null) return undefined
  const { from, where } = selectedRecords(world, 'unsettledPayments', debts, { ...context, field: 'debts' })
  return sql`SELECT t.id FROM ${from} WHERE ${where}`
}
