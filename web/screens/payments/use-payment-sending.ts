import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useRef, useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { readFromTab, storeInTab } from '../../api/browser-storage.ts'
import { idempotencyKey, settleKey } from '../../api/idempotency.ts'
import { accessToken, readSession } from '../../api/tokens.ts'
import type { Values } from '../../fields/index.ts'
import { addRegistered } from './entry-session.ts'
import type { Choices, Debt } from './payment-plan.ts'
import type { ChosenMember, Payer } from './payer-queries.ts'

const noAnswer = 'Não se sabe se ficou registado. Registe outra vez: não fica repetido.'

/**
 * Sends one payment at a time. A request without an answer may have been registered: until the person changes the input,
 * a retry sends the same body and idempotency key, even if debts changed meanwhile, so that it is registered once.
 */
export function usePaymentSending(fields: FieldMap, resumed: SentPayment | undefined) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState(resumed && noAnswer)
  const [saving, setSaving] = useState(false)
  const [unanswered, setUnanswered] = useState(resumed)
  const isSending = useRef(false)
  // Rejects a second send of the same draft between the answer and the next render.
  const registeredDraft = useRef<SentPayment['draft']>(undefined)

  const forget = () => {
    setErrors({})
    setProblem(undefined)
  }
  const settle = ({ key }: SentPayment) => {
    settleKey(key)
    clearSentPayment()
    setUnanswered(undefined)
  }

  async function attempt(sent: SentPayment): Promise<ResourceRecord<'payments'> | undefined> {
    try {
      const registered = await api.create('payments', sent.body, { idempotencyKey: sent.key })
      if (isTimedOut(registered)) {
        setProblem(noAnswer)
        return undefined
      }
      registeredDraft.current = sent.draft
      settle(sent)
      addRegistered(registered)
      return registered
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.status === 0 || error.status >= 500) setProblem(noAnswer)
      else {
        settle(sent)
        setErrors(error.errors ?? {})
        if (!error.errors) setProblem(error.message)
      }
      return undefined
    }
  }

  async function send(sent: SentPayment): Promise<ResourceRecord<'payments'> | undefined> {
    if (isSending.current || registeredDraft.current === sent.draft) return undefined
    isSending.current = true
    setSaving(true)
    forget()
    storeSentPayment(sent)
    setUnanswered(sent)
    try {
      return await attempt(sent)
    } finally {
      isSending.current = false
      setSaving(false)
    }
  }

  return {
    send,
    unanswered,
    forget: () => {
      forget()
      clearSentPayment()
    },
    /** Clears the errors of fields that were changed. */
    forgetErrors: (changed: readonly string[]) =>
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !changed.includes(name))),
      ),
    saving,
    problem,
    errorOf: (field: string) => errors[field]?.join(' '),
    wrong: Object.keys(fields).filter((name) => errors[name] !== undefined),
  }
}

/** The person's input of one payment entry. */
export interface Draft {
  /** Number of the entry. */
  entry: number
  chosen: readonly ChosenMember[]
  /** The chosen payer; undefined means the first member. */
  payerId: string | undefined
  /** Lines that are not charged yet. */
  added: readonly Debt[]
  choices: Choices
  values: Values
}

/** A payment request, with the input and the payers' data at the time. */
interface SentPayment {
  draft: Draft
  payers: readonly Payer[]
  body: Values
  /** Idempotency key. */
  key: string
}

export function createSentPayment(draft: Draft, payers: readonly Payer[], body: Values): SentPayment {
  return { draft, payers, body, key: idempotencyKey('payments', body) }
}

/** Stores the request in the tab until it is answered, so that it survives a reload. */
function storeSentPayment(sent: SentPayment): void {
  storeInTab(storageKey(), sent)
}

function clearSentPayment(): void {
  sessionStorage.removeItem(storageKey())
}

/** The unanswered request that was sent before the page was reloaded, as a new entry. */
export function resumeSentPayment(entry: number): SentPayment | undefined {
  const stored = readFromTab<SentPayment>(storageKey())
  if (stored === undefined) return undefined
  const { draft, payers, ...sent } = stored
  return {
    ...sent,
    draft: {
      ...draft,
      entry,
      chosen: payers.map(({ id, record }) => ({ id, record: record ?? undefined })),
    },
    payers: payers.map((payer) => ({ ...payer, error: null, retry: () => undefined })),
  }
}

/** Includes the account, so that another person in the same tab does not resume the payment. */
function storageKey(): string {
  return `sentPayment:${readSession(accessToken())?.id ?? ''}`
}
