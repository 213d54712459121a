import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { periodsBegunBy } from '@agremia/resources/rules/quota-periods.ts'
import fc from 'fast-check'
import type { Querying } from '../../database/querying.ts'
import { sql as sqlOf } from '../../database/sql.ts'
import { maintain } from '../../maintenance.ts'
import { applyDueStates } from '../../members/states.ts'
import { writeInTransaction } from '../../rest/changes.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { volume } from '../../testing/volume.ts'
import { refreshMembers } from '../ledger/ledger.ts'
import type { Writing } from '../terms/changed-charges.ts'
import { changeQuotas, expectedQuotas } from '../terms/changed-charges.ts'
import { beforeStateCorrection, followStateCorrection } from '../terms/corrections.ts'
import { applyDueTerms } from '../terms/quota-terms.ts'
import { candidatesSql, wholeSelection } from './candidates.ts'
import { forecastSql } from './forecast.ts'
import { duesTools } from '../testing.ts'

/** Number of lives lived through the API, in `npm run test:all` only: all share one clock, so that each month is generated once for all of them. */
const count = Number(process.env['QUOTA_API_LIVES'] ?? volume({ short: 0, long: 300 }))

const clock = testClock('2025-01-01')
const app = await testApp({ with: { database: await testDatabase(), clock } })
const { as, make, today } = app
const { category, generate } = await duesTools(app)
const months = 9
const monthly = { periodicity: 'monthly', dueDay: 8, dueMonth: 1 }

/** What happens to a member on a day; amounts in euros. `size` chooses a day or an amount. */
interface Event {
  day: number
  what: 'leave' | 'comeBack' | 'rest' | 'move' | 'amount' | 'exempt' | 'correct' | 'admitted' | 'ahead'
  size: number
}
const event: fc.Arbitrary<Event> = fc.record({
  day: fc.integer({ min: 0, max: months * 30 }),
  what: fc.constantFrom(
    'leave',
    'comeBack',
    'rest',
    'move',
    'amount',
    'exempt',
    'correct',
    'admitted',
    'ahead',
  ),
  size: fc.nat(1000),
})
const life = fc.record({
  admitted: fc.integer({ min: -60, max: 200 }),
  events: fc.array(event, { minLength: 1, maxLength: 6 }),
})

/** Members with categories of their own: one that pays 5 €, one that pays 8 €, and one that does not pay. */
interface Group {
  categories: string[]
  members: Map<number, string>
}

async function makeGroup(): Promise<Group> {
  const [one, other] = [await category({ amount: 5 }, monthly), await category({ amount: 8 }, monthly)]
  const free = await make.category({ paysQuota: false, quotaPlanId: one.planId })
  return { categories: [one.id, other.id, free._id], members: new Map() }
}

