import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import fc from 'fast-check'
import { addTargetDays } from '@agremia/resources/rules/holidays.ts'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { startGatewaySimulator } from '../../testing/gateway-simulator.ts'
import { csvOf, statementSender } from '../../bank/testing.ts'
import { testApp } from '../../testing/test-app.ts'
import { jobsDone, until } from '../../testing/wait.ts'
import { checkHistories, assertSound } from './testing.ts'
import { duesTools } from '../testing.ts'
import { succeeded } from '../../testing/make.ts'
import { volume } from '../../testing/volume.ts'
import { camt054Of, makeMandate, sendForm, setUpDirectDebit } from '../../direct-debit/testing.ts'
import { namesOf } from '@agremia/resources/names.ts'
import { movedMethods } from '@agremia/resources/payment-methods.ts'
import { inTransaction } from '../../database/transaction.ts'
import { treasuryArea } from '../../treasury/index.ts'

const simulator = await startGatewaySimulator()
const app = await testApp({ config: { gatewayUrl: simulator.origin } })
const { as, make, today, visitor } = app
const admin = await as('admin')
const { read, set } = await duesTools(app)
for (const [name, value] of Object.entries({
  ...simulatedGateways.ifthenpay,
  automatedMemberPayments: 'true',
  hasTreasury: 'true',
}))
  await set(name, value)
const send = await statementSender(app, admin)
const day = await today()
const { _id: collectorId } = await make.collector()
/** Where a collector finds the members. */
const home = { address: 'Rua do Sol, 1' }
const year = Number(day.slice(0, 4))
await setUpDirectDebit(app, admin)
const { directDebit: _ofDirectDebit, cash: _ofCash, ...ofBank } = movedMethods
await make.account({ kind: 'cash', methods: ['cash'] })
await make.account({ methods: namesOf(ofBank) })

/** An operation. `member` and `which` are reduced to an index of what exists at that time. Amounts in cents. */
type Event =
  | { what: 'charge'; member: number; cents: number; due: number; type: ChargeType; period: string | null }
  | { what: 'pay'; member: number; cents: number; twice: boolean }
  | { what: 'payFor'; member: number; cents: number; charges: [which: number, share: number][] }
  | { what: 'payNew'; member: number; other: number; cents: number; share: number; type: ChargeType }
  | { what: 'cancelPayment' | 'return' | 'undoReturn' | 'cancelRefund'; which: number }
  | { what: 'refund'; member: number; cents: number }
  | { what: 'cancel' | 'exempt' | 'restore' | 'releaseCredit'; which: number }
  | { what: 'useCredit'; member: number }
  | { what: 'ask'; member: number }
  | { what: 'callback'; which: number; copies: number }
  | { what: 'debit'; member: number }
  | { what: 'collect' | 'answer'; which: number }
  | {
      what: 'statement'
      member: number
      cents: number
      accepts: boolean
      /** What the movement has in common with an earlier one, `which`. */
      repeats: 'nothing' | 'amount' | 'all'
      which: number
      from: number
    }
  | { what: 'undoLine'; which: number }
  | { what: 'round'; member: number; share: number; meanwhile: number }

const number = fc.nat({ max: 1000 })
const cents = fc.integer({ min: 1, max: 5000 })
/** First and last month of each period; '' is the whole year. */
const monthsOf: Record<string, [number, number]> = {
  '': [1, 12],
  S1: [1, 6],
  S2: [7, 12],
  T2: [4, 6],
  '05': [5, 5],
}
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('charge' as const),
      member: number,
      cents,
      due: fc.nat({ max: 3 }),
      type: fc.constantFrom(...namesOf(chargeTypes)),
      period: fc.constantFrom(...Object.keys(monthsOf)).map((period) => period || null),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('pay' as const), member: number, cents, twice: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('payFor' as const),
      member: number,
      cents,
      charges: fc.array(fc.tuple(number, fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('payNew' as const),
      member: number,
      other: number,
      cents,
      share: fc.integer({ min: 1, max: 100 }),
      type: fc.constantFrom(...namesOf(chargeTypes)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('cancelPayment' as const), which: number }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'return' as const,
        'return' as const,
        'undoReturn' as const,
        'cancelRefund' as const,
      ),
      which: number,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      member: number,
      cents: fc.integer({ min: 1, max: 1500 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'cancel' as const,
        'exempt' as const,
        'restore' as const,
        'releaseCredit' as const,
      ),
      which: number,
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('useCredit' as const), member: number }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('ask' as const), member: number }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('debit' as const), member: number }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('collect' as const, 'collect' as const, 'answer' as const),
      which: number,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('round' as const),
      member: number,
      share: fc.integer({ min: 1, max: 100 }),
      meanwhile: fc.integer({ min: 0, max: 3000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('callback' as const),
      which: number,
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('statement' as const),
      member: number,
      cents: fc.integer({ min: 1, max: 300 }).map((tens) => 10 * tens),
      accepts: fc.boolean(),
      repeats: fc.constantFrom('nothing' as const, 'amount' as const, 'all' as const),
      which: number,
      from: number,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('undoLine' as const), which: number }) },
)

