import type { Filters } from '../../resource/list/list-state.ts'
import type { NotifyArrival } from './use-notify.ts'

/** Who is told, and by which step, as the address holds it. */
export interface NoticeChoice {
  /** Euros that somebody must owe at least. */
  minimum: number | null
  /** Days since something fell due, at least. */
  olderThanDays: number | null
  /** `automatic`, or the event of a step. */
  step: string
  /** By field of the debts: categories and states. */
  filters: Filters
}

/** The fields of debts by which people are chosen: field → what the server calls the list. */
const listNames = { categoryId: 'categoryIds', currentStateId: 'stateIds' } as const
export const noticeFilterFields = Object.keys(listNames)

export const automatic = 'automatic'

export function readChoice(params: URLSearchParams): NoticeChoice {
  const filters = Object.fromEntries(
    noticeFilterFields
      .map((name) => [name, params.getAll(name)] as const)
      .filter(([, values]) => values.length > 0),
  )
  return {
    minimum: numberOf(params.get('minimo')),
    olderThanDays: numberOf(params.get('idade')),
    step: params.get('passo') ?? automatic,
    filters,
  }
}

export function writeChoice({ minimum, olderThanDays, step, filters }: NoticeChoice): URLSearchParams {
  const params = new URLSearchParams()
  if (minimum !== null) params.set('minimo', String(minimum))
  if (olderThanDays !== null) params.set('idade', String(olderThanDays))
  if (step !== automatic) params.set('passo', step)
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value)
  return params
}

/** The same as the server reads it. */
export function askedOf({ minimum, olderThanDays, step, filters }: NoticeChoice, chosen: NotifyArrival) {
  const lists = Object.entries(listNames).flatMap(([field, name]) =>
    filters[field] ? [[name, [...filters[field]]] as const] : [],
  )
  return {
    ...(minimum !== null && minimum > 0 && { minimum }),
    ...(olderThanDays !== null && { olderThanDays }),
    ...(step !== automatic && { step }),
    ...Object.fromEntries(lists),
    ...chosen,
  }
}

export type AskedNotices = ReturnType<typeof askedOf>

function numberOf(text: string | null): number | null {
  return text === null || text === '' || Number.isNaN(Number(text)) ? null : Number(text)
}