const throughApi = { skip: count === 0 }
test(`${count} lives: charging as time goes on or at the end is the same`, throughApi, async () => {
  const seed = Number(process.env['QUOTA_LIVES_SEED'] ?? Date.now() % 1_000_000)
  const lives = fc.sample(life, { numRuns: count, seed })
  const [atOnce, atEnd] = [await makeGroup(), await makeGroup()]
  const begin = await today()
  const stateIds = new Map(
    (await (await as('admin')).get('/member_state_names')).body.data.map(({ name, _id }) => [
      String(name),
      _id,
    ]),
  )

  /** Applies an event to one member of a group. Refused ones change nothing in either. */
  async function apply(group: Group, place: number, { what, size }: Event): Promise<number> {
    const admin = await as('admin')
    const id = group.members.get(place)
    const day = await today()
    const categoryId = group.categories[size % 3]
    const state = (name: string) =>
      admin.post(`/members/${id}/change_state`, {
        stateNameId: stateIds.get(name),
        date: addDays(day, [size % 50, -(size % 60), 0, 0][size % 4] ?? 0),
        reason: 'motivo',
        charges: 'change',
      })
    const terms = (startDate: string) =>
      admin.post('/member_quota_terms', {
        memberId: id,
        startDate,
        categoryId,
        customQuota: size % 2 === 0 ? (size % 7) + 1 : null,
        reason: 'motivo',
        charges: 'change',
      })
    const patch = (values: object) => admin.patch(`/members/${id}`, values)
    const act = {
      leave: () => state('Exonerado'),
      comeBack: () => state('Ativo'),
      rest: () => state('Isento'),
      move: () => patch({ categoryId }),
      amount: () => patch({ customQuota: size % 5 === 0 ? null : (size % 9) + 1 }),
      exempt: () => patch({ exemptFrom: day, exemptUntil: addDays(day, size % 120) }),
      correct: () => terms(addDays(day, -(size % 90))),
      ahead: () => terms(addDays(day, size % 60)),
      admitted: () => patch({ admissionDate: addDays(day, -(size % 200)), charges: 'change' }),
    } as const
    const { status } = await act[what]()
    assert.ok([200, 201, 409, 422].includes(status), `${what}: ${status} ${app.takeErrors().join(' ')}`)
    return status
  }

  for (let now = 0; now <= months * 30 + 15; now++) {
    const day = await today()
    if (day.endsWith('-01')) await maintain(app.app.world)
    for (const [place, { admitted, events }] of lives.entries()) {
      const isNew = !atOnce.members.has(place) && admitted <= now
      for (const group of isNew ? [atOnce, atEnd] : []) {
        const input = { categoryId: group.categories[place % 2], admissionDate: addDays(begin, admitted) }
        group.members.set(place, (await make.member(input))._id)
      }
      if (!atOnce.members.has(place)) continue
      for (const one of events.filter((event) => event.day === now)) {
        await maintain(app.app.world)
        const [first, second] = [await apply(atOnce, place, one), await apply(atEnd, place, one)]
        assert.equal(first, second, `${one.what} is accepted in both`)
      }
    }
    if (day.endsWith('-01'))
      await generate({
        year: Number(day.slice(0, 4)),
        periods: [...periodsBegunBy(Number(day.slice(0, 4)), day)],
        categoryIds: atOnce.categories,
      })
    clock.advance({ days: 1 })
  }
  const last = await today()
  for (const group of [atOnce, atEnd])
    for (let year = 2024; year <= Number(last.slice(0, 4)); year++)
      await generate({ year, periods: [...periodsBegunBy(year, last)], categoryIds: group.categories })

  const admin = await as('admin')
  async function chargesOf(group: Group, place: number): Promise<unknown[]> {
    const id = group.members.get(place)
    const { data } = (await admin.get(`/members/${id}/unsettled_payments?_status=open&_limit=200`)).body
    return data
      .map((charge) =>
        [
          charge['year'],
          charge['period'],
          charge['amount'],
          charge['dueDate'],
          group.categories.indexOf(String(charge['categoryId'])),
        ].join(),
      )
      .toSorted()
  }
  let charged = 0
  for (const place of atOnce.members.keys()) {
    const [one, other] = [await chargesOf(atOnce, place), await chargesOf(atEnd, place)]
    charged += one.length
    assert.deepEqual(one, other, `seed ${seed}, life ${place}: ${JSON.stringify(lives[place])}`)
  }
  assert.ok(charged > count)
})

/** Number of lives of a crowd: their histories are written by a few statements each month, and the daily work follows them for all at once. */
const crowd = Number(process.env['QUOTA_LIVES'] ?? volume({ short: 2000, long: 5000 }))
const crowdMonths = 3
/** The last day of a crowd, from its first one. */
const lastDay = crowdMonths * 31

/** The places of categories that change, the month on whose first day, and whether they pay from then on. */
const changedRules = [
  [1, 1, false],
  [2, 1, true],
  [1, 2, true],
] as const

/** New prices: the category whose plan has them and the one that they are for, the month in which they begin, the day of it, and the euros. */
const newPrices = [
  { plan: 0, category: null, month: 1, day: 15, amount: 6 },
  { plan: 1, category: null, month: 1, day: 1, amount: 7 },
  { plan: 1, category: 1, month: 1, day: 20, amount: 9 },
  { plan: 0, category: 2, month: 2, day: 1, amount: 4 },
  { plan: 0, category: null, month: 2, day: 10, amount: 3 },
] as const

/** Corrections of a month are made in this many parts: the time of a statement grows with the square of its members. */
const batches = Math.ceil(crowd / 300)

/** How late something is entered: null before the month that follows its day is charged, else after the charging of that month or a later one. */
const lateness = fc.integer({ min: -6, max: 2 }).map((months) => (months < 0 ? null : months))