/** A simple model of the ledger to compare with. */
interface ModelCharge {
  id: string
  member: string
  type: ChargeType
  year: number
  period: string | null
  due: string
  cents: number
  state: 'owed' | 'cancelled' | 'exempt'
  /** The payment that created the charge, until a person restores the charge. */
  chargedWith?: ModelPayment | undefined
}
interface ModelPayment {
  id: string
  payer: string
  cents: number
  /** Without its money: it settles nothing and is no credit. */
  cancelled: boolean
  /** Its return, while it is in force: the uses that this undid, and the charge for the credit that was given back. */
  back?: { uses: ModelUse[]; charge: ModelCharge | undefined; ended: ModelCharge[] } | undefined
  lines: { charge: ModelCharge; cents: number }[]
}
interface ModelUse {
  payment: ModelPayment
  /** A refund has none. */
  charge?: ModelCharge
  refund?: ModelRefund
  cents: number
}
interface ModelRefund {
  id: string
  cancelled: boolean
}

/** A reference of the gateway for what a member owed. */
interface ModelIntent {
  id: string
  member: string
  charges: ModelCharge[]
  cents: number
  isPaid: boolean
}

/** A debit that the bank got. */
interface ModelDebit {
  id: string
  batchId: string
  member: string
  lines: { charge: ModelCharge; cents: number }[]
  state: 'pending' | 'booked' | 'rejected'
  payment?: ModelPayment
}

/** A movement of the day at the bank: equal ones are the same object. */
interface ModelMovement {
  member: string
  text: string
  cents: number
}

/** A line of the bank's statement that was booked as a payment. */
interface ModelLine {
  id: string
  payment: ModelPayment
  isBooked: boolean
}

class Model {
  accountId: string
  /** What the files had, as often as it happened. */
  movements: ModelMovement[] = []
  bankLines: ModelLine[] = []
  intents: ModelIntent[] = []
  debits: ModelDebit[] = []
  charges: ModelCharge[] = []
  payments: ModelPayment[] = []
  uses: ModelUse[] = []
  refunds: ModelRefund[] = []
  constructor(accountId: string) {
    this.accountId = accountId
  }

  /** Whether a debit that is not registered has the charge. */
  isDebited(charge: ModelCharge): boolean {
    return this.debits.some(
      ({ state, lines }) => state === 'pending' && lines.some((line) => line.charge === charge),
    )
  }
  paid(charge: ModelCharge): number {
    const fromMoney = this.payments
      .filter(({ cancelled }) => !cancelled)
      .flatMap(({ lines }) => lines.filter((line) => line.charge === charge))
    const fromCredit = this.uses.filter((use) => use.charge === charge)
    return [...fromMoney, ...fromCredit].reduce((sum, part) => sum + part.cents, 0)
  }
  open(charge: ModelCharge): number {
    return charge.state === 'owed' ? charge.cents - this.paid(charge) : 0
  }
  left(payment: ModelPayment): number {
    if (payment.cancelled) return 0
    const given = payment.lines.reduce((sum, line) => sum + line.cents, 0)
    const used = this.uses.filter((use) => use.payment === payment).reduce((sum, use) => sum + use.cents, 0)
    return payment.cents - given - used
  }
  owedBy(member: string): ModelCharge[] {
    return this.charges
      .filter((charge) => charge.member === member && this.open(charge) > 0)
      .toSorted((one, other) =>
        one.due !== other.due
          ? one.due < other.due
            ? -1
            : 1
          : Number(one.type !== 'joia') - Number(other.type !== 'joia') || (one.id < other.id ? -1 : 1),
      )
  }
  /** Whether another charge has the same period: the same joia, or a quota with a month in common. */
  isTaken({
    id,
    member,
    type,
    year,
    period,
  }: Omit<ModelCharge, 'due' | 'cents' | 'state' | 'chargedWith'>): boolean {
    if (type !== 'quota' && type !== 'joia') return false
    const [from, to] = monthsOf[period ?? '']!
    return this.charges.some((other) => {
      if (other.id === id || other.member !== member || other.type !== type || other.year !== year)
        return false
      if (other.state === 'cancelled') return false
      const [first, last] = monthsOf[other.period ?? '']!
      return type === 'joia' ? other.period === period : first <= to && from <= last
    })
  }
  balance(member: string): number {
    return this.owedBy(member).reduce((sum, charge) => sum + this.open(charge), 0)
  }
  credit(member: string): number {
    return this.payments
      .filter(({ payer }) => payer === member)
      .reduce((sum, payment) => sum + this.left(payment), 0)
  }
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)]
let keys = 0

