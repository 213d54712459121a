import fc from 'fast-check'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { addDays, daysBetween } from '@agremia/resources/rules/dates.ts'
import { duesTools } from '../dues/testing.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { volume } from '../testing/volume.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { charge, pay, set, changeState } = await duesTools(app)
await set('hasTreasury', 'true')
const day = await today()
const lastYear = Number(day.slice(0, 4)) - 1
const yearEnd = `${lastYear}-12-31`
/** Days that pass from the last week of the last year until today. */
const sinceYearEnd = daysBetween(yearEnd, day) + 7

/** Moves the moment of entering by days of the mainland, whose hours change twice a year. */
const enteredBefore = (days: number) =>
  `created_at = (created_at AT TIME ZONE 'Europe/Lisbon' - interval '${days} days') AT TIME ZONE 'Europe/Lisbon'`

/** Moves the ledger into the past: what was entered today was entered so many days ago. */
async function letDaysPass(days: number): Promise<void> {
  const farAway = 1_000_000
  for (const statement of [
    'ALTER TABLE unsettled_payments DISABLE TRIGGER keep_former_charge',
    `UPDATE unsettled_payments SET ${enteredBefore(days)}, due_date = due_date - ${days}, last_paid_on = last_paid_on - ${days}`,
    'ALTER TABLE unsettled_payments ENABLE TRIGGER keep_former_charge',
    // In two steps, as each row is compared with those that did not move yet.
    `UPDATE former_charges SET due_date = due_date - ${days}, until_day = until_day + ${farAway}`,
    `UPDATE former_charges SET until_day = until_day - ${farAway + days}`,
    `UPDATE payments SET date = date - ${days}`,
    `UPDATE payment_returns SET date = date - ${days}`,
    `UPDATE credit_uses SET date = date - ${days}, undone_on = undone_on - ${days}`,
    `UPDATE credit_refunds SET date = date - ${days}`,
    `UPDATE treasury_docs SET ${enteredBefore(days)}, date = date - ${days}`,
  ])
    await sql(statement)
}

/** The values of a report. */
async function read(name: string, query: string) {
  const table = succeeded(await admin.get(`/reports/${name}/table?${query}`)) as unknown as ReportTable
  return table.sections.map(({ title, rows }) => [title, rows.map((row) => row.map(({ value }) => value))])
}

/** All that reports say of debts on a day. */
const debtsOn = async (on: string) => ({
  perYear: await read('owedPerYear', `from=1900&to=2100&day=${on}`),
  byCategory: await read('debtsByAge', `by=category&day=${on}`),
  byYear: await read('debtsByAge', `by=year&day=${on}`),
})

/** The debts at the end of a day in the annex of the cash map and in the report of debts, which agree. */
async function owedAtYearEnd(): Promise<number> {
  const map = await read('cashMap', `year=${lastYear}`)
  const [, rights] = map.find(([title]) => title === 'Direitos futuros') ?? []
  const annex = Number((rights as unknown[][] | undefined)?.[0]?.[1] ?? 0)
  const [[, rows = []] = []] = await read('owedPerYear', `from=1900&to=2100&day=${yearEnd}`)
  assert.equal(
    (rows as unknown[][]).reduce((sum, row) => sum + Math.round(Number(row[3]) * 100), 0),
    Math.round(annex * 100),
  )
  return annex
}

/** What changed at the end of last year because of `work`. */
async function changedBy(work: () => Promise<unknown>): Promise<number> {
  const before = await owedAtYearEnd()
  await work()
  return Math.round(((await owedAtYearEnd()) - before) * 100) / 100
}

const act = async (path: string, action: string, input: object = {}) =>
  succeeded(await admin.post(`/${path}/${action}`, input))