/** A change of a life, on a day from the first one of the crowd. */
interface Turn {
  day: number
  what: 'leave' | 'comeBack' | 'rest' | 'move' | 'amount'
  size: number
  late: number | null
}
const turn: fc.Arbitrary<Turn> = fc.record({
  day: fc.integer({ min: 1, max: lastDay }),
  what: fc.constantFrom('leave', 'comeBack', 'rest', 'move', 'amount'),
  size: fc.nat(1000),
  late: lateness,
})
const crowdLife = fc.record({
  admitted: fc.integer({ min: -60, max: 60 }),
  exemptions: fc.array(
    fc.record({ from: fc.integer({ min: 0, max: lastDay }), days: fc.nat(90), late: lateness }),
    { maxLength: 2 },
  ),
  turns: fc.array(turn, { maxLength: 4 }),
  leavesLate: fc.boolean(),
})

/** A row of a history, and when it is entered: before the charging of a month, after it (`late`), or without correcting the charges (`isLeaving`). */
interface Entry {
  life: number
  day: string
  what: 'state' | 'terms' | 'exemption'
  state?: string
  category?: number
  amount?: number | null
  until?: string
  month: number
  isLate: boolean
  isLeaving: boolean
}

/** The history that a life has, as it may be entered: one change a day, and no state follows itself. */
function historyOf(
  { admitted, exemptions, turns, leavesLate }: RandomLife,
  life: number,
  { begin, months }: { begin: string; months: readonly string[] },
): Entry[] {
  const entries: Entry[] = []
  const at = (days: number, late: number | null) => {
    const day = addDays(begin, days)
    const first = months.findIndex((month) => month >= day)
    const month = first === -1 ? -1 : Math.min(first + (late ?? 0), crowdMonths)
    return { life, day, month, isLate: late !== null, isLeaving: false }
  }
  for (const { from, days, late } of exemptions) {
    const until = addDays(begin, from + days)
    // Known from the beginning, since a month may be charged before an admission within it.
    entries.push({ ...at(from, late), ...(late === null && { month: 0 }), what: 'exemption', until })
  }
  let category = life % 2
  let amount: number | null = null
  const byDay = [...new Map(turns.map((one) => [one.day, one])).values()].toSorted((a, b) => a.day - b.day)
  const states: Entry[] = []
  for (const { day, what, size, late } of byDay.filter((one) => one.day > admitted)) {
    const state = stateOf[what]
    if (state !== undefined) {
      states.push({ ...at(day, late), what: 'state', state })
      continue
    }
    if (what === 'move') category = size % 3
    else amount = size % 5 === 0 ? null : ((size % 9) + 1) * 100
    entries.push({ ...at(day, late), what: 'terms', category, amount })
  }
  const kept = validStates(states)
  const last = kept.at(-1)
  if (last?.state === 'Exonerado' && leavesLate && !last.isLate)
    Object.assign(last, { isLate: true, isLeaving: true })
  return [...entries, ...kept].filter(({ month }) => month >= 0)
}

type RandomLife = typeof crowdLife extends fc.Arbitrary<infer Life> ? Life : never
const stateOf: Partial<Record<Turn['what'], string>> = {
  leave: 'Exonerado',
  comeBack: 'Ativo',
  rest: 'Isento',
}

/** The states, in the order of their days, of which none repeats the one before it and none but a readmission follows a leaving. */
function validStates(states: readonly Entry[]): Entry[] {
  let state: string | undefined = 'Ativo'
  return states.filter((one) => {
    if (one.state === state || (one.state === 'Isento' && state === 'Exonerado')) return false
    state = one.state
    return true
  })
}

