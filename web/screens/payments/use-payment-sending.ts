import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type FieldErrors, type StoredRecord } from '../../api/client.ts'
import { settleKey } from '../../api/idempotency.ts'
import { rememberRegistered } from './entry-session.ts'
import { refreshLedger } from './payer-queries.ts'
import { forgetSent, keepSent, type Sent } from './sent-payment.ts'

const noAnswer = 'Não se sabe se ficou registado. Registe outra vez: não fica repetido.'

/**
 * Sends one payment at a time. One that was sent and has no answer may be registered: until somebody changes it, it is
 * sent again exactly as it was, whatever news have come since, so that it is registered once.
 */
export function usePaymentSending(fields: FieldMap, resumed: Sent | undefined) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState(resumed && noAnswer)
  const [saving, setSaving] = useState(false)
  const [unanswered, setUnanswered] = useState(resumed)
  const isSending = useRef(false)
  // Until the answer is drawn, the entry is still there to be sent.
  const registeredDraft = useRef<Sent['draft']>(undefined)

  const forget = () => {
    setErrors({})
    setProblem(undefined)
  }
  const settle = ({ key }: Sent) => {
    settleKey(key)
    forgetSent()
    setUnanswered(undefined)
  }

  async function attempt(sent: Sent): Promise<StoredRecord | undefined> {
    try {
      const registered = await api.create('payments', sent.body, { idempotencyKey: sent.key })
      if (isTimedOut(registered)) {
        setProblem(noAnswer)
        return undefined
      }
      registeredDraft.current = sent.draft
      settle(sent)
      rememberRegistered(registered)
      void refreshLedger(client)
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

  async function send(sent: Sent): Promise<StoredRecord | undefined> {
    if (isSending.current || registeredDraft.current === sent.draft) return undefined
    isSending.current = true
    setSaving(true)
    forget()
    keepSent(sent)
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
      forgetSent()
    },
    /** What was said of these fields holds no longer: they were changed since. */
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
