import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { periodsBegunBy } from '@agremia/resources/rules/quota-periods.ts'
import fc from 'fast-check'
import { maintain } from '../../maintenance.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { volume } from '../../testing/volume.ts'
import { duesTools } from '../testing.ts'

/** Number of lives: all share one clock, so that each month is generated once for all of them. */
const count = Number(process.env['QUOTA_LIVES'] ?? volume({ short: 8, long: 300 }))

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

test(`${count} lives: generating as time goes on and generating at the end charge the same`, async () => {
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
        date: size % 4 === 0 ? addDays(day, size % 50) : day,
        reason: 'motivo',
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
    if (day.endsWith('-01')) await maintain(app.app.engine)
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
        await maintain(app.app.engine)
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