test(`${crowd} lives of a crowd: charging each month, with histories that are entered late and corrected, and charging all at the end give the same debts, also to who leaves before or after it`, async () => {
  const { sql } = app
  const { pool } = app.database
  clock.advance({ days: 31 - Number((await today()).slice(8)) })
  while (!(await today()).endsWith('-01')) clock.advance({ days: 1 })
  const begin = await today()
  const months = Array.from({ length: lastDay + 1 }, (_, day) => addDays(begin, day)).filter((day) =>
    day.endsWith('-01'),
  )
  const seed = Number(process.env['QUOTA_LIVES_SEED'] ?? Date.now() % 1_000_000)
  const lives = fc.sample(crowdLife, { numRuns: crowd, seed })
  const groups = [await makeGroup(), await makeGroup()] as const
  const [monthlyGroup, atEnd] = groups
  // Dues read nothing of the person, so one has all memberships.
  const { personId } = await make.member()
  const made = lives.map(({ admitted }, life) => ({ life, admitted: addDays(begin, admitted) }))
  for (const [place, { categories }] of groups.entries())
    await sql(
      `WITH given AS MATERIALIZED (
         SELECT x.* FROM jsonb_to_recordset($3::jsonb) AS x (life integer, admitted date)),
       made AS (
         INSERT INTO members (id, person_id, member_number, category_id, admission_date, current_state_id, state_since)
         SELECT new_id(), $4::uuid, 10000000 + $1::integer * 1000000 + life, ($2::uuid[])[1 + life % 2], admitted,
           (SELECT id FROM member_state_names WHERE name = 'Ativo'), admitted
         FROM given
         RETURNING id, person_id, current_state_id, category_id, admission_date),
       states AS (
         INSERT INTO member_states (id, member_id, person_id, state_name_id, start_date)
         SELECT new_id(), id, person_id, current_state_id, admission_date FROM made)
       INSERT INTO member_quota_terms (id, member_id, person_id, category_id) SELECT new_id(), id, person_id, category_id FROM made`,
      [place, categories, JSON.stringify(made), personId],
    )
  // The test database has no autovacuum, which would count the rows of the crowd.
  await sql('ANALYZE members, member_states, member_quota_terms')
  const entries = lives.flatMap((life, place) => historyOf(life, place, { begin, months }))
  const known = new Map(lives.map((_, life): [number, Entry[]] => [life, []]))

  /** Enters rows of the histories in both groups. The states of a life are those that are known of it. */
  async function enter(db: Querying, rows: readonly Entry[]): Promise<void> {
    const members = `(SELECT m.id, m.person_id, m.admission_date, (m.member_number - 10000000) / 1000000 AS place, (m.member_number - 10000000) % 1000000 AS life
      FROM members m WHERE m.member_number >= 10000000)`
    const of = (what: Entry['what']) => rows.filter((row) => row.what === what)
    const write = (text: string, values: unknown[]) => db.query({ text, values })
    for (const row of of('state')) known.get(row.life)?.push(row)
    const changed = [...new Set(of('state').map(({ life }) => life))]
    const states = changed.flatMap((life) =>
      validStates((known.get(life) ?? []).toSorted((a, b) => (a.day < b.day ? -1 : 1))),
    )
    await write(
      `DELETE FROM member_states h USING ${members} m WHERE h.member_id = m.id AND m.life = ANY($1::integer[])`,
      [changed],
    )
    await write(
      `INSERT INTO member_states (id, member_id, person_id, state_name_id, start_date, end_date)
       SELECT new_id(), m.id, m.person_id, n.id, x.day, x.until
       FROM (SELECT id, state, day, lead(day) OVER (PARTITION BY id ORDER BY day) AS until FROM (
         SELECT m.id, 'Ativo' AS state, m.admission_date AS day FROM ${members} m WHERE m.life = ANY($2::integer[])
         UNION ALL SELECT m.id, x.state, x.day FROM jsonb_to_recordset($1::jsonb) AS x (life integer, day date, state text) JOIN ${members} m USING (life)) e) x
       JOIN members m ON m.id = x.id JOIN member_state_names n ON n.name = x.state`,
      [JSON.stringify(states), changed],
    )
    await write(
      `INSERT INTO member_quota_terms (id, member_id, person_id, start_date, category_id, custom_quota)
       SELECT new_id(), m.id, m.person_id, x.day, (CASE m.place WHEN 0 THEN $2::uuid[] ELSE $3::uuid[] END)[1 + x.category], x.amount
       FROM jsonb_to_recordset($1::jsonb) AS x (life integer, day date, category integer, amount bigint) JOIN ${members} m USING (life)`,
      [JSON.stringify(of('terms')), monthlyGroup.categories, atEnd.categories],
    )
    await write(
      `INSERT INTO member_exemptions (id, member_id, person_id, start_date, end_date)
       SELECT new_id(), m.id, m.person_id, x.day, x.until
       FROM jsonb_to_recordset($1::jsonb) AS x (life integer, day date, until date) JOIN ${members} m USING (life)`,
      [JSON.stringify(of('exemption'))],
    )
  }

  /** Enters rows late, and changes the charges of their members, as a correction of their histories does. */
  async function correct(rows: readonly Entry[], isOfStates: boolean): Promise<void> {
    const { world } = app.app
    const numbers = [...new Set(rows.map(({ life }) => 10_000_000 + life))]
    const found = await sql<{ id: string }>('SELECT id FROM members WHERE member_number = ANY($1)', [numbers])
    const memberIds = found.map(({ id }) => id)
    const day = await today()
    const settings = await world.organisation.settings()
    await writeInTransaction(world, async (db, changes) => {
      const context: Writing = { db, changes, world, settings, today: day }
      if (isOfStates) {
        const before = await beforeStateCorrection(context, memberIds, 'change')
        await enter(db, rows)
        await applyDueStates(db, day)
        await followStateCorrection(context, memberIds, before)
      } else {
        const before = await expectedQuotas(context, memberIds)
        await enter(db, rows)
        await applyDueTerms(db, day)
        await changeQuotas(context, memberIds, before)
        await refreshMembers(db, day, memberIds)
      }
    })
  }
  const charge = async ({ categories }: Group) => {
    const day = await today()
    for (let year = Number(begin.slice(0, 4)); year <= Number(day.slice(0, 4)); year++)
      // One by one: the time of a generation of few thousand members grows with the square of their changes.
      for (const id of categories)
        await generate({ year, periods: [...periodsBegunBy(year, day)], categoryIds: [id] })
  }
  for (const [month, day] of months.slice(0, crowdMonths + 1).entries()) {
    while ((await today()) !== day) clock.advance({ days: 1 })
    const ofMonth = entries.filter((one) => one.month === month)
    const onTime = ofMonth.filter(({ isLate }) => !isLate)
    await enter(pool, onTime)
    await maintain(app.app.world)
    const admin = await as('admin')
    // A category that pays stops to pay, begins again, and another begins.
    for (const { categories } of groups) {
      for (const [place, , pays] of changedRules.filter(([, from]) => from === month))
        succeeded(
          await admin.patch(`/member_categories/${categories[place]}`, { paysQuota: pays, since: day }),
        )
      for (const { plan, category: of, amount, ...price } of newPrices.filter((one) => one.month === month)) {
        const category = succeeded(await admin.get(`/member_categories/${categories[plan]}`))
        await make.price({
          quotaPlanId: category['quotaPlanId'],
          categoryId: of === null ? null : categories[of],
          validFrom: addDays(day, price.day - 1),
          amount,
        })
      }
    }
    await charge(monthlyGroup)
    if (month === 0) await sql('ANALYZE unsettled_payments, member_balances')
    const late = ofMonth.filter(({ isLate }) => isLate)
    await enter(
      pool,
      late.filter(({ isLeaving }) => isLeaving),
    )
    // What was in force is entered out of its order in time, and in a different order each month.
    for (const isOfStates of month % 2 === 0 ? [true, false] : [false, true]) {
      const some = late.filter(({ isLeaving, what }) => !isLeaving && (what === 'state') === isOfStates)
      for (const batch of Map.groupBy(some, ({ life }) => life % batches).values())
        await correct(batch, isOfStates)
    }
  }
  await maintain(app.app.world)
  for (const group of groups) await charge(group)

  const rows = await sql<{ life: number; count: number; one: string[] | null; other: string[] | null }>(
    `WITH charged AS (
       SELECT m.member_number, array_agg(concat_ws(' ', c.year, c.period, c.amount, c.due_date,
         coalesce(array_position($1::uuid[], c.category_id), array_position($2::uuid[], c.category_id))) ORDER BY c.year, c.period) AS charges
       FROM members m JOIN unsettled_payments c ON c.member_id = m.id
       WHERE m.member_number >= 10000000 AND c.status = 'open' GROUP BY m.member_number)
     SELECT coalesce(a.member_number, b.member_number - 1000000) - 10000000 AS life, a.charges AS one, b.charges AS other,
       (SELECT count(*)::integer FROM unsettled_payments c WHERE c.category_id = ANY($1::uuid[]) AND c.status = 'open') AS count
     FROM (SELECT * FROM charged WHERE member_number < 11000000) a
     FULL JOIN (SELECT * FROM charged WHERE member_number >= 11000000) b ON b.member_number = a.member_number + 1000000
     WHERE a.charges IS DISTINCT FROM b.charges ORDER BY 1 LIMIT 3`,
    [monthlyGroup.categories, atEnd.categories],
  )
  const told = rows.map((row) => ({ ...row, entries: entries.filter(({ life }) => life === row.life) }))
  assert.deepEqual(told, [], `seed ${seed}, from ${begin}`)
  const [{ count: charged } = { count: 0 }] = await sql<{ count: number }>(
    `SELECT count(*)::integer AS count FROM unsettled_payments WHERE category_id = ANY($1::uuid[]) AND status = 'open'`,
    [atEnd.categories],
  )
  assert.ok(charged > crowd)

  // Next year: quotas that are charged, waived and cancelled already, a plan that is paid once, and changes and exemptions within the year and of all of it.
  const year = Number((await today()).slice(0, 4)) + 1
  await generate({ year, periods: ['01', '02'], categoryIds: [monthlyGroup.categories[0] ?? ''] })
  const some = (remainder: number, of: number) =>
    `(m.member_number >= 10000000 AND m.member_number % ${of} = ${remainder})`
  for (const statement of [
    `UPDATE unsettled_payments SET status = 'exempt', exemption_reason = 'x' WHERE status = 'open' AND hashtext(id::text) % 11 = 0`,
    `UPDATE unsettled_payments SET status = 'cancelled', cancelled_by = CASE WHEN hashtext(id::text) % 2 = 0 THEN 'person' ELSE 'undoing' END, cancel_reason = 'x'
     WHERE status = 'open' AND hashtext(id::text) % 7 = 0`,
    `UPDATE quota_plans SET periodicity = 'once' WHERE id = (SELECT quota_plan_id FROM member_categories WHERE id = '${atEnd.categories[1]}')`,
    `INSERT INTO member_exemptions (id, member_id, person_id, start_date, end_date)
     SELECT new_id(), m.id, m.person_id, '${year}-03-01'::date, '${year}-08-31'::date FROM members m WHERE ${some(0, 37)}
     UNION ALL SELECT new_id(), m.id, m.person_id, '${year - 1}-12-01'::date, '${year}-12-31'::date FROM members m WHERE ${some(1, 37)}`,
    `INSERT INTO member_quota_terms (id, member_id, person_id, start_date, category_id, custom_quota)
     SELECT new_id(), m.id, m.person_id, '${year}-05-01'::date, '${monthlyGroup.categories[1]}', 123 FROM members m WHERE ${some(0, 41)}`,
    `WITH gone AS (UPDATE member_states h SET end_date = '${year}-04-10' FROM members m WHERE m.id = h.member_id AND ${some(0, 43)} AND h.end_date IS NULL
       AND h.start_date < '${year}-04-10' RETURNING h.member_id, h.person_id)
     INSERT INTO member_states (id, member_id, person_id, state_name_id, start_date)
     SELECT new_id(), l.member_id, l.person_id, n.id, '${year}-04-10'::date FROM gone l JOIN member_state_names n ON n.name = 'Exonerado'`,
  ])
    await sql(statement)
  await assertForecast(year, seed)
})

/** The forecast, which applies the rules to one of the members who are alike, is what the rules charge each of them. */
async function assertForecast(year: number, seed: number): Promise<void> {
  const fields = { year, today: await today(), terminology: await app.app.world.organisation.terminology() }
  const [grouped, single] = await Promise.all(
    [
      sqlOf`WITH ${forecastSql(fields)} SELECT category_id, members, amount::bigint FROM forecast ORDER BY 1`,
      sqlOf`WITH ${candidatesSql(wholeSelection(fields))}
        SELECT category_id, count(DISTINCT member_id)::integer AS members, sum(amount)::bigint AS amount FROM (
          SELECT member_id, category_id, amount FROM candidates WHERE reason IS NULL
          UNION ALL SELECT member_id, category_id, amount FROM unsettled_payments
          WHERE type = 'quota' AND year = ${year}::integer AND status NOT IN ('cancelled', 'exempt')) x GROUP BY 1 ORDER BY 1`,
    ].map(({ text, values }) => app.sql(text, values)),
  )
  assert.deepEqual(grouped, single, `seed ${seed}`)
  assert.ok(Number(single?.length) > 2)
}