async function applyEvent(model: Model, members: string[], event: Event): Promise<void> {
  switch (event.what) {
    case 'charge': {
      const member = pick(members, event.member) ?? ''
      const dueYear = year - 2 + event.due
      const due = `${dueYear}-01-01`
      const { type, period, cents: amount } = event
      const input = { memberId: member, type, period, amount: amount / 100, dueDate: due }
      const { status, body, text } = await admin.post('/unsettled_payments', input)
      const place = { member, type, year: dueYear, period }
      assert.equal(status, model.isTaken({ id: '', ...place }) ? 422 : 201, text)
      if (status === 201)
        model.charges.push({ id: body.data._id, ...place, due, cents: amount, state: 'owed' })
      return
    }
    case 'pay':
    case 'payFor':
      return payment(model, members, event)
    case 'payNew':
      return newLine(model, members, event)
    case 'cancelPayment': {
      const chosen = pick(model.payments, event.which)
      if (!chosen) return
      const { status } = await admin.post(`/payments/${chosen.id}/cancel`, { reason: 'x' })
      const mayBe = !chosen.cancelled && !model.uses.some((use) => use.payment === chosen)
      assert.equal(status, mayBe ? 200 : 409)
      if (!mayBe) return
      chosen.cancelled = true
      for (const charge of model.charges)
        if (charge.chargedWith === chosen && model.paid(charge) === 0) charge.state = 'cancelled'
      return
    }
    case 'return':
      return giveBack(model, event.which)
    case 'undoReturn':
      return undoReturn(model, event.which)
    case 'refund':
      return refund(model, pick(members, event.member) ?? '', event.cents)
    case 'cancelRefund':
      return cancelRefund(model, event.which)
    case 'useCredit':
      return useCredit(model, pick(members, event.member) ?? '')
    case 'ask':
      return ask(model, pick(members, event.member) ?? '')
    case 'callback':
      return callback(model, event)
    case 'debit':
      return debit(model, pick(members, event.member) ?? '')
    case 'collect':
      return collect(model, event.which)
    case 'answer':
      return answer(model, event.which)
    case 'statement':
      return statement(model, pick(members, event.member) ?? '', event)
    case 'undoLine':
      return undoLine(model, event.which)
    case 'round':
      return round(model, pick(members, event.member) ?? '', event)
    default:
      return act(model, event.what, event.which)
  }
}

async function payment(
  model: Model,
  members: string[],
  event: Extract<Event, { what: 'pay' | 'payFor' }>,
): Promise<void> {
  const payer = pick(members, event.member) ?? ''
  const body: Record<string, unknown> = {
    memberId: payer,
    date: day,
    method: 'transfer',
    amount: event.cents / 100,
  }
  let wanted: { charge: ModelCharge; cents: number }[]
  if (event.what === 'payFor') {
    const all = members.flatMap((member) => model.owedBy(member))
    const named = new Map(event.charges.map(([which, share]) => [pick(all, which), share]))
    wanted = [...named].flatMap(([owed, share]) =>
      owed ? [{ charge: owed, cents: Math.max(1, Math.floor((model.open(owed) * share) / 100)) }] : [],
    )
    if (wanted.length === 0) return
    body['items'] = wanted.map((line) => ({ unsettledPaymentId: line.charge.id, amount: line.cents / 100 }))
  } else wanted = model.owedBy(payer).map((owed) => ({ charge: owed, cents: model.open(owed) }))
  const total = wanted.reduce((sum, line) => sum + line.cents, 0)
  const key = { 'idempotency-key': `history-${++keys}` }
  const response = await admin.post('/payments', body, key)
  if (event.what === 'payFor' && total > event.cents) {
    assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['items']])
    return
  }
  assert.equal(response.status, 201, response.text)
  if (event.what === 'pay' && event.twice)
    assert.equal(
      (await admin.post('/payments', body, key)).text,
      response.text,
      'a repeated request has the same response',
    )
  let left = event.cents
  const lines: ModelPayment['lines'] = []
  for (const line of wanted) {
    const part = Math.min(left, line.cents)
    if (part > 0) lines.push({ charge: line.charge, cents: part })
    left -= part
  }
  model.payments.push({ id: response.body.data._id, payer, cents: event.cents, cancelled: false, lines })
}