const reason = 'Motivo'
const newMember = async () => (await make.member({ nif: null }))._id
/** Enters charges of a new member in the last week of last year. */
async function chargedLastYear(...amounts: number[]) {
  const memberId = await newMember()
  const charges: string[] = []
  for (const amount of amounts)
    charges.push((await charge({ memberId, amount, dueDate: addDays(day, -20) }))._id)
  await letDaysPass(sinceYearEnd)
  return { memberId, charges }
}

describe('the debts of the end of a year, after it', () => {
  test('have what was cancelled, waived or changed later, as it was; today has not', async () => {
    const { charges, memberId } = await chargedLastYear(30, 20, 50)
    const debts = await debtsOn(yearEnd)
    const changed = await changedBy(async () => {
      await act(`unsettled_payments/${charges[0]}`, 'cancel', { reason })
      await act(`unsettled_payments/${charges[1]}`, 'exempt', { reason })
      succeeded(await admin.patch(`/unsettled_payments/${charges[2]}`, { amount: 35, dueDate: day }))
    })
    assert.equal(changed, 0)
    assert.deepEqual(await debtsOn(yearEnd), debts)
    const { body } = await admin.get(`/members/${memberId}`)
    assert.equal(body.data['balance'], 35)
    // A second change of the same day, and one that takes the first back.
    await act(`unsettled_payments/${charges[0]}`, 'restore')
    succeeded(await admin.patch(`/unsettled_payments/${charges[0]}`, { amount: 31 }))
    await act(`unsettled_payments/${charges[1]}`, 'cancel', { reason })
    assert.deepEqual(await debtsOn(yearEnd), debts)
  })

  test('do not have what was cancelled from an earlier day on; closed accounts and the future are no such day', async () => {
    const { charges } = await chargedLastYear(30, 20)
    const cancel = (id: string | undefined, since: string, action = 'cancel') =>
      admin.post(`/unsettled_payments/${id}/${action}`, { reason, since })
    assert.equal(await changedBy(async () => succeeded(await cancel(charges[0], yearEnd))), -30)
    assert.ok((await cancel(charges[1], addDays(day, 1))).body.errors?.['since'])
    await set('closedUntil', yearEnd)
    for (const action of ['cancel', 'exempt']) {
      const { status, body } = await cancel(charges[1], yearEnd, action)
      assert.equal(status, 422)
      assert.match(String(body.errors?.['since']), /fechadas/)
    }
    await set('closedUntil', '')
    assert.equal(await changedBy(async () => succeeded(await cancel(charges[1], `${lastYear + 1}-01-01`))), 0)
  })

  test('have what is entered later for an earlier day, until it is cancelled; closed accounts do not change', async () => {
    const memberId = await newMember()
    const enter = (amount: number) => charge({ memberId, amount, dueDate: `${lastYear}-06-30` })
    let first = ''
    assert.equal(await changedBy(async () => (first = (await enter(12))._id)), 12)
    assert.equal(
      await changedBy(() => act(`unsettled_payments/${first}`, 'cancel', { reason })),
      -12,
      'what was entered by mistake after the day counts for it no more',
    )
    await set('closedUntil', yearEnd)
    let second = ''
    assert.equal(await changedBy(async () => (second = (await enter(15))._id)), 0)
    assert.equal(await changedBy(() => admin.patch(`/unsettled_payments/${second}`, { amount: 16 })), 0)
    await set('closedUntil', '')
    assert.equal((await admin.get(`/members/${memberId}`)).body.data['balance'], 16)
  })

  test('have a cancelled payment as one that never came in, as all reports; in closed accounts it stays', async () => {
    const memberId = await newMember()
    const { _id: unsettledPaymentId } = await charge({ memberId, amount: 40, dueDate: addDays(day, -20) })
    const items = [{ unsettledPaymentId, amount: 40 }]
    const { _id } = await pay({ memberId, amount: 40, items })
    await letDaysPass(sinceYearEnd)
    const received = async () => read('paymentsPerYear', `from=${lastYear}&to=${lastYear}`)
    const before = await received()
    await set('closedUntil', yearEnd)
    assert.equal((await admin.post(`/payments/${_id}/cancel`, { reason })).status, 409)
    await set('closedUntil', '')
    assert.equal(await changedBy(() => act(`payments/${_id}`, 'cancel', { reason })), 40)
    assert.notDeepEqual(await received(), before)
  })

  test('have credit that was used later as not used, and credit that was released later as used', async () => {
    const memberId = await newMember()
    await pay({ memberId, amount: 50 })
    const { _id: settled } = await charge({ memberId, amount: 20, dueDate: addDays(day, -20) })
    await act(`members/${memberId}`, 'use_credit')
    const { _id: open } = await charge({ memberId, amount: 9, dueDate: addDays(day, -20) })
    await letDaysPass(sinceYearEnd)
    const debts = await debtsOn(yearEnd)
    await act(`unsettled_payments/${settled}`, 'release_credit')
    assert.deepEqual(await debtsOn(yearEnd), debts)
    await act(`unsettled_payments/${settled}`, 'cancel', { reason })
    await act(`members/${memberId}`, 'use_credit')
    assert.deepEqual(await debtsOn(yearEnd), debts)
    assert.equal((await admin.get(`/unsettled_payments/${open}`)).body.data['status'], 'paid')
  })

  test('have a returned payment until the day of its return', async () => {
    const { memberId, charges } = await chargedLastYear(25, 25)
    for (const [index, date] of [yearEnd, `${lastYear + 1}-01-01`].entries()) {
      const items = [{ unsettledPaymentId: charges[index], amount: 25 }]
      const { _id } = await pay({ memberId, amount: 25, date: yearEnd, items })
      const returned = await changedBy(() => act(`payments/${_id}`, 'return', { date, reason: 'AM04' }))
      assert.equal(returned, date === yearEnd ? 25 : 0)
    }
  })

  test('follow a leaving entered later with a day in the year, from the period of the quota on', async () => {
    const memberId = await newMember()
    const quota = (year: number, period: string) =>
      charge({ memberId, type: 'quota', year, period, amount: 5, dueDate: `${lastYear}-10-05` })
    for (const period of ['10', '11', '12']) await quota(lastYear, period)
    const { _id: paid } = await quota(lastYear + 1, '01')
    await quota(lastYear + 1, '02')
    const items = [{ unsettledPaymentId: paid, amount: 5 }]
    await pay({ memberId, amount: 5, date: yearEnd, items })
    await sql(`UPDATE unsettled_payments SET ${enteredBefore(sinceYearEnd)} WHERE member_id = $1`, [memberId])
    // Those of November and December; those of this year were owed or paid on the day.
    assert.equal(await changedBy(() => changeState(memberId, 'Exonerado', `${lastYear}-10-20`)), -10)
    assert.deepEqual(
      (await admin.get(`/unsettled_payments?_memberId=${memberId}&_status=open`)).body.data.map(
        ({ period }) => period,
      ),
      ['10'],
    )
  })
})

