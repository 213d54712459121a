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
  type Debt,
  type PaymentPlan,
} from './payment-plan.ts'
import { newSent, resumeSent, type Draft } from './sent-payment.ts'
import { useJudgedValue } from './use-judged-value.ts'
import { usePayers, type Payer } from './use-payers.ts'
import { usePaymentSending } from './use-payment-sending.ts'

export interface PaymentEntryOptions {
  fields: FieldMap
  /** Who is on the receipt, where that is known; the first pays. */
  memberIds?: readonly string[] | undefined
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
  /** Who of them pays: the receipt and what is left over are theirs. */
  payerId: string | undefined
  choosePayer: (id: string) => void
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
  /** Adds a line for what is not charged yet. */
  addLine: (line: Omit<Debt, 'id'>) => void
  removeLine: (id: string) => void
  addPayer: (record: StoredRecord) => void
  /** Adds members of whom only the id is known so far. */
  addPayers: (ids: readonly string[]) => void
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
  const { fields, memberIds, chargeIds, resumes = false, onDone } = options
  const fresh = useFreshDraft(memberIds)
  const [resumed] = useState(() => (resumes ? resumeSent((lastEntry += 1)) : undefined))
  const [draft, setDraft] = useState<Draft>(() => resumed?.draft ?? fresh())
  const [registered, setRegistered] = useState(0)
  const sending = usePaymentSending(fields, resumed)
  const found = usePayers(draft.chosen, draft.entry)
  const unanswered = sending.unanswered?.draft === draft ? sending.unanswered : undefined
  const payers = unanswered?.payers ?? found
  const debts = [...payers.flatMap((payer) => payer.debts ?? []), ...draft.added]
  const proposed = proposedDebts(debts, organisationToday(), chargeIds)
  const plan = planPayment(debts, draft.choices, proposed)
  const { choices, values, added } = draft
  const payerId = (payers.find(({ id }) => id === draft.payerId) ?? payers[0])?.id
  const amount =
    choices.written === undefined && draft.chosen.length > 0 && plan.amount
      ? centsToDecimal(plan.amount)
      : choices.written
  const isToday = values.date === organisationToday()
  const judged = {
    ...useJudgedValue('amount', choices.written),
    ...useJudgedValue('date', isToday ? null : values.date, { dateConfirmed: values.dateConfirmed === true }),
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
      unanswered ?? newSent(draft, payers, bodyOf({ payerId, plan, amount, values })),
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
    payerId,
    choosePayer: (id) => change({ payerId: id }),
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
    addLine: (line) =>
      change({ added: [...added, { ...line, id: `new-${(lastLine += 1)}` }], choices: settleChoices(plan) }),
    removeLine: (id) => change({ added: added.filter((one) => one.id !== id), choices: settleChoices(plan) }),
    addPayer: (record) =>
      change({ chosen: [...draft.chosen, { id: record._id, record }], choices: settleChoices(plan) }),
    addPayers: (ids) =>
      change({
        chosen: [...draft.chosen, ...ids.map((id) => ({ id, record: undefined }))],
        choices: settleChoices(plan),
      }),
    removePayer: (id) =>
      change({
        chosen: draft.chosen.filter((one) => one.id !== id),
        added: added.filter(({ memberId }) => memberId !== id),
        choices: settleChoices(plan),
      }),
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
let lastLine = 0

/** Until everybody and what they owe is known, nobody knows what the payment would be. */
function isReady(payers: readonly Payer[]): boolean {
  return payers.every(({ record, debts }) => record !== undefined && debts !== undefined)
}

function useFreshDraft(memberIds: readonly string[] = []): () => Draft {
  const { method, date, dateConfirmed, writtenOn } = useEntrySession()
  const name = useSession()?.name
  const today = organisationToday()
  return () => ({
    entry: (lastEntry += 1),
    chosen: memberIds.map((id) => ({ id, record: undefined })),
    payerId: undefined,
    added: [],
    choices: noChoices,
    values: {
      date: (writtenOn === today ? date : undefined) ?? today,
      ...(writtenOn === today && dateConfirmed === true && { dateConfirmed }),
      method: method ?? 'cash',
      receivedBy: name ?? null,
    },
  })
}

/** What is kept from one payment to the next is no change of this one. */
function changesOf({ chosen, choices, values, added }: Draft): string[] {
  return [
    ...(chosen.some(({ record }) => record !== undefined) ? ['memberId'] : []),
    ...(chosen.length > 0 && choices !== noChoices ? ['amount'] : []),
    ...(added.length > 0 ? ['items'] : []),
    ...['reference', 'notes'].filter((name) => !isEmptyValue(values[name])),
  ]
}

interface Written {
  payerId: string | undefined
  plan: PaymentPlan
  amount: unknown
  values: Values
}

/** The payment as it is sent: what was shown, debt by debt. */
function bodyOf({ payerId, plan, amount, values }: Written): Values {
  const items = plan.debts
    .filter(({ id }) => plan.settled.has(id))
    .map(({ id, charge }) => ({
      ...(charge ? { charge } : { unsettledPaymentId: id }),
      amount: centsToDecimal(plan.settled.get(id) ?? 0),
    }))
  return {
    ...values,
    memberId: payerId ?? null,
    amount: amount ?? null,
    ...(items.length > 0 && { items }),
  }
}
