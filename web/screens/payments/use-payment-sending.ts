import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useRef, useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { settleKey } from '../../api/idempotency.ts'
import { addRegistered } from './entry-session.ts'
import { clearSentPayment, storeSentPayment, type SentPayment } from './sent-payment.ts'

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
