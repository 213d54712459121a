import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { useState } from 'react'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useSession } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { useEntrySession } from './entry-session.ts'
import {
  noChoices,
  choicesToPay,
  choicesToPayAll,
  planPayment,
  proposedDebts,
  keepTicks,
  toggleDebt,
  type Debt,
  type PaymentPlan,
} from './payment-plan.ts'
import { useFieldValidation } from './use-field-validation.ts'
import { usePayers, type Payer } from './payer-queries.ts'
import { createSentPayment, resumeSentPayment, usePaymentSending, type Draft } from './use-payment-sending.ts'

interface PaymentEntryOptions {
  fields: FieldMap
  /** Members on the receipt initially; the first is the payer. */
  memberIds?: readonly string[] | undefined
  /** Charges that are ticked initially. */
  chargeIds?: readonly string[] | undefined
  /** Starts with the unanswered payment that was sent before a reload, if there is one. */
  resumes?: boolean
  onDone?: ((payment: ResourceRecord<'payments'>) => void) | undefined
}

/** State and operations of one payment entry. */
export interface PaymentEntryControls {
  fields: FieldMap
  /** Number of the entry. */
  entry: number
  payers: readonly Payer[]
  /** The member in whose name the receipt is issued and who gets the credit. */
  payerId: string | undefined
  choosePayer: (id: string) => void
  plan: PaymentPlan
  /** Date, method and the other fields except the amount. */
  values: Values
  set: (name: string, value: unknown) => void
  /** The amount in euros, or the typed text when it is no amount. */
  amount: unknown
  setAmount: (written: unknown) => void
  toggle: (debtId: string) => void
  /** Pays `cents` of the charges of an agreement, and nothing else. */
  payInstalment: (agreementId: string, cents: Cents) => void
  payAll: () => void
  /** Adds a line that is not charged yet. */
  addLine: (line: Omit<Debt, 'id'>) => void
  removeLine: (id: string) => void
  addPayer: (record: ResourceRecord<'members'>) => void
  /** Adds members by id; their records are loaded. */
  addPayers: (ids: readonly string[]) => void
  removePayer: (id: string) => void
  /** Replaces a member's record after it changed. */
  updatePayer: (record: ResourceRecord<'members'>) => void
  clear: () => void
  /** Names of the fields that the person changed. */
  changes: string[]
  errorOf: (field: string) => string | undefined
  wrong: string[]
  /** An error that concerns no single field. */
  problem: string | undefined
  /** Whether the payment is being sent, or data is still loading. */
  saving: boolean
  /** Whether the charges of all payers have loaded. */
  isReady: boolean
  register: () => Promise<void>
}

export const entryForm = 'payment'

