import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../maintenance.ts'
import type { Answer } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'
import { assertSound } from './sound-ledger.ts'
import { duesTools } from './testing.ts'

const app = await testApp()
const { as, clock, make, sql, today } = app
const admin = await as('admin')
const { category, charge, generate } = await duesTools(app)
const states = new Map(
  (await admin.get('/member_state_names')).body.data.map(({ name, _id }) => [String(name), _id]),
)

/** A category of its own with its members. */
interface Club {
  categoryId: string
  members: string[]
  /** Charges that somebody made owed again after their member had left. */
  decided: Set<string>
}

/** One thing that happens, by numbers that are taken for whatever there is by then, and whether it is asked for twice. */
interface Event {
  what: keyof typeof happenings
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
const leftBehind = (club: Club) =>
  idsOf(`unsettled_payments WHERE member_id = ANY($1::uuid[]) AND cancelled_by = 'leaving'`, club)
const agreements = (club: Club) => idsOf('payment_agreements WHERE member_id = ANY($1::uuid[])', club)
const payments = (club: Club) => idsOf('payments WHERE member_id = ANY($1::uuid[])', club)
const runs = ({ categoryId, members }: Club) =>
  idsOf(`quota_runs WHERE $1::uuid[] IS NOT NULL AND category_ids = '{${categoryId}}'`, { members })

const actOn = async (resource: string, ids: string[], { which }: Event, action: string) => {
  const id = pick(ids, which)
  return id === undefined ? undefined : admin.post(`/${resource}/${id}/${action}`, { reason: 'motivo' })
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
  const answer = await admin.post(`/unsettled_payments/${id}/restore`)
  const gone =
    'SELECT FROM members m JOIN unsettled_payments c ON c.member_id = m.id WHERE c.id = $1 AND m.end_date IS NOT NULL'
  if (answer.status === 200 && (await sql(gone, [id])).length > 0) club.decided.add(id)
  return answer
}

async function owe({ members }: Club, { which, size }: Event): Promise<undefined> {
  const dueDate = addDays(await today(), (size % 800) - 600)
  await charge({ memberId: pick(members, which) ?? '', amount: size / 100, dueDate })
}

/** A quota that somebody writes by hand, as often as not of months that are in another. */
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

async function change({ members }: Club, { which, size }: Event, state: string) {
  const date = addDays(await today(), size % 3 === 0 ? 10 : 0)
  const asked = { stateNameId: states.get(state), date, reason: 'motivo' }
  return admin.post(`/members/${pick(members, which)}/change_state`, asked)
}

async function agree({ members }: Club, { which, size }: Event) {
  const asked = { memberId: pick(members, which), instalments: 2 + (size % 3), firstDate: await today() }
  return admin.post('/payment_agreements', asked)
}

async function amend(club: Club, { which, size }: Event, values: object = { amount: size / 100 }) {
  const id = pick(await charges(club), which)
  return id === undefined ? undefined : admin.patch(`/unsettled_payments/${id}`, values)
}

async function pass(_: Club, { size }: Event): Promise<undefined> {
  clock.advance({ days: size % 40 })
  await maintain(app.app.engine)
}

async function generateYear({ categoryId }: Club, { size }: Event): Promise<undefined> {
  const year = Number((await today()).slice(0, 4)) - 1 + (size % 3)
  await generate({ year, categoryIds: [categoryId] })
}

/** What is paid and taken back leaves everything as it was. */
async function payAndCancel(club: Club, event: Event): Promise<Answer> {
  const before = await stateOf(club)
  const body = { memberId: pick(club.members, event.which), date: await today(), method: 'transfer' }
  const paid = await admin.post('/payments', { ...body, amount: event.size / 100 })
  assert.equal(paid.status, 201, paid.text)
  const answer = await admin.post(`/payments/${paid.body.data._id}/cancel`, { reason: 'motivo' })
  assert.deepEqual([answer.status, await stateOf(club)], [200, before], 'cancelling restores exactly')
  return answer
}

const happenings = {
  generate: generateYear,
  owe,
  byHand,
  undo: async (club: Club, event: Event) => actOn('quota_runs', await runs(club), event, 'undo'),
  pay,
  payAndCancel,
  cancelPayment: async (club: Club, event: Event) => actOn('payments', await payments(club), event, 'cancel'),
  useCredit: ({ members }: Club, { which }: Event) =>
    admin.post(`/members/${pick(members, which)}/use_credit`),
  release,
  cancel: onCharge('cancel'),
  exempt: onCharge('exempt'),
  restore: async (club: Club, event: Event) => restore(club, await charges(club), event),
  restoreLeft: async (club: Club, event: Event) => restore(club, await leftBehind(club), event),
  amount: amend,
  dueDate: async (club: Club, event: Event) =>
    amend(club, event, { dueDate: addDays(await today(), (event.size % 400) - 200) }),
  leave: (club: Club, event: Event) => change(club, event, 'Exonerado'),
  comeBack: (club: Club, event: Event) => change(club, event, 'Ativo'),
  rest: (club: Club, event: Event) => change(club, event, 'Isento'),
  waive: ({ categoryId }: Club, { size }: Event) =>
    admin.patch(`/member_categories/${categoryId}`, { paysQuota: size % 2 === 0 }),
  agree,
  endAgreement: async (club: Club, event: Event) =>
    actOn('payment_agreements', await agreements(club), event, 'cancel'),
  pass,
}

/** All that is owed, settled and agreed of a club. What was cancelled is as if it were not. */
async function stateOf({ members }: Club): Promise<unknown> {
  const rows = (what: string, table: string, more = '') =>
    `(SELECT coalesce(jsonb_agg(${what} ORDER BY ${what}), '[]') FROM ${table} t WHERE t.member_id = ANY($1::uuid[]) ${more})`
  const but = "to_jsonb(t) - '{version,updated_at,as_of}'::text[]"
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

/** What is another thing when it is asked for again. */
const another: readonly Event['what'][] = ['pass', 'owe', 'restoreLeft']

async function happen(club: Club, event: Event): Promise<void> {
  const answer = await happenings[event.what](club, event)
  assert.ok(!answer || [200, 201, 409, 422].includes(answer.status), `${event.what}: ${answer?.text}`)
  if (!event.twice || another.includes(event.what)) return
  const after = await stateOf(club)
  await happenings[event.what](club, event)
  assert.deepEqual(await stateOf(club), after, `${event.what}: twice is once`)
}

const names = Object.keys(happenings) as Event['what'][]
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
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...names, ...often),
    which: fc.nat({ max: 1000 }),
    size: fc.integer({ min: 1, max: 5000 }),
    twice: fc.boolean(),
  }),
  { minLength: 5, maxLength: 20 },
)

test('quotas, agreements, those who leave and come back, and time: every kept value is what paper would say', async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.constantFrom('yearly', 'quarterly'), async (history, periodicity) => {
      const { category: name, id: categoryId } = await category({ amount: 5 }, { periodicity, dueMonth: 1 })
      const made = await Promise.all([1, 2].map(() => make.member({ category: name })))
      const club: Club = { categoryId, members: made.map(({ _id }) => _id), decided: new Set() }
      const sure = (what: Event['what'], size: number) => ({ what, which: 0, size, twice: false })
      const begun = [sure('generate', 1), sure('generate', 2)]
      for (const event of [...begun, ...history, sure('leave', 1), sure('restoreLeft', 1)])
        await happen(club, event)
      await maintain(app.app.engine)
      const overruled = (await leftBehind(club)).filter((id) => club.decided.has(id))
      assert.deepEqual(overruled, [], 'what a person made owed again is not cancelled by the leaving')
      await assertSound(app, club.members)
      const after = await stateOf(club)
      await maintain(app.app.engine)
      assert.deepEqual(await stateOf(club), after, 'a day passes once')
    }),
    { numRuns: 8 },
  )
})
