import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import fc from 'fast-check'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../../maintenance.ts'
import type { Answer } from '../../testing/caller.ts'
import { testApp } from '../../testing/test-app.ts'
import { volume } from '../../testing/volume.ts'
import { checkCrowd, checkHistories, assertSound } from './testing.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, clock, make, sql, today } = app
const admin = await as('admin')
const { category } = await duesTools(app)
const states = new Map(
  (await admin.get('/member_state_names')).body.data.map(({ name, _id }) => [String(name), _id]),
)

/** A category with its members. */
interface Club {
  categoryId: string
  members: string[]
  /** Quotas that a person restored although their member had left before their period. */
  decided: Set<string>
}

/** An operation. `which` is reduced to an index of what exists at that time; `twice` repeats the operation. */
interface Event {
  what: keyof typeof operations
  which: number
  size: number
  twice: boolean
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)]

async function idsOf(text: string, { members }: Pick<Club, 'members'>): Promise<string[]> {
  const rows = await sql<{ id: string }>(`SELECT id FROM ${text} ORDER BY id`, [members])
  return rows.map(({ id }) => id)
}
const charges = (club: Club) => idsOf('unsettled_payments WHERE member_id = ANY($1::uuid[])', club)
const cancelledByLeaving = (club: Club) =>
  idsOf(`unsettled_payments WHERE member_id = ANY($1::uuid[]) AND cancelled_by = 'leaving'`, club)
const agreements = (club: Club) => idsOf('payment_agreements WHERE member_id = ANY($1::uuid[])', club)
const payments = (club: Club) => idsOf('payments WHERE member_id = ANY($1::uuid[])', club)
const runs = ({ categoryId, members }: Club) =>
  idsOf(`quota_runs WHERE $1::uuid[] IS NOT NULL AND category_ids = '{${categoryId}}'`, { members })

const actOn = async (resource: string, ids: string[], { which }: Event, action: string) => {
  const id = pick(ids, which)
  const input = action === 'undo' ? {} : { reason: 'motivo' }
  return id === undefined ? undefined : admin.post(`/${resource}/${id}/${action}`, input)
}
const onCharge = (action: string) => async (club: Club, event: Event) =>
  actOn('unsettled_payments', await charges(club), event, action)

async function release(club: Club, event: Event) {
  const id = pick(await charges(club), event.which)
  return id === undefined ? undefined : admin.post(`/unsettled_payments/${id}/release_credit`)
}

async function restore(club: Club, ids: string[], { which }: Event) {
  const id = pick(ids, which)
  if (id === undefined) return undefined
  const response = await admin.post(`/unsettled_payments/${id}/restore`)
  // A quota of a period after a planned return is owed like any other: a later leaving cancels it.
  const gone = `SELECT FROM members m JOIN unsettled_payments c ON c.member_id = m.id
    WHERE c.id = $1 AND c.type = 'quota' AND m.end_date <= period_start(c.year, c.period)
      AND NOT EXISTS (SELECT FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
        WHERE h.member_id = m.id AND NOT n.marks_end AND h.start_date >= m.end_date AND h.end_date IS DISTINCT FROM h.start_date)`
  if (response.status === 200 && (await sql(gone, [id])).length > 0) club.decided.add(id)
  return response
}

const types = Object.keys(chargeTypes)

/** A charge of any type; rejected when a quota or joia of the period exists. */
async function owe({ members }: Club, { which, size }: Event) {
  const dueDate = addDays(await today(), (size % 800) - 600)
  const input = { memberId: pick(members, which), type: pick(types, size), amount: size / 100, dueDate }
  return admin.post('/unsettled_payments', input)
}

/** A quota added by hand, often with months that another quota has. */
async function byHand({ members }: Club, { which, size }: Event) {
  const year = Number((await today()).slice(0, 4)) - (size % 2)
  const period = pick([null, 'S1', 'T2', '05', 'S2', '11'], size)
  const quota = { type: 'quota', year, period, amount: 3, dueDate: await today() }
  return admin.post('/unsettled_payments', { memberId: pick(members, which), ...quota })
}

async function pay({ members }: Club, { which, size }: Event) {
  const body = { memberId: pick(members, which), date: await today(), method: 'transfer', amount: size / 100 }
  return admin.post('/payments', body, { 'idempotency-key': `history-${which}-${size}-${body.memberId}` })
}

