import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { periodsBegunBy } from '@agremia/resources/rules/quota-periods.ts'
import fc from 'fast-check'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { volume } from '../../testing/volume.ts'
import { duesTools } from '../testing.ts'

/** Number of lives lived through the API, in `npm run test:all` only: all share one clock, so that each month is generated once for all of them. */
const count = Number(process.env['QUOTA_LIVES'] ?? volume({ short: 0, long: 300 }))

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
  const exempted = new Set<number>()

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
      exempt: () => patch({ exemptUntil: addDays(day, size % 120) }),
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
        // A member has one exemption, whose days a later one would replace.
        if (one.what === 'exempt' && exempted.has(place)) continue
        if (one.what === 'exempt') exempted.add(place)
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

/** Lives of a crowd: their histories are written by a few statements each month, and the daily work follows them for all at once. */
const crowd = 2000
const crowdMonths = 3
/** The first days of the months of a crowd, counted from the first one, of which the last is the end. */
const lastDay = crowdMonths * 31

/** The places of categories that change, the month on whose first day, and whether they pay from then on. */
const changedRules = [
  [1, 1, false],
  [2, 1, true],
  [1, 2, true],
] as const

/** A change of a life, on a day from the first one of the crowd. */
interface Turn {
  day: number
  what: 'leave' | 'comeBack' | 'rest' | 'move' | 'amount'
  size: number
}
const turn: fc.Arbitrary<Turn> = fc.record({
  day: fc.integer({ min: 1, max: lastDay }),
  what: fc.constantFrom('leave', 'comeBack', 'rest', 'move', 'amount'),
  size: fc.nat(1000),
})
const crowdLife = fc.record({
  admitted: fc.integer({ min: -60, max: 60 }),
  exempt: fc.option(fc.record({ from: fc.integer({ min: 0, max: lastDay }), days: fc.nat(90) }), {
    freq: 5,
  }),
  turns: fc.array(turn, { maxLength: 5 }),
  leavesLate: fc.boolean(),
})

/** A row of a history; `late`: a leaving that is entered only after the month that follows it was charged. */
interface Entry {
  life: number
  day: string
  state?: string
  category?: number
  amount?: number | null
  late: boolean
}

/** The history that a life has, as it may be entered: one change a day, and no state follows itself. */
function historyOf(
  { admitted, turns, leavesLate }: { admitted: number; turns: Turn[]; leavesLate: boolean },
  life: number,
  begin: string,
): Entry[] {
  const entries: Entry[] = []
  let state = 'Ativo'
  let category = life % 2
  let amount: number | null = null
  const byDay = [...new Map(turns.map((one) => [one.day, one])).values()].toSorted((a, b) => a.day - b.day)
  for (const { day, what, size } of byDay.filter((one) => one.day > admitted)) {
    const next = {
      leave: 'Exonerado',
      comeBack: 'Ativo',
      rest: 'Isento',
      move: undefined,
      amount: undefined,
    }[what]
    const at = { life, day: addDays(begin, day), late: false }
    if (next !== undefined) {
      if (next === state || (next === 'Isento' && state === 'Exonerado')) continue
      state = next
      entries.push({ ...at, state })
      continue
    }
    if (what === 'move') category = size % 3
    else amount = size % 5 === 0 ? null : ((size % 9) + 1) * 100
    entries.push({ ...at, category, amount })
  }
  const last = entries.at(-1)
  if (last?.state === 'Exonerado') last.late = leavesLate
  return entries
}

