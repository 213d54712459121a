import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import fc from 'fast-check'
import { testApp } from '../../testing/test-app.ts'
import { checkHistories, assertSound } from './testing.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, make, today } = app
const admin = await as('admin')
const { read } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

/** An operation. `member` and `which` are reduced to an index of what exists at that time. Amounts in cents. */
type Event =
  | { what: 'charge'; member: number; cents: number; due: number; type: ChargeType; period: string | null }
  | { what: 'pay'; member: number; cents: number; twice: boolean }
  | { what: 'payFor'; member: number; cents: number; charges: [which: number, share: number][] }
  | { what: 'payNew'; member: number; other: number; cents: number; share: number; type: ChargeType }
  | { what: 'cancelPayment'; which: number }
  | { what: 'cancel' | 'exempt' | 'restore' | 'releaseCredit'; which: number }
  | { what: 'useCredit'; member: number }

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
      type: fc.constantFrom(...(Object.keys(chargeTypes) as ChargeType[])),
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
      type: fc.constantFrom(...(Object.keys(chargeTypes) as ChargeType[])),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('cancelPayment' as const), which: number }) },
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
  cancelled: boolean
  lines: { charge: ModelCharge; cents: number }[]
}
interface ModelUse {
  payment: ModelPayment
  charge: ModelCharge
  cents: number
}

class Model {
  charges: ModelCharge[] = []
  payments: ModelPayment[] = []
  uses: ModelUse[] = []

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
      const due = `${dueYear}-01-15`
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
    case 'useCredit':
      return useCredit(model, pick(members, event.member) ?? '')
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
}

test('after random operations, balances, credit and charges equal those of a simple model', async () => {
  await checkHistories(event, { minLength: 5, maxLength: 25, numRuns: 15 }, async (history) => {
    const members = (await Promise.all([make.member(), make.member()])).map(({ _id }) => _id)
    const model = new Model()
    for (const one of history) await applyEvent(model, members, one)
    await compare(model, members)
  })
})