test('the commitments of the end of a year have documents that were cancelled later, and none that were entered after it was closed', async () => {
  const owed = async () => {
    const map = await read('cashMap', `year=${lastYear}`)
    const [, rows] = map.find(([title]) => title === 'Compromissos futuros') ?? []
    return Number((rows as unknown[][] | undefined)?.[0]?.[1] ?? 0)
  }
  const receive = async (totalAmount: number, date = day) =>
    succeeded(
      await admin.post('/treasury_docs', {
        type: 'invoice',
        direction: 'received',
        date,
        description: 'Fatura',
        totalAmount,
      }),
    )._id
  const ids = [await receive(70), await receive(8)]
  await letDaysPass(sinceYearEnd)
  assert.equal(await owed(), 78)
  await act(`treasury_docs/${ids[0]}`, 'cancel', { reason })
  assert.equal(await owed(), 78)
  const late = await receive(5, yearEnd)
  assert.equal(await owed(), 83)
  await act(`treasury_docs/${late}`, 'cancel', { reason })
  assert.equal(await owed(), 78, 'what was entered by mistake after the day counts for it no more')
  await set('closedUntil', yearEnd)
  await receive(6, yearEnd)
  assert.equal(await owed(), 78)
  await set('closedUntil', '')
  assert.equal(await owed(), 78)
})