/** Pays part or all of a charge that is created with the payment. */
async function newLine(
  model: Model,
  members: string[],
  { member, other, cents: whole, share, type }: Extract<Event, { what: 'payNew' }>,
): Promise<void> {
  const payer = pick(members, member) ?? ''
  const debtor = pick(members, other) ?? ''
  const part = Math.max(1, Math.floor((whole * share) / 100))
  const input = { memberId: debtor, type, amount: whole / 100, dueDate: day }
  const items = [{ charge: input, amount: part / 100 }]
  const body = { memberId: payer, date: day, method: 'transfer', amount: part / 100, items }
  const { status, body: created, text } = await admin.post('/payments', body)
  const place = { member: debtor, type, year, period: null }
  const isTaken = model.isTaken({ id: '', ...place })
  assert.equal(status, isTaken ? 422 : 201, text)
  if (isTaken) return
  const { _id: id, items: lines } = created.data as unknown as {
    _id: string
    items: [{ unsettledPaymentId: string }]
  }
  const charge: ModelCharge = {
    id: lines[0].unsettledPaymentId,
    ...place,
    due: day,
    cents: whole,
    state: 'owed',
  }
  const made = { id, payer, cents: part, cancelled: false, lines: [{ charge, cents: part }] }
  charge.chargedWith = made
  model.charges.push(charge)
  model.payments.push(made)
}

/** Returns a payment: its charges and those that its credit paid are owed again, and so is its credit that was given back. */
async function giveBack(model: Model, which: number): Promise<void> {
  const chosen = pick(model.payments, which)
  if (!chosen) return
  const { status, text } = await admin.post(`/payments/${chosen.id}/return`, { date: day, reason: 'AM04' })
  assert.equal(status, chosen.cancelled ? 409 : 200, text)
  if (!chosen.cancelled) await markReturned(model, chosen)
}

async function markReturned(model: Model, chosen: ModelPayment): Promise<void> {
  const uses = model.uses.filter((use) => use.payment === chosen)
  model.uses = model.uses.filter((use) => use.payment !== chosen)
  chosen.cancelled = true
  const ended = model.charges.filter(
    (charge) =>
      charge.chargedWith === chosen &&
      charge.type === 'donation' &&
      model.paid(charge) === 0 &&
      charge.state === 'owed',
  )
  for (const charge of ended) charge.state = 'cancelled'
  const refunded = uses.reduce((sum, use) => sum + (use.refund ? use.cents : 0), 0)
  let charge: ModelCharge | undefined
  if (refunded > 0) {
    const { body } = await admin.get(`/payments/${chosen.id}/payment_returns?_status=active`)
    const id = String(body.data[0]?.['refundChargeId'])
    charge = {
      id,
      member: chosen.payer,
      type: 'other',
      year,
      period: null,
      due: day,
      cents: refunded,
      state: 'owed',
    }
    model.charges.push(charge)
  }
  chosen.back = { uses, charge, ended }
}

/** Undoes a return, unless its charges were paid, waived or cancelled since: its credit is used as before as far as it fits. */
async function undoReturn(model: Model, which: number): Promise<void> {
  const chosen = pick(
    model.payments.filter(({ back }) => back !== undefined),
    which,
  )
  if (!chosen?.back) return
  const { uses, charge: made, ended } = chosen.back
  const kept = model.uses
  // Credit that paid the charge of the return is released first.
  if (made) model.uses = model.uses.filter((use) => use.charge !== made)
  const isEnded = (charge: ModelCharge) =>
    ended.includes(charge) && charge.state === 'cancelled' && charge.chargedWith === chosen
  const fits = chosen.lines.every(({ charge, cents: part }) => isEnded(charge) || model.open(charge) >= part)
  const mayBe = fits && (!made || model.paid(made) === 0)
  const { status, text } = await admin.post(`/payments/${chosen.id}/undo_return`, { reason: 'x' })
  assert.equal(status, mayBe ? 200 : 409, text)
  if (!mayBe) {
    model.uses = kept
    return
  }
  if (made?.state === 'owed') made.state = 'cancelled'
  for (const { charge } of chosen.lines) if (isEnded(charge)) charge.state = 'owed'
  chosen.cancelled = false
  chosen.back = undefined
  const room = new Map(uses.map(({ charge }) => [charge, charge ? model.open(charge) : Infinity]))
  for (const use of uses) {
    const left = (room.get(use.charge) ?? 0) - use.cents
    if (use.charge) room.set(use.charge, left)
    if (left >= 0) model.uses.push(use)
  }
}

async function refund(model: Model, member: string, amount: number): Promise<void> {
  const input = { amount: amount / 100, date: day, method: 'transfer', reason: 'x' }
  const { status, body, text } = await admin.post(`/members/${member}/refund_credit`, input)
  const mayBe = amount <= model.credit(member)
  assert.equal(status, mayBe ? 200 : 422, text)
  if (!mayBe) return
  const made = { id: body.data._id, cancelled: false }
  model.refunds.push(made)
  let left = amount
  for (const source of model.payments.filter(({ payer }) => payer === member)) {
    const part = Math.min(left, model.left(source))
    if (part > 0) model.uses.push({ payment: source, refund: made, cents: part })
    left -= part
  }
}

