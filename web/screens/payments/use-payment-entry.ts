import { useState } from 'react'
import { centsToDecimal } from '@agremia/resources/rules/amount.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { useEntrySession } from './entry-session.ts'
import {
  noChoices,
  payOf,
  planPayment,
  proposedDebts,
  settleChoices,
  toggleDebt,
  type PaymentPlan,
} from './payment-plan.ts'
import { newSent, resumeSent, type Draft } from './sent-payment.ts'
import { useJudgedValue } from './use-judged-value.ts'
import { usePayers, type Payer } from './use-payers.ts'
import { usePaymentSending } from './use-payment-sending.ts'

export interface PaymentEntryOptions {
  fields: FieldMap
  /** Who pays, where that is known. */
  memberId?: string | undefined
  /** Only these charges are ticked at first. */
  chargeIds?: readonly string[] | undefined
  /** Begins with the payment that was sent before the page was loaded again and never had an answer. */
  resumes?: boolean
  onDone?: ((payment: StoredRecord) => void) | undefined
}

/** One payment on its way to be registered. */
export interface PaymentEntryControls {
  fields: FieldMap
  /** Tells this entry from the next. */
  entry: number
  payers: readonly Payer[]
  plan: PaymentPlan
  /** What is written besides the amount: date, method and so on. */
  values: Values
  set: (name: string, value: unknown) => void
  /** The amount in euros, or what was written in its place. */
  amount: unknown
  setAmount: (written: unknown) => void
  toggle: (debtId: string) => void
  /** Pays so much (cents) of what an agreement is about, and nothing else. */
  payInstalment: (agreementId: string, cents: number) => void
  addPayer: (record: StoredRecord) => void
  removePayer: (id: string) => void
  /** A member as known since something was done with it. */
  updatePayer: (record: StoredRecord) => void
  clear: () => void
  /** The names of what somebody chose or wrote. */
  changes: string[]
  errorOf: (field: string) => string | undefined
  wrong: string[]
  /** What concerns no single field. */
  problem: string | undefined
  /** Being registered, or not yet known whole. */
  saving: boolean
  register: () => Promise<void>
}

export const entryForm = 'payment'

/** Holds an entry, says what it would settle, and registers it: once, however often it is sent. */
export function usePaymentEntry(options: PaymentEntryOptions): PaymentEntryControls {
  const { fields, memberId, chargeIds, resumes = false, onDone } = options
  const fresh = useFreshDraft(memberId)
  const [resumed] = useState(() => (resumes ? resumeSent((lastEntry += 1)) : undefined))
  const [draft, setDraft] = useState<Draft>(() => resumed?.draft ?? fresh())
  const [registered, setRegistered] = useState(0)
  const sending = usePaymentSending(fields, resumed)
  const found = usePayers(draft.chosen, draft.entry)
  const unanswered = sending.unanswered?.draft === draft ? sending.unanswered : undefined
  const payers = unanswered?.payers ?? found
  const debts = payers.flatMap((payer) => payer.debts ?? [])
  const proposed = proposedDebts(debts, organisationToday(), chargeIds)
  const plan = planPayment(debts, draft.choices, proposed)
  const { choices, values } = draft
  const amount =
    choices.written === undefined && draft.chosen.length > 0 && plan.amount
      ? centsToDecimal(plan.amount)
      : choices.written
  const judged: Readonly<Record<string, string | undefined>> = {
    amount: useJudgedValue('amount', choices.written),
    date: useJudgedValue('date', values.date === organisationToday() ? null : values.date),
  }
  const change = (changed: Partial<Draft>, ofFields: readonly string[] = settledFields) => {
    sending.forgetErrors(ofFields)
    setDraft((before) => ({ ...before, ...changed }))
  }
  const clear = () => {
    sending.forget()
    // The day and the method are mostly those of the next payment too.
    setDraft({ ...fresh(), chosen: [], values: { ...values, reference: null, notes: null } })
  }

  async function register() {
    if (!isReady(payers)) return
    // The key that registered the last one, pressed once too often, finds nothing to register.
    if (registered > 0 && draft.chosen.length === 0 && changesOf(draft).length === 0) return
    const payment = await sending.send(
      unanswered ?? newSent(draft, payers, bodyOf({ payers, plan, amount, values })),
    )
    if (!payment) return
    setRegistered((before) => before + 1)
    clear()
    onDone?.(payment)
  }

  return {
    fields,
    entry: draft.entry,
    payers,
    plan,
    values,
    set: (name, value) => {
      const isOfDate = dateFields.includes(name)
      // What was confirmed was another date.
      const confirmed = name === 'date' && { dateConfirmed: false }
      change({ values: { ...values, ...confirmed, [name]: value } }, isOfDate ? dateFields : [name])
    },
    amount,
    setAmount: (written) => change({ choices: { ...choices, written } }),
    toggle: (debtId) => change({ choices: toggleDebt(plan, debtId) }),
    payInstalment: (agreementId, cents) =>
      change({ choices: payOf(plan, (debt) => debt.agreementId === agreementId, cents) }),
    addPayer: (record) =>
      change({ chosen: [...draft.chosen, { id: record._id, record }], choices: settleChoices(plan) }),
    removePayer: (id) =>
      change({ chosen: draft.chosen.filter((one) => one.id !== id), choices: settleChoices(plan) }),
    updatePayer: (record) =>
      change({ chosen: draft.chosen.map((one) => (one.id === record._id ? { id: one.id, record } : one)) }),
    clear,
    changes: changesOf(draft),
    errorOf: (field) => judged[field] ?? sending.errorOf(field),
    wrong: sending.wrong,
    problem: sending.problem,
    saving: sending.saving || !isReady(payers),
    register,
  }
}

/** What changes with who pays, what for and how much. */
const settledFields = ['memberId', 'amount', 'items']

const dateFields = ['date', 'dateConfirmed']

let lastEntry = 0

/** Until everybody and what they owe is known, nobody knows what the payment would be. */
function isReady(payers: readonly Payer[]): boolean {
  return payers.every(({ record, debts }) => record !== undefined && debts !== undefined)
}

function useFreshDraft(memberId: string | undefined): () => Draft {
  const { method, date, writtenOn } = useEntrySession()
  const name = useSession()?.name
  const today = organisationToday()
  return () => ({
    entry: (lastEntry += 1),
    chosen: memberId === undefined ? [] : [{ id: memberId, record: undefined }],
    choices: noChoices,
    values: {
      date: (writtenOn === today ? date : undefined) ?? today,
      method: method ?? 'cash',
      receivedBy: name ?? null,
    },
  })
}

/** What is kept from one payment to the next is no change of this one. */
function changesOf({ chosen, choices, values }: Draft): string[] {
  return [
    ...(chosen.some(({ record }) => record !== undefined) ? ['memberId'] : []),
    ...(chosen.length > 0 && choices !== noChoices ? ['amount'] : []),
    ...['reference', 'notes'].filter((name) => !isEmptyValue(values[name])),
  ]
}

interface Written {
  payers: readonly Payer[]
  plan: PaymentPlan
  amount: unknown
  values: Values
}

/** The payment as it is sent: what was shown, debt by debt. */
function bodyOf({ payers, plan, amount, values }: Written): Values {
  const items = plan.debts
    .filter(({ id }) => plan.settled.has(id))
    .map(({ id }) => ({ unsettledPaymentId: id, amount: centsToDecimal(plan.settled.get(id) ?? 0) }))
  return {
    ...values,
    memberId: payers[0]?.id ?? null,
    amount: amount ?? null,
    ...(items.length > 0 && { items }),
  }
}