test('the register of capital of a day has what was cancelled or changed later', async () => {
  await set('orgType', 'cooperative')
  const memberId = await newMember()
  const subscribe = (amount: number) =>
    charge({ memberId, type: 'capital', amount, dueDate: addDays(day, -20) })
  const ids = [(await subscribe(15))._id, (await subscribe(10))._id]
  await letDaysPass(sinceYearEnd)
  const register = async (on: string) => JSON.stringify(await read('capital', `day=${on}`))
  const [then, now] = [await register(yearEnd), await register(day)]
  await act(`unsettled_payments/${ids[0]}`, 'cancel', { reason })
  succeeded(await admin.patch(`/unsettled_payments/${ids[1]}`, { amount: 11 }))
  assert.equal(await register(yearEnd), then)
  assert.notEqual(await register(day), now)
  await set('orgType', 'association')
})

test('the debts of a day stay what they were, whatever happens later', async () => {
  const events = fc.array(
    fc.record({
      kind: fc.constantFrom(
        'charge',
        'change',
        'cancel',
        'exempt',
        'restore',
        'pay',
        'useCredit',
        'releaseCredit',
        'return',
      ),
      pick: fc.nat(99),
      amount: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 8, maxLength: 14 },
  )
  const seed = Number(process.env['PAST_DAYS_SEED'] ?? Date.now() % 1_000_000)
  const [rounds = []] = fc.sample(fc.array(events, { minLength: 4, maxLength: 4 }), {
    numRuns: volume({ short: 1, long: 1 }),
    seed,
  })
  const members = [await newMember(), await newMember(), await newMember()]
  const charges: string[] = []
  const payments: string[] = []
  const of = (all: readonly string[], pick: number) => all[pick % all.length]
  const told: { passed: number; debts: object }[] = []
  let passed = 0
  let done = 0
  for (const round of rounds) {
    for (const { kind, pick, amount } of round) {
      const memberId = String(of(members, pick))
      const chargeId = of(charges, pick)
      const paymentId = of(payments, pick)
      const created = { memberId, amount }
      if (kind === 'charge' || chargeId === undefined)
        charges.push((await charge({ ...created, dueDate: addDays(day, pick % 40) }))._id)
      else if (kind === 'pay') payments.push((await pay(created))._id)
      else {
        const path = `/unsettled_payments/${chargeId}`
        // What its state does not allow is refused.
        const { status } =
          kind === 'change'
            ? // Never due by the day of an earlier round, where a charge entered later would count.
              await admin.patch(path, { amount, dueDate: addDays(day, (pick % 60) - 29) })
            : kind === 'useCredit'
              ? await admin.post(`/members/${memberId}/use_credit`, {})
              : kind === 'releaseCredit'
                ? await admin.post(`${path}/release_credit`, {})
                : kind === 'return'
                  ? await admin.post(`/payments/${paymentId}/return`, { date: day, reason: 'AM04' })
                  : await admin.post(`${path}/${kind}`, kind === 'restore' ? {} : { reason })
        assert.ok(status < 500)
        if (status < 300) done++
      }
    }
    told.push({ passed, debts: await debtsOn(day) })
    await letDaysPass(30)
    passed += 30
    for (const then of told)
      assert.deepEqual(
        await debtsOn(addDays(day, then.passed - passed)),
        then.debts,
        `PAST_DAYS_SEED=${seed}`,
      )
  }
  assert.ok(done > 0)
})