async function cancelRefund(model: Model, which: number): Promise<void> {
  const chosen = pick(model.refunds, which)
  if (!chosen) return
  const { status, text } = await admin.post(`/credit_refunds/${chosen.id}/cancel`, { reason: 'x' })
  const isOwed = model.payments.some(({ back }) => back?.uses.some((use) => use.refund === chosen))
  const mayBe = !chosen.cancelled && !isOwed
  assert.equal(status, mayBe ? 200 : 409, text)
  if (!mayBe) return
  chosen.cancelled = true
  model.uses = model.uses.filter((use) => use.refund !== chosen)
}

/** Asks for a reference for all that a member owes: from one euro. */
async function ask(model: Model, member: string): Promise<void> {
  const charges = model.owedBy(member)
  const whole = model.balance(member)
  if (charges.length === 0) return
  const chargeIds = charges.map(({ id }) => id)
  const { status, body, text } = await admin.post('/payment_intents', { memberId: member, chargeIds })
  assert.equal(status, whole < 100 ? 409 : 201, text)
  if (status !== 201) return
  const { _id: id } = body.data
  await until(async () => (await read('payment_intents', id))['status'] === 'pending')
  if (!model.intents.some((intent) => intent.id === id))
    model.intents.push({ id, member, charges, cents: whole, isPaid: false })
}

/** The gateway tells once or more that a reference was paid, maybe after its charges changed. */
async function callback(
  model: Model,
  { which, copies }: Extract<Event, { what: 'callback' }>,
): Promise<void> {
  const intent = pick(model.intents, which)
  if (!intent) return
  const { orderId, externalId, entity, reference } = await read('payment_intents', intent.id)
  const query = new URLSearchParams({
    apk: simulatedGateways.ifthenpay.ifthenpayCallbackKey,
    pm: 'MB',
    val: (intent.cents / 100).toFixed(2),
    oid: String(orderId),
    tid: String(externalId),
    ent: String(entity),
    ref: String(reference),
  })
  const told = Array.from({ length: copies }, () => visitor.get(`/pagamentos/ifthenpay?${query.toString()}`))
  for (const { status, text } of await Promise.all(told)) assert.equal(status, 200, text)
  await jobsDone(app, 'incomingPayments')
  if (intent.isPaid) return
  intent.isPaid = true
  const { paymentId } = await read('payment_intents', intent.id)
  const all = model.owedBy(intent.member)
  const own = all.filter((charge) => intent.charges.includes(charge))
  const lines = linesOf(model, own.length > 0 ? own : all, intent.cents)
  model.payments.push({
    id: String(paymentId),
    payer: intent.member,
    cents: intent.cents,
    cancelled: false,
    lines,
  })
}

/** What money settles: each charge in turn, until it ends. */
function linesOf(model: Model, charges: readonly ModelCharge[], amount: number): ModelPayment['lines'] {
  let left = amount
  return charges.flatMap((charge) => {
    const part = Math.min(left, model.open(charge))
    left -= part
    return part > 0 ? [{ charge, cents: part }] : []
  })
}

/**
 * Imports a file with a movement and those of the day that are stored since some place, `from`. The movement is new when the file has more equal ones
 * than are stored. Its line is then booked as a payment: as the program suggests, or as a person says.
 */
async function statement(
  model: Model,
  payer: string,
  { cents, accepts, repeats, which, from }: Extract<Event, { what: 'statement' }>,
): Promise<void> {
  const { memberNumber } = await read('members', payer)
  const text = `TRF SOCIO ${String(memberNumber)} marca${++keys}fim`
  const earlier = repeats === 'nothing' ? undefined : pick(model.movements, which)
  const movement =
    earlier && repeats === 'all' ? earlier : { member: payer, text, cents: earlier?.cents ?? cents }
  const { member, cents: amount } = movement
  const inFile = [movement, ...model.movements.slice(from % (model.movements.length + 1))]
  const countIn = (movements: readonly ModelMovement[]) => movements.filter((one) => one === movement).length
  const isNew = countIn(inFile) > countIn(model.movements)
  const file = csvOf(...inFile.map((one): [string, string, number] => [day, one.text, one.cents / 100]))
  const sent = await send('bank_statements', file, { accountId: model.accountId })
  assert.equal(sent.status, isNew ? 201 : 409, JSON.stringify(sent.body))
  if (!isNew) return
  model.movements.push(movement)
  const again = await send('bank_statements', file, { accountId: model.accountId })
  assert.equal(again.status, 409, 'the same file brings nothing new')
  const { data } = (await admin.get(`/bank_lines?_statementId=${sent.body.data._id}`)).body
  assert.equal(data.length, 1, 'of the other lines, none is new')
  const id = String(data[0]?._id)
  const line = await read('bank_lines', id)
  type Suggested = { kind: string; memberId?: string; chargeIds?: string[] }
  const [suggested] = (line['suggestions'] ?? []) as Suggested[]
  const isOwn = line['isSure'] === true && suggested?.kind === 'payment' && suggested.memberId === member
  const { status, text: answer } =
    accepts && isOwn
      ? await admin.post(`/bank_lines/${id}/accept`)
      : await admin.post(`/bank_lines/${id}/book`, { kind: 'payment', memberId: member })
  assert.equal(status, 200, answer)
  const named = accepts && isOwn ? (suggested.chargeIds ?? []) : []
  const charges =
    named.length > 0 ? model.charges.filter((one) => named.includes(one.id)) : model.owedBy(member)
  const made: ModelPayment = {
    id: String((await read('bank_lines', id))['paymentId']),
    payer: member,
    cents: amount,
    cancelled: false,
    lines: linesOf(model, charges, amount),
  }
  model.payments.push(made)
  model.bankLines.push({ id, payment: made, isBooked: true })
}