/** Holds the input of a payment, computes what it settles, and registers it exactly once even after retries. */
export function usePaymentEntry(options: PaymentEntryOptions): PaymentEntryControls {
  const { fields, memberIds, chargeIds, resumes = false, onDone } = options
  const newDraft = useNewDraft(memberIds)
  const [resumed] = useState(() => (resumes ? resumeSentPayment((lastEntry += 1)) : undefined))
  const [draft, setDraft] = useState<Draft>(() => resumed?.draft ?? newDraft())
  const [registered, setRegistered] = useState(0)
  const sending = usePaymentSending(fields, resumed)
  const loaded = usePayers(draft.chosen, draft.entry)
  const unanswered = sending.unanswered?.draft === draft ? sending.unanswered : undefined
  const payers = unanswered?.payers ?? loaded
  const debts = [...payers.flatMap((payer) => payer.debts ?? []), ...draft.added]
  const proposed = proposedDebts(debts, organisationToday(), chargeIds)
  const plan = planPayment(debts, draft.choices, proposed)
  const { choices, values, added } = draft
  const payerId = (payers.find(({ id }) => id === draft.payerId) ?? payers[0])?.id
  // No amount before everything has loaded, because a displayed amount can be registered.
  const amount =
    choices.written === undefined && draft.chosen.length > 0 && isReady(payers) && plan.amount
      ? toEuros(plan.amount)
      : choices.written
  const isToday = values.date === organisationToday()
  const validation = {
    ...useFieldValidation('amount', choices.written),
    ...useFieldValidation('date', isToday ? null : values.date, {
      dateConfirmed: values.dateConfirmed === true,
    }),
  }
  const change = (changed: Partial<Draft>, ofFields: readonly string[] = allocationFields) => {
    sending.forgetErrors(ofFields)
    setDraft((before) => ({ ...before, ...changed }))
  }
  const clear = () => {
    sending.forget()
    // Keeps date and method, which are usually the same for the next payment.
    setDraft({ ...newDraft(), chosen: [], values: { ...values, ...noMoreValues } })
  }

  async function register() {
    if (!isReady(payers)) return
    // Ignores a repeated key press after registering: the new entry is still empty.
    if (registered > 0 && draft.chosen.length === 0 && changesOf(draft).length === 0) return
    const payment = await sending.send(
      unanswered ?? createSentPayment(draft, payers, bodyOf({ payerId, plan, amount, values })),
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
      // A confirmation applies to one date.
      const confirmed = name === 'date' && { dateConfirmed: false }
      change({ values: { ...values, ...confirmed, [name]: value } }, isOfDate ? dateFields : [name])
    },
    amount,
    setAmount: (written) => change({ choices: { ...choices, written } }),
    toggle: (debtId) => change({ choices: toggleDebt(plan, debtId) }),
    payInstalment: (agreementId, cents) =>
      change({ choices: choicesToPay(plan, (debt) => debt.agreementId === agreementId, cents) }),
    payAll: () => change({ choices: choicesToPayAll(plan) }),
    addLine: (line) =>
      change({ added: [...added, { ...line, id: `new-${(lastLine += 1)}` }], choices: keepTicks(plan) }),
    removeLine: (id) => change({ added: added.filter((one) => one.id !== id), choices: keepTicks(plan) }),
    addPayer: (record) =>
      change({ chosen: [...draft.chosen, { id: record._id, record }], choices: keepTicks(plan) }),
    addPayers: (ids) =>
      change({
        chosen: [...draft.chosen, ...ids.map((id) => ({ id, record: undefined }))],
        choices: keepTicks(plan),
      }),
    removePayer: (id) =>
      change({
        chosen: draft.chosen.filter((one) => one.id !== id),
        added: added.filter(({ memberId }) => memberId !== id),
        choices: keepTicks(plan),
      }),
    updatePayer: (record) =>
      change({ chosen: draft.chosen.map((one) => (one.id === record._id ? { id: one.id, record } : one)) }),
    clear,
    changes: changesOf(draft),
    errorOf: (field) => validation[field] ?? sending.errorOf(field),
    wrong: sending.wrong,
    problem: sending.problem,
    saving: sending.saving || !isReady(payers),
    isReady: isReady(payers),
    register,
  }
}

/** The fields whose errors are cleared when members, debts or the amount change. */
const allocationFields = ['memberId', 'amount', 'items']

const dateFields = ['date', 'dateConfirmed']

/** Fields that few payments use, besides those of the treasury. */
const plainFields = ['reference', 'notes']
/** What the treasury keeps of a payment. */
const treasuryFields = ['bankAccountId', 'fee']
const rareFields = [...plainFields, ...treasuryFields]
const noMoreValues = Object.fromEntries(rareFields.map((name) => [name, null]))

/** The fields that few payments use, in their order on the screen. */
export function rareFieldsOf({ hasTreasury }: { hasTreasury: boolean }): readonly string[] {
  return hasTreasury ? rareFields : plainFields
}

let lastEntry = 0
let lastLine = 0

/** The plan is complete only when all members and their charges have loaded. */
function isReady(payers: readonly Payer[]): boolean {
  return payers.every(({ record, debts }) => record !== undefined && debts !== undefined)
}

function useNewDraft(memberIds: readonly string[] = []): () => Draft {
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

/** Date, method and receiver do not count as changes: they carry over from the last payment. */
function changesOf({ chosen, choices, values, added }: Draft): string[] {
  return [
    ...(chosen.some(({ record }) => record !== undefined) ? ['memberId'] : []),
    ...(chosen.length > 0 && choices !== noChoices ? ['amount'] : []),
    ...(added.length > 0 ? ['items'] : []),
    ...rareFields.filter((name) => !isEmptyValue(values[name])),
  ]
}

interface PaymentInput {
  payerId: string | undefined
  plan: PaymentPlan
  amount: unknown
  values: Values
}

/** The request body: one item for each settled debt, exactly as shown. */
function bodyOf({ payerId, plan, amount, values }: PaymentInput): Values {
  const items = plan.debts
    .filter(({ id }) => plan.settled.has(id))
    .map(({ id, charge }) => ({
      ...(charge ? { charge } : { unsettledPaymentId: id }),
      amount: toEuros(plan.settled.get(id) ?? 0),
    }))
  return {
    ...values,
    memberId: payerId ?? null,
    amount: amount ?? null,
    ...(items.length > 0 && { items }),
  }
}
