import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { described, each, oneOf } from '@agremia/resources/json-shape.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import { invalid } from '../../errors.ts'
import type { FieldMessages } from '../../errors.ts'

/** The steps of notices, each sent at most once for a charge. Each is the message event of that name. */
export const noticeSteps = ['paymentAdvice', 'reminder1', 'reminder2', 'reminder3'] as const
export type NoticeStep = (typeof noticeSteps)[number]

/** Which members and charges get a notice. Empty lists do not filter. */
export interface NoticeFilter {
  /** Minimum debt in cents. */
  minimum: Cents
  olderThanDays: number | null
  /** Categories of the charges. */
  categoryIds: string[]
  /** States of the members; states that mark an end only count when they are listed here, or with `includeEnded`. */
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
  'olderThanDays?': 'integer?',
  ...each(['categoryIds?', 'stateIds?', 'memberIds?', 'chargeIds?'], 'uuid[]?'),
  'includeEnded?': 'boolean',
  'step?': oneOf(['automatic', ...noticeSteps]),
} as const

const maxListLength = 20_000
const lists = ['categoryIds', 'stateIds', 'memberIds', 'chargeIds'] as const
const known = new Set<string>([...lists, 'minimum', 'olderThanDays', 'includeEnded', 'step'])

/** Throws 422 by field. */
export function readNoticeFilter(body: Record<string, unknown>): NoticeFilter {
  const errors: FieldMessages = {}
  const { minimum = 0.01, olderThanDays = null, step } = body
  const cents = typeof minimum === 'number' ? decimalToCents(minimum) : undefined
  if (cents === undefined || cents < 0) errors['minimum'] = [fieldErrors.invalid]
  const isAge = Number.isInteger(olderThanDays) && Math.abs(Number(olderThanDays)) < 100_000
  if (olderThanDays !== null && !isAge) errors['olderThanDays'] = ['Indique um número inteiro de dias.']
  for (const name of lists) if (!isIdList(body[name] ?? [])) errors[name] = ['Escolha valores da lista.']
  const isStep = step === undefined || step === 'automatic' || noticeSteps.some((name) => name === step)
  if (!isStep) errors['step'] = [fieldErrors.option]
  for (const name of Object.keys(body)) if (!known.has(name)) errors[name] = [fieldErrors.unknown]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    minimum: Math.max(1, cents ?? 1),
    olderThanDays: olderThanDays as number | null,
    categoryIds: idsOf(body, 'categoryIds'),
    stateIds: idsOf(body, 'stateIds'),
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