/** Opens a line again: its payment is cancelled, unless that was done, or its credit was used, or it went back. */
async function undoLine(model: Model, which: number): Promise<void> {
  const line = pick(model.bankLines, which)
  if (!line) return
  const { payment } = line
  const { status, text } = await admin.post(`/bank_lines/${line.id}/undo`)
  const isUsed = model.uses.some((use) => use.payment === payment)
  const mayBe = line.isBooked && payment.back === undefined && !isUsed
  assert.equal(status, mayBe ? 200 : 409, text)
  if (!mayBe) return
  line.isBooked = false
  payment.cancelled = true
}

/** A collector brings part of the charges of a member, who may have paid some of them at the office meanwhile. */
async function round(
  model: Model,
  member: string,
  { share, meanwhile }: Extract<Event, { what: 'round' }>,
): Promise<void> {
  const carried = model.owedBy(member).filter((charge) => charge.due <= day && !model.isDebited(charge))
  const owed = carried.reduce((sum, charge) => sum + model.open(charge), 0)
  const assign = async (collectorId: string | null) =>
    admin.post(`/members/${member}/assign_collector`, { collectorId })
  await assign(collectorId)
  const made = await admin.post('/rounds', { collectorId, dueUntil: day })
  await assign(null)
  assert.equal(made.status, owed > 0 ? 201 : 422, made.text)
  if (owed === 0) return
  const { _id } = made.body.data
  await admin.post(`/rounds/${_id}/hand_out`)
  const [visit] = (await admin.get(`/rounds/${_id}/round_visits`)).body.data
  const collected = Math.ceil((owed * share) / 100)
  const marked = await admin.post(`/round_visits/${visit?._id}/mark`, {
    outcome: 'paid',
    amount: collected / 100,
  })
  if (marked.status === 422) {
    // The law lets nobody receive so many donations in cash.
    assert.match(marked.text, /numerário/)
    assert.equal((await admin.post(`/rounds/${_id}/cancel`, { reason: 'x' })).status, 200)
    return
  }
  if (meanwhile > 0) {
    const { body } = await admin.post('/payments', {
      memberId: member,
      date: day,
      amount: meanwhile / 100,
      method: 'transfer',
    })
    const lines = linesOf(model, model.owedBy(member), meanwhile)
    model.payments.push({ id: body.data._id, payer: member, cents: meanwhile, cancelled: false, lines })
  }
  await admin.post(`/rounds/${_id}/settle`, { date: day, deliveredAmount: collected / 100 })
  await jobsDone(app, 'rounds')
  assert.equal((await read('rounds', _id))['state'], 'done')
  const [settled] = (await admin.get(`/rounds/${_id}/round_visits`)).body.data
  const left = carried.reduce((sum, charge) => sum + model.open(charge), 0)
  const lines = linesOf(model, left >= collected ? carried : model.owedBy(member), collected)
  model.payments.push({
    id: String(settled?.['paymentId']),
    payer: member,
    cents: collected,
    cancelled: false,
    lines,
  })
}

async function useCredit(model: Model, member: string): Promise<void> {
  const { status } = await admin.post(`/members/${member}/use_credit`)
  const mayBe = model.credit(member) > 0 && model.balance(member) > 0
  assert.equal(status, mayBe ? 200 : 409)
  if (!mayBe) return
  for (const source of model.payments.filter(({ payer }) => payer === member)) {
    for (const owed of model.owedBy(member)) {
      const part = Math.min(model.left(source), model.open(owed))
      if (part > 0) model.uses.push({ payment: source, charge: owed, cents: part })
    }
  }
}