/** A payment of charges of several members. */
async function payFor(club: Club, { which, size }: Event) {
  const owed = await idsOf(`unsettled_payments WHERE member_id = ANY($1::uuid[]) AND open_amount > 0`, club)
  const chosen = new Set([which, which * 3, which + size].map((one) => pick(owed, one)))
  const items = [...chosen].map((unsettledPaymentId) => ({ unsettledPaymentId, amount: 0.01 }))
  const body = {
    memberId: pick(club.members, size),
    date: await today(),
    method: 'transfer',
    amount: size / 100,
  }
  return owed.length === 0 ? undefined : admin.post('/payments', { ...body, items })
}

async function change({ members }: Club, { which, size }: Event, state: string) {
  const date = addDays(await today(), size % 3 === 0 ? 10 : 0)
  const input = { stateNameId: states.get(state), date, reason: 'motivo' }
  return admin.post(`/members/${pick(members, which)}/change_state`, input)
}

async function agree({ members }: Club, { which, size }: Event) {
  const input = { memberId: pick(members, which), instalments: 2 + (size % 3), firstDate: await today() }
  return admin.post('/payment_agreements', input)
}

async function amend(club: Club, { which, size }: Event, values: object = { amount: size / 100 }) {
  const id = pick(await charges(club), which)
  return id === undefined ? undefined : admin.patch(`/unsettled_payments/${id}`, values)
}

async function pass(_: Club, { size }: Event): Promise<undefined> {
  clock.advance({ days: size % 40 })
  await maintain(app.app.world)
}

async function generateYear({ categoryId }: Club, { size }: Event): Promise<Answer> {
  const year = Number((await today()).slice(0, 4)) - 1 + (size % 3)
  const response = await admin.post('/quota_runs', { year, categoryIds: [categoryId] })
  for (let state = response.status === 201 ? 'queued' : ''; state === 'queued' || state === 'running';) {
    const [run] = await sql<{ state: string }>('SELECT state FROM quota_runs WHERE id = $1', [
      response.body.data._id,
    ])
    state = run?.state ?? ''
    assert.notEqual(state, 'failed')
  }
  return response
}

/** Cancelling a payment restores the previous state. */
async function payAndCancel(club: Club, event: Event): Promise<Answer> {
  const before = await stateOf(club)
  const body = { memberId: pick(club.members, event.which), date: await today(), method: 'transfer' }
  const paid = await admin.post('/payments', { ...body, amount: event.size / 100 })
  assert.equal(paid.status, 201, paid.text)
  const response = await admin.post(`/payments/${paid.body.data._id}/cancel`, { reason: 'motivo' })
  assert.deepEqual(
    [response.status, await stateOf(club)],
    [200, before],
    'cancelling restores the previous state',
  )
  return response
}

const operations = {
  generate: generateYear,
  owe,
  byHand,
  undo: async (club: Club, event: Event) => actOn('quota_runs', await runs(club), event, 'undo'),
  pay,
  payFor,
  payAndCancel,
  cancelPayment: async (club: Club, event: Event) => actOn('payments', await payments(club), event, 'cancel'),
  useCredit: ({ members }: Club, { which }: Event) =>
    admin.post(`/members/${pick(members, which)}/use_credit`),
  release,
  cancel: onCharge('cancel'),
  exempt: onCharge('exempt'),
  restore: async (club: Club, event: Event) => restore(club, await charges(club), event),
  restoreLeft: async (club: Club, event: Event) => restore(club, await cancelledByLeaving(club), event),
  amount: amend,
  dueDate: async (club: Club, event: Event) =>
    amend(club, event, { dueDate: addDays(await today(), (event.size % 400) - 200) }),
  leave: (club: Club, event: Event) => change(club, event, 'Exonerado'),
  comeBack: (club: Club, event: Event) => change(club, event, 'Ativo'),
  rest: (club: Club, event: Event) => change(club, event, 'Isento'),
  waive: async ({ categoryId }: Club, { size }: Event) =>
    admin.patch(`/member_categories/${categoryId}`, {
      paysQuota: size % 2 === 0,
      ...(size % 3 > 0 && { since: addDays(await today(), -(size % 800)) }),
    }),
  agree,
  endAgreement: async (club: Club, event: Event) =>
    actOn('payment_agreements', await agreements(club), event, 'cancel'),
  pass,
}