test(`${crowd} lives of a crowd: charging each month and charging all at the end give the same debts, also to who leaves before or after it`, async () => {
  const { sql } = app
  clock.advance({ days: 31 - Number((await today()).slice(8)) })
  while (!(await today()).endsWith('-01')) clock.advance({ days: 1 })
  const begin = await today()
  const seed = Number(process.env['QUOTA_LIVES_SEED'] ?? Date.now() % 1_000_000)
  const lives = fc.sample(crowdLife, { numRuns: crowd, seed })
  const [monthlyGroup, atEnd] = [await makeGroup(), await makeGroup()]
  // Dues read nothing of the person, so one has all memberships.
  const { personId } = await make.member()
  const made = lives.map(({ admitted, exempt }, life) => ({
    life,
    admitted: addDays(begin, admitted),
    exempt_from: exempt && addDays(begin, exempt.from),
    exempt_until: exempt && addDays(begin, exempt.from + exempt.days),
  }))
  for (const [place, { categories }] of [monthlyGroup, atEnd].entries())
    await sql(
      `WITH given AS MATERIALIZED (
         SELECT x.* FROM jsonb_to_recordset($3::jsonb) AS x (life integer, admitted date, exempt_from date, exempt_until date)),
       made AS (
         INSERT INTO members (id, person_id, member_number, category_id, admission_date, current_state_id, state_since, exempt_from, exempt_until)
         SELECT new_id(), $4::uuid, 10000000 + $1::integer * 1000000 + life, ($2::uuid[])[1 + life % 2], admitted,
           (SELECT id FROM member_state_names WHERE name = 'Ativo'), admitted, exempt_from, exempt_until
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
  const entries = lives.flatMap((life, place) => historyOf(life, place, begin))

  /** Enters rows of the histories in both groups, and ends the states that they follow. */
  async function enter(rows: readonly Entry[]): Promise<void> {
    const members = `(SELECT m.id, m.person_id, (m.member_number - 10000000) / 1000000 AS place, (m.member_number - 10000000) % 1000000 AS life
      FROM members m WHERE m.member_number >= 10000000)`
    const states = JSON.stringify(rows.filter(({ state }) => state !== undefined))
    const entered = 'jsonb_to_recordset($1::jsonb) AS x (life integer, day date, state text)'
    await sql(
      `UPDATE member_states h SET end_date = first.day FROM ${members} m JOIN (SELECT life, min(day) AS day FROM ${entered} GROUP BY life) first USING (life)
       WHERE h.member_id = m.id AND h.end_date IS NULL`,
      [states],
    )
    await sql(
      `INSERT INTO member_states (id, member_id, person_id, state_name_id, start_date, end_date)
       SELECT new_id(), m.id, m.person_id, n.id, x.day, x.until
       FROM (SELECT x.*, lead(day) OVER (PARTITION BY life ORDER BY day) AS until FROM ${entered}) x
       JOIN ${members} m USING (life) JOIN member_state_names n ON n.name = x.state`,
      [states],
    )
    await sql(
      `INSERT INTO member_quota_terms (id, member_id, person_id, start_date, category_id, custom_quota)
       SELECT new_id(), m.id, m.person_id, x.day, (CASE m.place WHEN 0 THEN $2::uuid[] ELSE $3::uuid[] END)[1 + x.category], x.amount
       FROM jsonb_to_recordset($1::jsonb) AS x (life integer, day date, category integer, amount bigint) JOIN ${members} m USING (life)`,
      [
        JSON.stringify(rows.filter(({ category }) => category !== undefined)),
        monthlyGroup.categories,
        atEnd.categories,
      ],
    )
  }
  const charge = async ({ categories }: Group) => {
    const day = await today()
    for (let year = Number(begin.slice(0, 4)); year <= Number(day.slice(0, 4)); year++)
      await generate({ year, periods: [...periodsBegunBy(year, day)], categoryIds: categories })
  }
  let after = ''
  for (let month = 0; month <= crowdMonths; month++) {
    const day = await today()
    const isNew = ({ day: of }: Entry) => of > after && of <= day
    await enter(entries.filter((one) => isNew(one) && !one.late))
    await maintain(app.app.world)
    // A category that pays stops to pay, begins again, and another begins.
    for (const { categories } of [monthlyGroup, atEnd])
      for (const [place, , pays] of changedRules.filter(([, from]) => from === month))
        succeeded(
          await (
            await as('admin')
          ).patch(`/member_categories/${categories[place]}`, { paysQuota: pays, since: day }),
        )
    await charge(monthlyGroup)
    if (month === 0) await sql('ANALYZE unsettled_payments, member_balances')
    await enter(entries.filter((one) => isNew(one) && one.late))
    after = day
    if (month === crowdMonths) break
    do clock.advance({ days: 1 })
    while (!(await today()).endsWith('-01'))
  }
  await maintain(app.app.world)
  for (const group of [monthlyGroup, atEnd]) await charge(group)

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
})