/** Collects the charges of a member by direct debit, unless there is credit or another debit has all of them. */
async function debit(model: Model, member: string): Promise<void> {
  const lines = model
    .owedBy(member)
    .filter((charge) => !model.isDebited(charge))
    .map((charge) => ({ charge, cents: model.open(charge) }))
  const input = { memberIds: [member], dueUntil: `${year + 1}-01-01`, collectionDate: addTargetDays(day, 3) }
  const { status, body, text } = await admin.post('/debit_batches', input)
  const mayBe = lines.length > 0 && model.credit(member) === 0
  assert.equal(status, mayBe ? 201 : 422, text)
  if (!mayBe) return
  const batchId = body.data._id
  assert.equal(body.data['amount'], lines.reduce((sum, line) => sum + line.cents, 0) / 100)
  succeeded(await admin.post(`/debit_batches/${batchId}/send`))
  await app.sql('UPDATE debit_batches SET collection_date = $1 WHERE id = $2', [day, batchId])
  const [row] = await app.sql<{ id: string }>('SELECT id FROM debit_collections WHERE batch_id = $1', [
    batchId,
  ])
  model.debits.push({ id: row?.id ?? '', batchId, member, lines, state: 'pending' })
}

/** Registers a debit: it pays its charges as far as they are owed, else the oldest ones; the rest is credit. */
async function collect(model: Model, which: number): Promise<void> {
  const chosen = pick(
    model.debits.filter(({ state }) => state === 'pending'),
    which,
  )
  if (!chosen) return
  succeeded(await admin.post(`/debit_batches/${chosen.batchId}/book`))
  await until(async () => (await read('debit_batches', chosen.batchId))['state'] === 'done')
  const collection = await read('debit_collections', chosen.id)
  const cents = chosen.lines.reduce((sum, line) => sum + line.cents, 0)
  const lines: ModelPayment['lines'] = chosen.lines
    .map(({ charge, cents: part }) => ({ charge, cents: Math.min(part, model.open(charge)) }))
    .filter((line) => line.cents > 0)
  if (lines.length === 0) lines.push(...linesOf(model, model.owedBy(chosen.member), cents))
  chosen.state = 'booked'
  chosen.payment = {
    id: String(collection['paymentId']),
    payer: chosen.member,
    cents,
    cancelled: false,
    lines,
  }
  model.payments.push(chosen.payment)
}

/** The bank rejects a debit that is not registered, and returns one that is. */
async function answer(model: Model, which: number): Promise<void> {
  const chosen = pick(model.debits, which)
  if (!chosen) return
  const { _id } = { _id: chosen.id.replaceAll('-', '') }
  const file = camt054Of([{ day, amount: '0.01', code: 'AM04', endToEndId: _id }])
  const { status, text } = await sendForm(admin, '/debit_answers', file)
  const { payment } = chosen
  const mayBe = chosen.state === 'pending' || (payment !== undefined && !payment.cancelled)
  assert.equal(status, mayBe ? 201 : 409, text)
  if (chosen.state === 'pending') chosen.state = 'rejected'
  else if (mayBe && payment) await markReturned(model, payment)
}

async function act(
  model: Model,
  what: 'cancel' | 'exempt' | 'restore' | 'releaseCredit',
  which: number,
): Promise<void> {
  const chosen = pick(model.charges, which)
  if (!chosen) return
  const path = what === 'releaseCredit' ? 'release_credit' : what
  const { status, text } = await admin.post(
    `/unsettled_payments/${chosen.id}/${path}`,
    what === 'cancel' || what === 'exempt' ? { reason: 'x' } : undefined,
  )
  const hasMoney = model.payments.some(
    ({ cancelled, lines }) => !cancelled && lines.some((line) => line.charge === chosen),
  )
  const hasCredit = model.uses.some((use) => use.charge === chosen)
  const release = () => (model.uses = model.uses.filter((use) => use.charge !== chosen))
  const mayBe = {
    cancel: chosen.state !== 'cancelled' && !hasMoney,
    exempt: chosen.state === 'owed' && !hasMoney,
    restore: chosen.state === 'exempt' || (chosen.state === 'cancelled' && !model.isTaken(chosen)),
    releaseCredit: hasCredit,
  }[what]
  assert.equal(status, mayBe ? 200 : 409, `${what}: ${text}`)
  if (!mayBe) return
  if (what !== 'restore') release()
  if (what === 'cancel') chosen.state = 'cancelled'
  if (what === 'exempt') chosen.state = 'exempt'
  if (what !== 'restore') return
  chosen.state = 'owed'
  chosen.chargedWith = undefined
}

