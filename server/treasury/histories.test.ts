import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkHistories } from '../dues/ledger/testing.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { duesTools } from '../dues/testing.ts'
import { assertStoredTotals } from '../testing/stored-totals.ts'
import { volume } from '../testing/volume.ts'
import { until } from '../testing/wait.ts'

const app = await testApp()
const there = await testApp({ with: app })
const { as, make, sql, today } = app
const admin = await as('admin')
const other = await there.as('admin')
const { set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))
const years = [year - 2, year - 1, year]

/** An operation. Numbers are reduced to an index of what exists at that time; amounts in cents. */
type Event =
  | {
      what: 'enter'
      kind: 'income' | 'expense'
      account: number
      cents: number
      when: number
      centers: number
    }
  | { what: 'transfer'; from: number; to: number; cents: number; when: number }
  | { what: 'edit'; which: number; cents: number; account: number; when: number }
  | { what: 'cancel'; which: number }
  | { what: 'pay'; cents: number; fee: number; when: number; method: 'cash' | 'transfer' | 'offset' }
  | { what: 'cancelPayment' | 'undoReturn' | 'cancelRefund'; which: number }
  | { what: 'return'; which: number; cost: number }
  | { what: 'refund'; cents: number }
  | { what: 'close'; upTo: number }
  | { what: 'reopen' }

