import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { owedStates } from '@agremia/resources/charge-states.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { use } from 'react'
import { listQueryObject } from '../../api/resource-paths.ts'
import { useTerminology } from '../../api/queries.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toasts.tsx'
import { MayEnterContext } from '../../ui/app-link.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { notifyPath } from '../../paths/dues.ts'
import {
  type Filters,
  type ListState,
  readAddress,
  withFilter,
  writeAddress,
} from '../../resource/list/list-state.ts'

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
  /** `automatic`, or the event of a step. */
  step: string
  /** Of the list of charges: only these are asked for. */
  filters: Filters
  search: string
}

export const automatic = 'automatic'

const wholeList: ListState = { search: '', sort: '', filters: {} }

/** Reads the choice, whose charges are in the address as they are in that of their list. `fields` are those of charges. */
export function readChoice(params: URLSearchParams, fields: FieldMap): NoticeChoice {
  const { filters, search } = readAddress(params, fields, wholeList) ?? wholeList
  const owed = (filters['status'] ?? []).filter((state) => owedStates.some((each) => each === state))
  return {
    minimum: numberOf(params.get('minimo')),
    step: params.get('passo') ?? automatic,
    // Only what is owed is asked for.
    filters: withFilter(filters, 'status', owed.length < owedStates.length ? owed : []),
    search,
  }
}

export function writeChoice(choice: NoticeChoice, fields: FieldMap): URLSearchParams {
  const { minimum, step, filters, search } = choice
  const params = new URLSearchParams()
  if (minimum !== null) params.set('minimo', String(minimum))
  if (step !== automatic) params.set('passo', step)
  return writeAddress({ ...wholeList, filters, search }, fields, wholeList, params)
}

/** The address of the page at `path` for the charges of a list with this address. */
export function noticeAddress(path: string, list: URLSearchParams, fields: FieldMap): string {
  const { filters, search } = readChoice(list, fields)
  const query = writeChoice({ minimum: null, step: automatic, filters, search }, fields).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The body of `POST /payment_notices/preview`, and the input of the bulk task `notices`. */
export function noticeInputOf({ minimum, step, filters, search }: NoticeChoice, chosen: ChosenDebts) {
  const query = listQueryObject({ search, where: filters })
  return {
    ...(minimum !== null && minimum > 0 && { minimum }),
    ...(step !== automatic && { step }),
    ...(Object.keys(query).length > 0 && { debts: { query } }),
    ...chosen,
  }
}

export type NoticeInput = ReturnType<typeof noticeInputOf>

function numberOf(text: string | null): number | null {
  return text === null || text === '' || Number.isNaN(Number(text)) ? null : Number(text)
}
