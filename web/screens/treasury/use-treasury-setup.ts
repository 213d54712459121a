import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type FiscalYearStart, fiscalYearDays, fiscalYearOf } from '@agremia/resources/rules/fiscal-year.ts'
import { movedMethods } from '@agremia/resources/payment-methods.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { api, isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { keys, refreshSettings } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue, isSameValue } from '../../resource/form/changes.ts'
import { readDraft, removeDraft, storeDraft } from '../../resource/form/draft.ts'

/** An account before it is stored; `_k` is its key on the screen. */
export type AccountDraft = Values & { _k: number }

/** What a person decides before the treasury begins. */
export interface TreasuryDraft extends FiscalYearStart {
  accounts: readonly AccountDraft[]
  /** Categories that are not in use. */
  inactiveCategoryIds: readonly string[]
  hasCostCenters: boolean
  costCenters: readonly string[]
}

export interface TreasurySetup {
  draft: TreasuryDraft
  change: (part: Partial<TreasuryDraft>) => void
  /** Changes when the accounting year begins; accounts that open on its first day move with it. */
  beginYearIn: (month: string) => void
  /** Names of what the person changed. */
  changes: string[]
  discard: () => void
  /** The error of a field, `accounts.0.name`. */
  errorOf: (field: string) => string | undefined
  wrong: string[]
  problem: string | undefined
  saving: boolean
  /** Creates everything in one request. Resolves to whether it succeeded. */
  begin: () => Promise<boolean>
}

export const setupForm = 'treasury-setup'
const draftKey = 'treasurySetup'

/** State of the page that sets up the treasury; survives a reload. */
export function useTreasurySetup(today: string): TreasurySetup {
  const client = useQueryClient()
  const start = useFiscalYear()
  const [proposed] = useState(() => proposedDraft(today, start))
  const [draft, setDraft] = useState<TreasuryDraft>(() => ({
    ...proposed,
    ...(readDraft(draftKey)?.changes as Partial<TreasuryDraft> | undefined),
  }))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const changes = namesOf(draft).filter((name) => !isSameValue(draft[name], proposed[name]))
  useEffect(() => {
    const changed = namesOf(draft).filter((name) => !isSameValue(draft[name], proposed[name]))
    if (changed.length === 0) removeDraft(draftKey)
    else
      storeDraft(draftKey, {
        changes: Object.fromEntries(changed.map((name) => [name, draft[name]])),
        over: {},
      })
  }, [draft, proposed])

  async function begin(): Promise<boolean> {
    setSaving(true)
    setErrors({})
    setProblem(undefined)
    try {
      const answer = await api.act('treasury_setup', {
        ...bodyOf(draft),
        ...(draft.fiscalYearStart !== start.fiscalYearStart && { fiscalYearStart: draft.fiscalYearStart }),
      })
      if (isTimedOut(answer)) {
        setProblem('O servidor não respondeu a tempo. Repita: nada fica em duplicado.')
        return false
      }
      removeDraft(draftKey)
      setDraft(proposed)
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.lists('treasuryAccounts') }),
        refreshSettings(client),
      ])
      return true
    } catch (error) {
      if (!isApiError(error)) throw error
      setErrors(error.errors ?? {})
      if (!error.errors) setProblem(error.message)
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    beginYearIn: (fiscalYearStart) =>
      setDraft((before) => {
        const opensWithYear = firstDayOf(today, before)
        const openingDate = firstDayOf(today, { fiscalYearStart })
        const accounts = before.accounts.map((account) =>
          account['openingDate'] === opensWithYear ? { ...account, openingDate } : account,
        )
        return { ...before, fiscalYearStart, accounts }
      }),
    changes,
    discard: () => setDraft(proposed),
    errorOf: (field) => errors[field]?.join(' '),
    wrong: Object.keys(errors),
    problem,
    saving,
    begin,
  }
}

function namesOf(draft: TreasuryDraft): (keyof TreasuryDraft)[] {
  return Object.keys(draft) as (keyof TreasuryDraft)[]
}

/** The first day of the current accounting year. */
const firstDayOf = (today: string, start: FiscalYearStart) =>
  fiscalYearDays(start, fiscalYearOf(start, today)).first

/** A cash box, and a bank account that receives all other methods, from the beginning of the year. */
function proposedDraft(today: string, start: FiscalYearStart): TreasuryDraft {
  const { cash: _cash, ...others } = movedMethods
  const opening = { openingDate: firstDayOf(today, start), openingBalance: 0 }
  return {
    ...start,
    accounts: [
      { _k: 1, name: 'Caixa', kind: 'cash', methods: ['cash'], ...opening },
      { _k: 2, name: 'Banco', kind: 'bank', methods: Object.keys(others), ...opening },
    ],
    inactiveCategoryIds: [],
    hasCostCenters: false,
    costCenters: [],
  }
}

function bodyOf({ accounts, inactiveCategoryIds, hasCostCenters, costCenters }: TreasuryDraft) {
  return {
    accounts: accounts.map(({ _k, ...account }) =>
      Object.fromEntries(
        Object.entries(account).filter(
          // The IBAN of a cash box was typed before its kind was chosen.
          ([name, value]) => !isEmptyValue(value) && !(name === 'iban' && account.kind === 'cash'),
        ),
      ),
    ),
    inactiveCategoryIds,
    hasCostCenters,
    costCenters: hasCostCenters ? costCenters : [],
  }
}