/** Charges, payments, credit uses, agreements, balances and states of a club, without cancelled rows. */
async function stateOf({ members }: Club): Promise<unknown> {
  const rows = (what: string, table: string, more = '') =>
    `(SELECT coalesce(jsonb_agg(${what} ORDER BY ${what}), '[]') FROM ${table} t WHERE t.member_id = ANY($1::uuid[]) ${more})`
  const but = "to_jsonb(t) - '{version,updated_at,as_of,last_paid_on}'::text[]"
  const parts = [
    rows(but, 'unsettled_payments', `AND t.status <> 'cancelled'`),
    rows(but, 'payments', `AND t.status <> 'cancelled'`),
    rows(but, 'credit_uses', `AND t.status <> 'undone'`),
    rows(but, 'payment_agreements'),
    rows(but, 'agreement_instalments'),
    rows(but, 'member_balances'),
    rows(`${but} - '{id,created_at}'::text[]`, 'member_states'),
  ]
  return (await sql(`SELECT jsonb_build_array(${parts.join(', ')}) AS state`, [members]))[0]?.['state']
}

/** Operations that are not idempotent. */
const repeatable: readonly Event['what'][] = ['pass', 'owe', 'payFor', 'restoreLeft']

async function applyEvent(club: Club, event: Event): Promise<void> {
  const response = await operations[event.what](club, event)
  assert.ok(!response || [200, 201, 409, 422].includes(response.status), `${event.what}: ${response?.text}`)
  if (!event.twice || repeatable.includes(event.what)) return
  const after = await stateOf(club)
  await operations[event.what](club, event)
  assert.deepEqual(await stateOf(club), after, `${event.what}: repeating it changes nothing`)
}

const names = Object.keys(operations) as Event['what'][]
const often: Event['what'][] = [
  'generate',
  'generate',
  'byHand',
  'byHand',
  'owe',
  'pay',
  'agree',
  'agree',
  'payAndCancel',
  'payAndCancel',
  'leave',
  'leave',
  'restoreLeft',
  'restoreLeft',
  'comeBack',
]
const event: fc.Arbitrary<Event> = fc.record({
  what: fc.constantFrom(...names, ...often),
  which: fc.nat({ max: 1000 }),
  size: fc.integer({ min: 1, max: 5000 }),
  twice: fc.boolean(),
})

async function createClub(periodicity: string, size: number): Promise<Club> {
  const { category: name, id: categoryId } = await category({ amount: 5 }, { periodicity, dueMonth: 1 })
  const made = await Promise.all(Array.from({ length: size }, () => make.member({ category: name })))
  return { categoryId, members: made.map(({ _id }) => _id), decided: new Set() }
}

const length = { minLength: 5, maxLength: 20, numRuns: volume({ short: 4, long: 40 }) }

for (const periodicity of ['yearly', 'quarterly'])
  test(`${periodicity} quotas with agreements, leavings, returns and passing time: stored values equal recomputed ones`, async () => {
    await checkHistories(event, { ...length, numRuns: length.numRuns / 2 }, async (history) => {
      const club = await createClub(periodicity, 2)
      const sure = (what: Event['what'], size: number) => ({ what, which: 0, size, twice: false })
      const begun = [sure('generate', 1), sure('generate', 2)]
      for (const one of [...begun, ...history, sure('leave', 1), sure('restoreLeft', 1)])
        await applyEvent(club, one)
      await maintain(app.app.world)
      const overruled = (await cancelledByLeaving(club)).filter((id) => club.decided.has(id))
      assert.deepEqual(overruled, [], 'a restored charge is not cancelled by the leaving')
      await assertSound(app, club.members)
      const after = await stateOf(club)
      await maintain(app.app.world)
      assert.deepEqual(await stateOf(club), after, 'the daily job is idempotent')
    })
  })

const writers = 16

/** Operations that compare the state before and after, which concurrent writers would change. */
const alone: readonly Event['what'][] = ['payAndCancel']

test(`with ${writers} concurrent writers, stored values equal recomputed ones, and no request fails with a server error`, async () => {
  await checkCrowd(event, 4 * writers, async (history) => {
    const clubs = await Promise.all(
      ['yearly', 'quarterly', 'monthly'].map((periodicity) => createClub(periodicity, 4)),
    )
    const waiting = history.filter(({ what }) => !alone.includes(what))
    const write = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { what, which, twice } = next
        // When another writer advances the clock, sessions expire; the next request signs in again.
        const once = async (): Promise<Answer | undefined> => {
          const response = await operations[what](pick(clubs, which)!, next)
          return response?.status === 401 ? once() : response
        }
        for (const response of await Promise.all(twice ? [once(), once()] : [once()]))
          assert.ok(
            !response || [200, 201, 409, 422].includes(response.status),
            `${what}: ${response?.text} ${app.takeErrors().join(' ')}`,
          )
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    await maintain(app.app.world)
    for (const { members } of clubs) await assertSound(app, members)
  })
})