const number = fc.nat({ max: 1000 })
const cents = fc.integer({ min: 1, max: 9999 })
const of = <W extends Event['what']>(what: W) => fc.constant(what)
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: of('enter'),
      kind: fc.constantFrom('income' as const, 'expense' as const),
      account: number,
      cents: fc.integer({ min: 3, max: 9999 }),
      when: number,
      centers: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: of('transfer'), from: number, to: number, cents, when: number }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: of('edit'), which: number, cents, account: number, when: number }),
  },
  { weight: 3, arbitrary: fc.record({ what: of('cancel'), which: number }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: of('pay'),
      cents: fc.integer({ min: 100, max: 9999 }),
      fee: fc.nat({ max: 99 }),
      when: number,
      method: fc.constantFrom('cash' as const, 'transfer' as const, 'offset' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: of('cancelPayment'), which: number }) },
  { weight: 3, arbitrary: fc.record({ what: of('return'), which: number, cost: fc.nat({ max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ what: of('undoReturn'), which: number }) },
  { weight: 2, arbitrary: fc.record({ what: of('refund'), cents: fc.integer({ min: 1, max: 3000 }) }) },
  { weight: 1, arbitrary: fc.record({ what: of('cancelRefund'), which: number }) },
  { weight: 1, arbitrary: fc.record({ what: of('close'), upTo: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ what: of('reopen') }) },
)

/** What an entry or a payment adds to accounts, with its day. */
interface Entry {
  id: string
  date: string
  effects: Map<string, number>
  cancelled: boolean
}

interface Payment extends Entry {
  cents: number
  isOffset: boolean
  /** What its return adds, while it is in force. */
  back?: Map<string, number> | undefined
}

interface Model {
  accounts: { id: string; opening: number }[]
  centers: string[]
  entries: Entry[]
  payments: Payment[]
  refunds: Entry[]
  closedUntil: string
  /** What each account had at the end of the last closed day, when it was closed. */
  closedBalances: Map<string, number>
}

const pick = <T>(list: readonly T[], which: number): T => list[which % Math.max(1, list.length)] as T
const dateOf = (when: number) => {
  const date = `${pick(years, when)}-0${1 + (when % 6)}-1${when % 9}`
  return date > day ? day : date
}
const euros = (amount: number) => amount / 100

async function applyEvent(model: Model, memberId: string, event: Event, turn: number): Promise<void> {
  const caller = turn % 2 === 0 ? admin : other
  const isClosed = (date: string) => date <= model.closedUntil
  switch (event.what) {
    case 'enter': {
      const { id: accountId } = pick(model.accounts, event.account)
      const date = dateOf(event.when)
      const parts = model.centers.slice(0, event.centers)
      const share = Math.floor(event.cents / Math.max(1, parts.length))
      const splits = parts.map((costCenterId, index) => ({
        costCenterId,
        amount: euros(index === 0 ? event.cents - share * (parts.length - 1) : share),
      }))
      const { status, body, text } = await caller.post('/transactions', {
        kind: event.kind,
        date,
        description: 'Movimento',
        amount: euros(event.cents),
        accountId,
        categoryId: categories[event.kind],
        ...(splits.length > 0 && { splits }),
      })
      assert.equal(status, isClosed(date) ? 422 : 201, text)
      const effect = event.kind === 'income' ? event.cents : -event.cents
      if (status === 201)
        model.entries.push({
          id: body.data._id,
          date,
          effects: new Map([[accountId, effect]]),
          cancelled: false,
        })
      return
    }
    case 'transfer': {
      const [from, to] = [pick(model.accounts, event.from), pick(model.accounts, event.to)]
      const date = dateOf(event.when)
      const { status, body, text } = await caller.post('/transactions', {
        kind: 'transfer',
        date,
        description: 'Depósito',
        amount: euros(event.cents),
        accountId: from.id,
        toAccountId: to.id,
      })
      assert.equal(status, isClosed(date) || from === to ? 422 : 201, text)
      const effects = new Map([
        [from.id, -event.cents],
        [to.id, event.cents],
      ])
      if (status === 201) model.entries.push({ id: body.data._id, date, effects, cancelled: false })
      return
    }
    case 'edit': {
      const entry = pick(model.entries, event.which)
      if (!entry) return
      const account = pick(model.accounts, event.account)
      const date = dateOf(event.when)
      const isTransfer = entry.effects.size > 1
      const change = {
        amount: euros(event.cents),
        date,
        ...(!isTransfer && { accountId: account.id, splits: null, costCenterId: null }),
      }
      const { status, text } = await caller.patch(`/transactions/${entry.id}`, change)
      const isUnchanged =
        entry.date === date && isTransfer && Math.abs([...entry.effects.values()][0] ?? 0) === event.cents
      if (isUnchanged) return
      assert.equal(status, entry.cancelled || isClosed(entry.date) || isClosed(date) ? 422 : 200, text)
      if (status !== 200) return
      const signs = [...entry.effects].map(([id, effect]) => [id, Math.sign(effect) * event.cents] as const)
      entry.effects = isTransfer ? new Map(signs) : new Map([[account.id, signs[0]?.[1] ?? 0]])
      entry.date = date
      return
    }
    case 'cancel': {
      const entry = pick(model.entries, event.which)
      if (!entry) return
      const { status, text } = await caller.post(`/transactions/${entry.id}/cancel`, { reason: 'Engano' })
      assert.equal(status, entry.cancelled || isClosed(day) ? 409 : 200, text)
      if (status === 200) entry.cancelled = true
      return
    }
    case 'pay': {
      const date = dateOf(event.when)
      const { cents: amount, fee, method } = event
      const { status, body, text } = await caller.post('/payments', {
        memberId,
        date,
        dateConfirmed: true,
        amount: euros(amount),
        method,
        ...(fee > 0 && { fee: euros(fee) }),
      })
      assert.equal(status, isClosed(date) ? 422 : 201, text)
      const account = method === 'cash' ? model.accounts[0] : model.accounts[1]
      const effects = new Map(method === 'offset' || !account ? [] : [[account.id, amount - fee]])
      if (status === 201)
        model.payments.push({
          id: body.data._id,
          date,
          effects,
          cancelled: false,
          cents: amount,
          isOffset: method === 'offset',
        })
      return
    }
    case 'cancelPayment': {
      const payment = pick(model.payments, event.which)
      if (!payment) return
      const { status, text } = await caller.post(`/payments/${payment.id}/cancel`, { reason: 'Devolvido' })
      const mayNot = payment.cancelled || payment.back !== undefined || isClosed(payment.date)
      // Its credit may have been used for a cost, or given back.
      if (mayNot) assert.equal(status, 409, text)
      else assert.ok(status === 200 || status === 409, text)
      if (status === 200) payment.cancelled = true
      return
    }
    case 'return': {
      const payment = pick(model.payments, event.which)
      if (!payment) return
      const input = {
        date: day,
        reason: 'MD06',
        ...(event.cost > 0 && { cost: euros(event.cost), chargeCost: true }),
      }
      const { status, text } = await caller.post(`/payments/${payment.id}/return`, input)
      assert.equal(status, payment.cancelled || payment.back || payment.isOffset ? 409 : 200, text)
      if (status !== 200) return
      const [account = ''] = payment.effects.keys()
      payment.back = new Map([[account, -payment.cents - event.cost]])
      return
    }
    case 'undoReturn': {
      const payment = pick(model.payments, event.which)
      if (!payment) return
      const { status, text } = await caller.post(`/payments/${payment.id}/undo_return`, { reason: 'Engano' })
      if (!payment.back) assert.equal(status, 409, text)
      // The cost may have been paid since.
      else assert.ok(status === 200 || status === 409, text)
      if (status === 200) payment.back = undefined
      return
    }
    case 'refund': {
      const { credit } = succeeded(await caller.get(`/members/${memberId}`))
      const input = { date: day, amount: euros(event.cents), method: 'transfer', reason: 'Saiu.' }
      const { status, body, text } = await caller.post(`/members/${memberId}/refund_credit`, input)
      assert.equal(status, Math.round(Number(credit) * 100) < event.cents ? 422 : 200, text)
      if (status !== 200) return
      const effects = new Map([[model.accounts[1]?.id ?? '', -event.cents]])
      model.refunds.push({ id: body.data._id, date: day, effects, cancelled: false })
      return
    }
    case 'cancelRefund': {
      const refund = pick(model.refunds, event.which)
      if (!refund) return
      const { status, text } = await caller.post(`/credit_refunds/${refund.id}/cancel`, { reason: 'Engano' })
      if (refund.cancelled) assert.equal(status, 409, text)
      // Its credit may be of a payment that was returned since.
      else assert.ok(status === 200 || status === 409, text)
      if (status === 200) refund.cancelled = true
      return
    }
    case 'close':
    case 'reopen': {
      model.closedUntil = event.what === 'close' ? `${pick(years, event.upTo)}-12-31` : ''
      await set('closedUntil', model.closedUntil)
      // The other process, which keeps settings, hears of it a moment later, and would still refuse reopened days.
      const known = () => there.app.world.organisation.settings()
      await until(async () => (await known()).closedUntil === model.closedUntil)
      model.closedBalances = await balancesAt(model, model.closedUntil)
    }
  }
}

async function balancesAt({ accounts }: Model, date: string): Promise<Map<string, number>> {
  const rows = await sql<{ account: string; effect: string }>(
    `SELECT account_id AS account, sum(effect)::text AS effect FROM transactions WHERE account_id = ANY($1) AND date::text <= $2 GROUP BY 1`,
    [accounts.map(({ id }) => id), date],
  )
  return new Map(rows.map(({ account, effect }) => [account, Number(effect)]))
}

const categories: Record<string, string> = {}
for (const kind of ['income', 'expense']) {
  const { data } = (await admin.get(`/transaction_categories?_kind=${kind}&_sort=order&_limit=1`)).body
  categories[kind] = data[0]?._id ?? ''
}

async function assertTreasury(model: Model): Promise<void> {
  const expected = new Map(model.accounts.map(({ id, opening }) => [id, opening]))
  const returns = model.payments.map(({ back }) => ({
    effects: back ?? new Map<string, number>(),
    cancelled: false,
  }))
  for (const { effects, cancelled } of [...model.entries, ...model.payments, ...model.refunds, ...returns])
    for (const [account, effect] of cancelled ? [] : effects)
      expected.set(account, (expected.get(account) ?? 0) + effect)
  const shown = (await admin.get('/treasury_accounts?_limit=500')).body.data
  for (const { id } of model.accounts) {
    const account = shown.find(({ _id }) => _id === id)
    assert.equal(Math.round(Number(account?.['balance']) * 100), expected.get(id), 'balance')
    const [last] = (
      await admin.get(`/transactions?_accountId=${id}&_sort=-date&_limit=1&_columns=accountBalance`)
    ).body.data
    if (last)
      assert.equal(
        Math.round(Number(last['accountBalance']) * 100),
        expected.get(id),
        'the last running balance',
      )
  }
  assert.deepEqual(await balancesAt(model, model.closedUntil), model.closedBalances, 'what is closed stays')
  assert.deepEqual(await sql(unsoundSql), [])
  await assertStoredTotals(app)
}

/** Rows that contradict each other: one for each broken rule. */
const unsoundSql = `
  SELECT 'day totals' AS rule, NULL::text AS id FROM (
    SELECT account_id, category_id, kind, date, effect FROM transactions UNION ALL
    SELECT account_id, category_id, kind, date, -effect FROM transactions_by_day) d
    GROUP BY account_id, category_id, kind, date HAVING sum(effect) <> 0
  UNION ALL SELECT 'transfers add nothing', NULL WHERE (SELECT sum(effect) FROM transactions WHERE kind = 'transfer') <> 0
  UNION ALL SELECT 'parts add up', t.id::text FROM transactions t JOIN transaction_splits s ON s.transaction_id = t.id
    GROUP BY t.id HAVING sum(s.amount) <> t.amount OR bool_or(s.date <> t.date OR s.kind <> t.kind)
  UNION ALL SELECT 'a reversal mirrors its transaction', t.id::text FROM transactions t LEFT JOIN transactions r ON r.reverses_id = t.id
    WHERE (t.status = 'cancelled') <> (r.id IS NOT NULL) OR r.effect <> -t.effect OR r.account_id <> t.account_id
  UNION ALL SELECT 'numbers are of their year', id::text FROM transactions WHERE split_part(number, '/', 1)::integer <> extract(year FROM date)
  UNION ALL SELECT 'treasury and dues agree', p.id::text FROM payments p
    LEFT JOIN LATERAL (SELECT sum(income) AS income, sum(expense) AS expense FROM transactions t WHERE t.payment_id = p.id) t ON true
    WHERE coalesce(t.income, 0) <> CASE WHEN p.status IN ('registered', 'confirmed') AND p.method <> 'offset' THEN p.amount ELSE 0 END
      OR coalesce(t.expense, 0) <> CASE WHEN p.status <> 'cancelled' AND p.method <> 'offset' THEN coalesce(p.fee, 0) ELSE 0 END
        + coalesce((SELECT r.cost FROM payment_returns r WHERE r.payment_id = p.id AND r.status = 'active'), 0)
  UNION ALL SELECT 'treasury and refunds agree', f.id::text FROM credit_refunds f
    LEFT JOIN LATERAL (SELECT sum(income) AS income FROM transactions t WHERE t.refund_id = f.id) t ON true
    WHERE coalesce(t.income, 0) <> CASE WHEN f.status = 'registered' THEN -f.amount ELSE 0 END
  UNION ALL SELECT 'money back is of its day', t.id::text FROM transactions t LEFT JOIN payment_returns r ON r.id = t.return_id
    LEFT JOIN credit_refunds f ON f.id = t.refund_id WHERE t.date <> coalesce(r.date, f.date)`

test('after any history balances are the opening ones and all movements, closed years stay, and dues agree', async () => {
  await checkHistories(
    event,
    { numRuns: volume({ short: 3, long: 30 }), minLength: 25, maxLength: 40 },
    async (events) => {
      await set('closedUntil', '')
      await sql('UPDATE treasury_accounts SET active = false')
      const made = []
      for (const [index, methods] of [['cash'], ['transfer'], []].entries())
        made.push(
          await make.account({
            methods,
            openingBalance: 100 * index,
            openingDate: `${year - 3}-01-01`,
            order: index,
          }),
        )
      const model: Model = {
        accounts: made.map((account, index) => ({ id: account._id, opening: 10_000 * index })),
        centers: [],
        entries: [],
        payments: [],
        refunds: [],
        closedUntil: '',
        closedBalances: new Map(),
      }
      for (let count = 0; count < 3; count++) model.centers.push((await make.costCenter())._id)
      const { _id: memberId } = await make.member()
      for (const [turn, one] of events.entries()) await applyEvent(model, memberId, one, turn)
      await assertTreasury(model)
      await set('closedUntil', '')
    },
  )
})