async function compare(model: Model, members: string[]): Promise<void> {
  for (const member of members) {
    const stored = await read('members', member)
    assert.deepEqual(
      [stored['balance'], stored['credit']],
      [model.balance(member) / 100, model.credit(member) / 100],
      'balance and credit equal those of the model',
    )
  }
  for (const owed of model.charges) {
    const found = await read('unsettled_payments', owed.id)
    assert.deepEqual(
      [found['paidAmount'], found['openAmount']],
      [model.paid(owed) / 100, model.open(owed) / 100],
    )
  }
  await assertSound(app, members)
  await assertPosted()
}

/** Treasury and dues agree to the cent, after the daily work of the treasury. */
async function assertPosted(): Promise<void> {
  const { world } = app.app
  const settings = await world.organisation.settings()
  await inTransaction(world.database, async (tx) => treasuryArea.daily?.(tx, day, settings, world))
  await jobsDone(app, 'treasuryPosting')
  assert.deepEqual(await app.sql(unlikeTreasurySql), [])
}

/**
 * Accounts with a method, categories, and payments, returns and refunds for which the treasury has another sum than the dues. What was received
 * is of the type of its charge, credit is of quotas, fees and costs of returns are expenses.
 */
const unlikeTreasurySql = `
  WITH money AS (
    SELECT p.id, p.bank_account_id AS account, p.method, coalesce(c.type, 'quota') AS type, i.amount
    FROM payments p JOIN payment_items i ON i.payment_id = p.id LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
    WHERE p.status IN ('registered', 'confirmed') AND p.method <> 'offset'
    UNION ALL SELECT id, bank_account_id, method, 'fees', -fee FROM payments WHERE status <> 'cancelled' AND method <> 'offset' AND fee > 0
    UNION ALL SELECT p.id, p.bank_account_id, p.method, 'fees', -r.cost FROM payment_returns r JOIN payments p ON p.id = r.payment_id
      WHERE r.status = 'active' AND r.cost > 0
    UNION ALL SELECT id, account_id, method, 'quota', -amount FROM credit_refunds WHERE status = 'registered'),
  placed AS (
    SELECT m.id, m.method, m.amount, coalesce(m.account, (SELECT a.id FROM treasury_accounts a WHERE m.method = ANY(a.methods))) AS account,
      coalesce((SELECT k.id FROM transaction_categories k WHERE m.type = ANY(k.charge_types)),
        (SELECT k.id FROM transaction_categories k WHERE k.purpose = 'fees' AND m.type = 'fees'),
        (SELECT k.id FROM transaction_categories k WHERE 'other' = ANY(k.charge_types))) AS category
    FROM money m),
  posted AS (
    SELECT coalesce(refund_id, payment_id) AS id, method, effect AS amount, account_id AS account, category_id AS category
    FROM transactions WHERE payment_id IS NOT NULL OR refund_id IS NOT NULL),
  differences AS (SELECT * FROM placed UNION ALL SELECT id, method, -amount, account, category FROM posted)
  SELECT 'account and method' AS what, account::text || ' ' || method AS which, sum(amount)::text AS difference
    FROM differences GROUP BY account, method HAVING sum(amount) <> 0
  UNION ALL SELECT 'category', category::text, sum(amount)::text FROM differences GROUP BY category HAVING sum(amount) <> 0
  UNION ALL SELECT 'payment or refund', id::text, sum(amount)::text FROM differences GROUP BY id HAVING sum(amount) <> 0
  UNION ALL SELECT 'unposted', p.id::text, p.amount::text FROM payments p
    WHERE p.status <> 'cancelled' AND p.method <> 'offset' AND NOT EXISTS (SELECT FROM transactions t WHERE t.payment_id = p.id AND t.return_id IS NULL)
  UNION ALL SELECT 'unposted return', r.id::text, r.amount::text FROM payment_returns r
    WHERE r.status = 'active' AND NOT EXISTS (SELECT FROM transactions t WHERE t.return_id = r.id)
  UNION ALL SELECT 'unposted refund', f.id::text, f.amount::text FROM credit_refunds f
    WHERE f.status = 'registered' AND NOT EXISTS (SELECT FROM transactions t WHERE t.refund_id = f.id)`

test('after random operations, balances, credit and charges equal those of a simple model', async () => {
  await checkHistories(
    event,
    { minLength: 5, maxLength: 25, numRuns: volume({ short: 6, long: 60 }) },
    async (history) => {
      const members = (await Promise.all([make.member(home), make.member(home)])).map(({ _id }) => _id)
      for (const member of members) await makeMandate(admin, member)
      const model = new Model(
        (await make.account({ methods: [], openingBalance: 0, openingDate: `${year - 3}-01-01` }))._id,
      )
      for (const one of history) await applyEvent(model, members, one)
      await compare(model, members)
    },
  )
})
