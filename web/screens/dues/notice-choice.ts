import type { Euros } from '@agremia/resources/rules/amount.ts'
import { use } from 'react'
import { useTerminology } from '../../api/queries.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toasts.tsx'
import { MayEnterContext } from '../../ui/app-link.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { notifyPath } from '../../paths/dues.ts'
import type { Filters } from '../../resource/list/list-state.ts'

/** Charges or members that another screen chose; passed as navigation state. */
export interface ChosenDebts {
  /** Only these debts. */
  chargeIds?: string[]
  /** Only the charges of these members. */
  memberIds?: string[]
}

/** The server rejects longer lists. */
const maxChosen = 20_000

/** Returns a function that opens the page that sends notices, for the chosen charges; undefined without permission. */
export function useNotify(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const navigate = useNavigate()
  const to = notifyPath(useTerminology())
  if (!use(MayEnterContext)(to)) return undefined
  return async ({ count, ids }) => {
    if (count > maxChosen) {
      toast('São demasiadas: escolha-as em «Notificar», pelo valor, pela idade ou pela categoria.', {
        tone: 'error',
      })
      return
    }
    const state: ChosenDebts = { chargeIds: await ids() }
    navigate(to, { state })
  }
}

/** Reads the choice from the navigation state; empty when there is none. */
export function readChosenDebts(state: unknown): ChosenDebts {
  const { chargeIds, memberIds } = (state ?? {}) as ChosenDebts
  return { ...(chargeIds && { chargeIds }), ...(memberIds && { memberIds }) }
}

/** Who is notified and by which step; stored in the address. */
export interface NoticeChoice {
  /** Euros: only members who owe at least this. */
  minimum: Euros | null
  /** Only charges whose due date is at least this many days ago. */
  olderThanDays: number | null
  /** `automatic`, or the event of a step. */
  step: string
  /** By field of the charges: categories and states of members. */
  filters: Filters
}

/** The fields of charges that choose people, with the name of each in the request. */
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

/** The body of `POST /payment_notices/preview`, and the input of the bulk task `notices`. */
export function noticeInputOf({ minimum, olderThanDays, step, filters }: NoticeChoice, chosen: ChosenDebts) {
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

export type NoticeInput = ReturnType<typeof noticeInputOf>

function numberOf(text: string | null): number | null {
  return text === null || text === '' || Number.isNaN(Number(text)) ? null : Number(text)
}
