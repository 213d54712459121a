import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { jobsDone } from '../../testing/wait.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { listDifferences } from '../terms/charge-differences.ts'
import { duesTools } from '../testing.ts'

// The days of the cases are fixed, so the clock is too.
const clock = testClock('2023-06-01')
const app = await testApp({ with: { database: await testDatabase(), clock } })
const { as, make, today } = app
const { category, changeState, generate, pay, read, set } = await duesTools(app)

/** Lets days pass until `day`, with the daily work of the last one. The administrator signs in again. */
async function until(day: string): Promise<void> {
  while ((await today()) < day) clock.advance({ days: 1 })
  assert.equal(await today(), day)
  await maintain(app.app.world)
}

const admin = () => as('admin')
const move = async (memberId: string, values: object) =>
  succeeded(await (await admin()).patch(`/members/${memberId}`, values))

/** The charges that are not cancelled, by year and period, with their amounts and categories. */
async function quotasOf(memberId: string): Promise<unknown[]> {
  const { data } = (
    await (
      await admin()
    ).get(`/members/${memberId}/unsettled_payments?_type=quota&_status=open&_status=paid&_limit=200`)
  ).body
  return data
    .map((charge) => [
      [charge['year'], charge['period']].filter(Boolean).join('/'),
      charge['amount'],
      charge['categoryLabel'],
    ])
    .toSorted()
}

const amountsOf = async (memberId: string) =>
  Object.fromEntries((await quotasOf(memberId)).map((quota) => (quota as [string, number]).slice(0, 2)))

/**
 * Takes the plans, generations and charges of a test out of use. The rules combine all plans with all categories, in each year that was charged, which
 * would take the tests after it most of their time.
 */
const retirePlans = () =>
  app.sql(`WITH runs AS (UPDATE quota_runs SET state = 'undone'), charges AS (UPDATE unsettled_payments SET origin = 'manual')
    UPDATE quota_plans SET active = false`)

const monthly = { periodicity: 'monthly', dueDay: 8, dueMonth: 1 }

describe('a period is charged by what was in force on its first day', () => {
  afterEach(retirePlans)
  test('the category: each year by that of its first day, whenever it is generated', async () => {
    const [juvenile, effective] = [await category({ amount: 12 }), await category({ amount: 60 })]
    const member = await make.member({ category: juvenile.category, admissionDate: '2023-06-01' })
    const before = await make.member({ category: juvenile.category, admissionDate: '2023-06-01' })
    await until('2025-03-10')
    await move(member._id, { categoryId: effective.id })
    await until('2026-11-02')
    const chosen = { categoryIds: [juvenile.id, effective.id] }
    for (const year of [2026, 2024, 2025]) await generate({ year, ...chosen })
    assert.deepEqual(await quotasOf(member._id), [
      ['2024', 12, juvenile.category],
      ['2025', 12, juvenile.category],
      ['2026', 60, effective.category],
    ])
    assert.deepEqual(await amountsOf(before._id), { 2024: 12, 2025: 12, 2026: 12 })
    const run = await generate({ year: 2025, ...chosen })
    assert.deepEqual([run['count'], run['leftOut']], [0, { exists: 2 }])
  })

  test('the state: a month that began in a leave is not charged, one that began before or after it is', async () => {
    const months = await category({ amount: 5 }, monthly)
    const leave = await make.stateName({ chargesQuota: false })
    const [back, gone, resigned] = await Promise.all(
      [1, 2, 3].map(() => make.member({ category: months.category, admissionDate: '2024-01-01' })),
    )
    await changeState(back!._id, String(leave['name']), '2026-10-01')
    await changeState(back!._id, 'Ativo', '2026-11-01')
    await changeState(gone!._id, String(leave['name']), '2026-11-01')
    await changeState(resigned!._id, 'Exonerado', '2026-11-01')
    const run = await generate({ year: 2026, categoryIds: [months.id], periods: ['09', '10'] })
    assert.deepEqual([run['count'], run['leftOut']], [5, { stateExempt: 1 }])
    assert.deepEqual(await amountsOf(back!._id), { '2026/09': 5 })
    assert.deepEqual(await amountsOf(gone!._id), { '2026/09': 5, '2026/10': 5 })
    assert.deepEqual(await amountsOf(resigned!._id), { '2026/09': 5, '2026/10': 5 })
    const next = await generate({ year: 2026, categoryIds: [months.id], periods: ['11'] })
    assert.deepEqual([next['count'], next['leftOut']], [1, { stateExempt: 1, ended: 1 }])
  })
})

describe('who leaves on the first day of a period', () => {
  afterEach(retirePlans)
  for (const [periodicity, periods] of [
    ['monthly', ['10', '11', '12']],
    ['halfYearly', ['S1', 'S2']],
    ['yearly', ['ano']],
  ] as const)
    test(`does not owe it, whether charged before or after: ${periodicity}`, async () => {
      const { category: name, id } = await category({ amount: 6 }, { periodicity, dueDay: 8, dueMonth: 1 })
      const day =
        periodicity === 'monthly' ? '2026-11-01' : periodicity === 'halfYearly' ? '2026-07-01' : '2026-01-01'
      const charge = () => generate({ year: 2026, categoryIds: [id], periods })
      const [first, last, back] = await Promise.all(
        [1, 2, 3].map(() => make.member({ category: name, admissionDate: '2024-01-01' })),
      )
      await changeState(last!._id, 'Exonerado', day)
      await changeState(back!._id, 'Exonerado', day)
      await changeState(back!._id, 'Ativo', '2027-02-01')
      await charge()
      await changeState(first!._id, 'Exonerado', day)
      const owed = await amountsOf(last!._id)
      const begins = (key: string) =>
        key.endsWith('11') || key.endsWith('12') || key.endsWith('S2') || key === '2026'
      assert.equal(Object.keys(owed).some(begins), false)
      assert.deepEqual(await amountsOf(first!._id), owed)
      assert.deepEqual(await amountsOf(back!._id), owed)
      await charge()
      assert.deepEqual(await amountsOf(first!._id), owed, 'charging again adds nothing')
    })
})

describe('a change of what was in force', () => {
  afterEach(retirePlans)
  const previewed = async (path: string, body: object) =>
    (
      succeeded(await (await admin()).post(path, body)) as unknown as {
        charges: { description: string; from: number | null; to: number | null }[]
      }
    ).charges.map(({ description, from, to }) => [description, from, to])

  test('a category that does not pay: the open quota is cancelled if that is decided, and earlier years keep their state', async () => {
    const pays = await category({ amount: 24 })
    const free = await make.category({ paysQuota: false })
    const [asked, left] = await Promise.all(
      [1, 2].map(() => make.member({ category: pays.category, admissionDate: '2024-01-01' })),
    )
    await generate({ year: 2026, categoryIds: [pays.id] })
    const values = { categoryId: free._id }
    // What the page shows may be older than the record: the preview is of the record.
    const { data: row } = (await (await admin()).get(`/members/${asked!._id}/member_quota_terms`)).body
    assert.equal(
      (
        await (
          await admin()
        ).post('/member_quota_terms/preview', { _id: row[0]?._id, _version: 99, reason: 'motivo' })
      ).status,
      200,
    )
    assert.deepEqual(await previewed(`/members/${asked!._id}/charges/preview`, { ...values, _version: 99 }), [
      ['Quota 2026', 24, null],
    ])
    assert.deepEqual(await previewed(`/members/${asked!._id}/charges/preview`, values), [
      ['Quota 2026', 24, null],
    ])
    assert.deepEqual(await amountsOf(asked!._id), { 2026: 24 }, 'a preview writes nothing')
    await move(asked!._id, { ...values, charges: 'change' })
    await move(left!._id, values)
    assert.deepEqual([await amountsOf(asked!._id), await amountsOf(left!._id)], [{}, { 2026: 24 }])
    const strip = (await read('members', asked!._id))['quotaStrip'] as Record<string, string>
    assert.deepEqual([strip['2024'], strip['2025'], strip['2026']], ['none', 'none', 'none'])
  })

  test('a corrected admission changes the charges that follow from it, or leaves them', async () => {
    const { category: name, id } = await category({ amount: 60, joia: 15 }, { chargesOnAdmission: true })
    const [changed, left] = await Promise.all(
      [1, 2].map(() => make.member({ category: name, admissionDate: '2026-12-31' })),
    )
    await generate({ year: 2027, categoryIds: [id] })
    assert.deepEqual(await amountsOf(changed!._id), { 2026: 5, 2027: 60 })
    const values = { admissionDate: '2027-01-01' }
    assert.deepEqual(await previewed(`/members/${changed!._id}/charges/preview`, values), [
      ['Joia 2027', 15, 15],
      ['Quota 2026', 5, null],
    ])
    await move(changed!._id, { ...values, charges: 'change' })
    await move(left!._id, { ...values, charges: 'leave' })
    assert.deepEqual(await amountsOf(changed!._id), { 2027: 60 })
    assert.deepEqual(await amountsOf(left!._id), { 2026: 5, 2027: 60 })

    const earlier = await make.member({ category: name, admissionDate: '2026-05-20' })
    assert.deepEqual(await amountsOf(earlier._id), { 2026: 40 })
    await move(earlier._id, { admissionDate: '2026-03-20', charges: 'change' })
    assert.deepEqual(await amountsOf(earlier._id), { 2026: 50 })
  })

  test('an admission corrected into an earlier year is charged from that year on', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const [changed, left] = await Promise.all(
      [1, 2].map(() => make.member({ category: name, admissionDate: '2027-01-10' })),
    )
    const older = await make.member({ category: name, admissionDate: '2020-03-01' })
    await generate({ year: 2027, categoryIds: [id], periods: ['01', '02'] })
    const charged = { '2027/01': 5, '2027/02': 5 }
    const values = { admissionDate: '2026-11-20' }
    const preview = await previewed(`/members/${changed!._id}/charges/preview`, values)
    assert.deepEqual(preview.slice(-2), [
      ['Quota 2026, novembro', null, 5],
      ['Quota 2026, dezembro', null, 5],
    ])
    await move(changed!._id, { ...values, charges: 'change' })
    await move(left!._id, { ...values, charges: 'leave' })
    assert.deepEqual(await amountsOf(changed!._id), { '2026/11': 5, '2026/12': 5, ...charged })
    assert.deepEqual(await amountsOf(left!._id), charged)
    await move(changed!._id, { admissionDate: '2027-01-10', charges: 'change' })
    assert.deepEqual(await amountsOf(changed!._id), charged)

    await move(older._id, { admissionDate: '2019-03-01', charges: 'change' })
    assert.deepEqual(await amountsOf(older._id), charged, 'years before the charges are of earlier records')
  })

  test('the joia follows a corrected admission, and a corrected category of its day', async () => {
    const validFrom = '2026-06-01'
    const atOnce = { chargesOnAdmission: true, proRata: false }
    const first = await category({ amount: 60, joia: 15, validFrom }, atOnce)
    const dearer = await category({ amount: 60, joia: 20 }, atOnce)
    const free = await category({ amount: 60 }, atOnce)
    const { _id: memberId } = await make.member({ category: first.category, admissionDate: '2026-10-01' })
    const joias = async () =>
      (await (await admin()).get(`/members/${memberId}/unsettled_payments?_type=joia`)).body.data
        .filter((joia) => joia['status'] !== 'cancelled')
        .map((joia) => [joia['amount'], joia['categoryLabel'], joia['status']])
    const balance = async () => (await read('members', memberId))['balance']
    assert.deepEqual(await joias(), [[15, first.category, 'open']])

    const values = { admissionDate: '2026-05-01' }
    assert.deepEqual(await previewed(`/members/${memberId}/charges/preview`, values), [
      ['Joia 2026', 15, null],
      ['Quota 2026', 60, null],
    ])
    await move(memberId, { ...values, charges: 'change' })
    assert.deepEqual([await joias(), await balance()], [[], 0])
    await move(memberId, { admissionDate: '2026-10-01', charges: 'change' })
    assert.deepEqual(await joias(), [[15, first.category, 'open']])

    const [{ _id } = { _id: '' }] = (await (await admin()).get(`/members/${memberId}/member_quota_terms`))
      .body.data
    const row = { categoryId: dearer.id, reason: 'Engano' }
    const correct = async (input: object) =>
      succeeded(
        await (await admin()).patch(`/member_quota_terms/${_id}`, { ...row, charges: 'change', ...input }),
      )
    assert.deepEqual((await previewed('/member_quota_terms/preview', { _id, ...row }))[0], [
      'Joia 2026',
      15,
      20,
    ])
    await correct({ charges: 'leave' })
    assert.deepEqual(await joias(), [[15, first.category, 'open']])
    await correct({ categoryId: first.id, charges: 'leave' })
    await correct({})
    assert.deepEqual([await joias(), await balance()], [[[20, dearer.category, 'open']], 80])
    await correct({ categoryId: free.id })
    assert.deepEqual([await joias(), await balance()], [[], 60])
    await correct({})
    await pay({ memberId, amount: 20 as Euros })
    await correct({ categoryId: first.id })
    assert.deepEqual(await joias(), [[20, dearer.category, 'paid']], 'what is paid stays')
  })

  test('a row of the history is entered, corrected and retired with a reason, and takes effect on its day', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const { _id: memberId } = await make.member({ category: name, admissionDate: '2024-01-01' })
    await generate({ year: 2026, categoryIds: [id], periods: ['09', '10', '11'] })
    const path = `/members/${memberId}/member_quota_terms`
    const terms = { categoryId: id, customQuota: 10, startDate: '2026-10-01' }
    const refused = await (await admin()).post(path, terms)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['reason']])
    const early = { ...terms, startDate: '2024-01-01', reason: 'Deliberação' }
    assert.deepEqual(Object.keys((await (await admin()).post(path, early)).body.errors), ['startDate'])
    const body = { ...terms, reason: 'Deliberação' }
    assert.deepEqual(await previewed('/member_quota_terms/preview', { ...body, memberId }), [
      ['Quota 2026, outubro', 5, 10],
      ['Quota 2026, novembro', 5, 10],
    ])
    const row = succeeded(await (await admin()).post(path, { ...body, charges: 'change' }))
    assert.deepEqual(await amountsOf(memberId), { '2026/09': 5, '2026/10': 10, '2026/11': 10 })
    assert.equal((await read('members', memberId))['customQuota'], 10, 'the record has the value of today')
    const [, first] = (await (await admin()).get(path)).body.data
    assert.deepEqual([first?.['startDate'], first?.['customQuota']], [null, null])

    const correct = { startDate: '2026-11-01', reason: 'Engano', charges: 'change' }
    succeeded(await (await admin()).patch(`/member_quota_terms/${row._id}`, correct))
    assert.deepEqual(await amountsOf(memberId), { '2026/09': 5, '2026/10': 5, '2026/11': 10 })
    const remove = (termsId: unknown) =>
      admin().then((caller) =>
        caller.post(`/member_quota_terms/${String(termsId)}/remove`, { reason: 'Engano', charges: 'change' }),
      )
    assert.match((await remove(first?._id)).text, /desde a admissão: pode corrigir, mas não retirar/)
    assert.equal((await remove(row._id)).status, 200)
    assert.deepEqual(await amountsOf(memberId), { '2026/09': 5, '2026/10': 5, '2026/11': 5 })
    assert.equal((await read('members', memberId))['customQuota'], null)

    const ahead = { ...body, startDate: '2026-12-01' }
    succeeded(await (await admin()).post(path, ahead))
    assert.equal((await read('members', memberId))['customQuota'], null)
    await until('2026-12-01')
    assert.equal((await read('members', memberId))['customQuota'], 10)
    await generate({ year: 2026, categoryIds: [id], periods: ['12'] })
    assert.equal((await amountsOf(memberId))['2026/12'], 10)
  })
})

describe('a corrected history of states', () => {
  afterEach(retirePlans)
  const effectsOf = async (body: object) =>
    succeeded(await (await admin()).post('/member_states/preview', body)) as unknown as {
      charges: { description: string; from: number | null; to: number | null }[]
      effects: Record<string, number>
    }
  const statesOf = async (memberId: string) =>
    (await (await admin()).get(`/members/${memberId}/member_states?_sort=startDate`)).body.data
  const correct = async (id: unknown, values: object) =>
    succeeded(
      await (await admin()).patch(`/member_states/${String(id)}`, { correction: 'Ata mal lida', ...values }),
    )

  test('changes the charges that follow from it, or leaves them for good', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const [changed, left] = await Promise.all(
      [1, 2].map(() => make.member({ category: name, admissionDate: '2024-01-01' })),
    )
    await generate({ year: 2026, categoryIds: [id], periods: ['08', '09', '10', '11'] })
    for (const { _id } of [changed!, left!]) {
      await pay({ memberId: _id, amount: 15 as Euros })
      await changeState(_id, 'Exonerado', '2026-11-20')
    }
    const paidUntil = { '2026/08': 5, '2026/09': 5, '2026/10': 5 }
    assert.deepEqual(await amountsOf(changed!._id), { ...paidUntil, '2026/11': 5 })
    const [, last] = await statesOf(changed!._id)
    const move = { startDate: '2026-09-15' }
    const { charges, effects } = await effectsOf({ _id: last?._id, ...move })
    assert.deepEqual(
      charges.map(({ description, from, to }) => [description, from, to]),
      [
        ['Quota 2026, outubro', 5, null],
        ['Quota 2026, novembro', 5, null],
      ],
    )
    assert.deepEqual([effects['owed'], effects['credit']], [-5, 5])
    await correct(last?._id, { ...move, charges: 'change' })
    assert.deepEqual(await amountsOf(changed!._id), { '2026/08': 5, '2026/09': 5 })
    assert.equal((await read('members', changed!._id))['credit'], 5, 'what was paid of October is credit')

    const [, kept] = await statesOf(left!._id)
    await correct(kept?._id, move)
    await maintain(app.app.world)
    assert.deepEqual(await amountsOf(left!._id), { ...paidUntil, '2026/11': 5 }, 'also after the daily work')

    // And back: the cancelled ones are owed again, and the credit settles them.
    await correct(last?._id, { startDate: '2026-11-20', charges: 'change' })
    assert.deepEqual(await amountsOf(changed!._id), { ...paidUntil, '2026/11': 5 })
    assert.equal((await read('members', changed!._id))['credit'], 0)
    const removed = await (
      await admin()
    ).post(`/member_states/${String(last?._id)}/remove`, {
      reason: 'Nunca saiu',
      charges: 'change',
    })
    assert.equal(removed.status, 200)
    assert.deepEqual(
      [(await read('members', changed!._id))['endDate'], await amountsOf(changed!._id)],
      [null, { ...paidUntil, '2026/11': 5 }],
    )
  })

  test('restores no quota that an exemption entered after the leaving covers', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const { _id: memberId } = await make.member({ category: name, admissionDate: '2024-01-01' })
    await generate({ year: 2026, categoryIds: [id], periods: ['09', '10', '11'] })
    await changeState(memberId, 'Exonerado', '2026-09-20')
    await move(memberId, { exemptFrom: '2026-11-01', exemptUntil: '2026-12-31', charges: 'change' })
    assert.deepEqual(await amountsOf(memberId), { '2026/09': 5 })
    const [first] = await statesOf(memberId)
    const back = { memberId, stateNameId: first?.['stateNameId'], startDate: '2026-10-10' }
    const { charges } = await effectsOf(back)
    assert.deepEqual(
      charges.map(({ description, to }) => [description, to]),
      [['Quota 2026, outubro', 5]],
    )
    succeeded(
      await (
        await admin()
      ).post('/member_states', { ...back, correction: 'Voltou em outubro', charges: 'change' }),
    )
    assert.deepEqual(await amountsOf(memberId), { '2026/09': 5, '2026/10': 5 }, 'November stays cancelled')
  })

  test('a leave entered later takes its months, and the preview counts the cards that no longer hold', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const leave = await make.stateName({ chargesQuota: false, hasRights: false })
    const { _id: memberId } = await make.member({ category: name, admissionDate: '2024-01-01' })
    await make.card({ memberId })
    await generate({ year: 2026, categoryIds: [id], periods: ['09', '10', '11'] })
    const body = { memberId, stateNameId: leave._id, startDate: '2026-10-01' }
    const { charges, effects } = await effectsOf(body)
    assert.deepEqual([charges.length, effects['cards']], [2, -1])
    assert.equal((await statesOf(memberId)).length, 1, 'a preview writes nothing')
    const entered = { ...body, correction: 'Só se soube agora', charges: 'change' }
    succeeded(await (await admin()).post('/member_states', entered))
    assert.deepEqual(await amountsOf(memberId), { '2026/09': 5 })
  })

  test('a readmission that was none owes no joia, and one that is found owes it', async () => {
    await set('joiaOnReadmission', '50')
    const group = await category({ amount: 60, joia: 20 })
    const { _id: memberId } = await make.member({ category: group.category, admissionDate: '2020-01-01' })
    await changeState(memberId, 'Exonerado', '2025-03-01')
    await changeState(memberId, 'Ativo', '2026-05-01')
    const joias = async () => {
      const { data } = (
        await (await admin()).get(`/members/${memberId}/unsettled_payments?_type=joia&_status=open`)
      ).body
      return data.map(({ amount }) => amount)
    }
    assert.deepEqual(await joias(), [10])
    const [, gone] = await statesOf(memberId)
    const stay = { stateNameId: (await make.stateName())._id, charges: 'change' }
    await correct(gone?._id, stay)
    assert.deepEqual(await joias(), [])
    await correct(gone?._id, { stateNameId: gone?.['stateNameId'], charges: 'change' })
    assert.deepEqual(await joias(), [10])
    await set('joiaOnReadmission', '0')
  })
})

describe('a change of state entered after its periods were charged', () => {
  afterEach(retirePlans)
  const periods = ['08', '09', '10', '11']
  const leaveState = async () => String((await make.stateName({ chargesQuota: false }))['name'])

  test('to a leave: its open months are cancelled or left as decided, as if it had been entered first, and paid ones stay', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const leave = await leaveState()
    const [before, changed, left, silent] = await Promise.all(
      [1, 2, 3, 4].map(() => make.member({ category: name, admissionDate: '2024-01-01' })),
    )
    await changeState(before!._id, leave, '2026-09-01')
    await generate({ year: 2026, categoryIds: [id], periods })
    // Pays August and September.
    await pay({ memberId: changed!._id, amount: 10 as Euros })
    await changeState(changed!._id, leave, '2026-09-01', { charges: 'change' })
    await changeState(left!._id, leave, '2026-09-01', { charges: 'leave' })
    await changeState(silent!._id, leave, '2026-09-01')
    const all = { '2026/08': 5, '2026/09': 5, '2026/10': 5, '2026/11': 5 }
    assert.deepEqual(await amountsOf(before!._id), { '2026/08': 5 })
    assert.deepEqual(await amountsOf(changed!._id), { '2026/08': 5, '2026/09': 5 })
    assert.equal((await read('members', changed!._id))['credit'], 0)
    assert.deepEqual([await amountsOf(left!._id), await amountsOf(silent!._id)], [all, all])
    await generate({ year: 2026, categoryIds: [id], periods })
    assert.deepEqual(await amountsOf(changed!._id), { '2026/08': 5, '2026/09': 5 }, 'and stay so')
  })

  test('back from a leave: months that a generation charged to others are added, and no other ones', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const other = await category({ amount: 7 }, monthly)
    const leave = await leaveState()
    const [before, changed, left] = await Promise.all(
      [1, 2, 3].map(() => make.member({ category: name, admissionDate: '2024-01-01' })),
    )
    for (const { _id } of [before!, changed!, left!]) await changeState(_id, leave, '2026-08-15')
    await changeState(before!._id, 'Ativo', '2026-10-01')
    await generate({ year: 2026, categoryIds: [id], periods })
    await generate({ year: 2026, categoryIds: [other.id], periods: ['12'] })
    await changeState(changed!._id, 'Ativo', '2026-10-01', { charges: 'change' })
    await changeState(left!._id, 'Ativo', '2026-10-01')
    const back = { '2026/08': 5, '2026/10': 5, '2026/11': 5 }
    assert.deepEqual(await amountsOf(before!._id), back)
    assert.deepEqual(await amountsOf(changed!._id), back)
    assert.deepEqual(await amountsOf(left!._id), { '2026/08': 5 })
  })

  test('a member readmitted in a later year is charged for the periods generated since the readmission', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const { _id: memberId } = await make.member({ category: name, admissionDate: '2020-01-01' })
    await changeState(memberId, 'Exonerado', '2025-06-01')
    const run = await generate({ year: 2026, categoryIds: [id], periods: ['01', '02'] })
    await generate({ year: 2026, categoryIds: [id], periods: ['10', '11'] })
    succeeded(await (await admin()).post(`/quota_runs/${run._id}/undo`, {}))
    await changeState(memberId, 'Ativo', '2026-01-01', { charges: 'change' })
    assert.deepEqual(await amountsOf(memberId), { '2026/10': 5, '2026/11': 5 }, 'not what was undone')
  })

  test('planned and then dropped cancels the months and charges them again', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const leave = await leaveState()
    const { _id: memberId } = await make.member({ category: name, admissionDate: '2024-01-01' })
    await generate({ year: 2028, categoryIds: [id], periods: ['01', '02'] })
    const all = await amountsOf(memberId)
    await changeState(memberId, leave, '2028-02-01', { charges: 'change' })
    assert.deepEqual(await amountsOf(memberId), { '2028/01': 5 })
    await changeState(memberId, 'Ativo', await today(), { charges: 'change' })
    assert.deepEqual(await amountsOf(memberId), all)
  })

  test('that drops a planned leaving charges as if that had been cancelled first, or had never been planned', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const leave = await leaveState()
    const charge = (month: string) => generate({ year: 2028, categoryIds: [id], periods: [month] })
    const members = await Promise.all(
      Array.from({ length: 8 }, () => make.member({ category: name, admissionDate: '2024-01-01' })),
    )
    const [
      atOnce = '',
      inTurn = '',
      never = '',
      left = '',
      back = '',
      remaining = '',
      going = '',
      former = '',
    ] = members.map(({ _id }) => _id)
    await changeState(former, 'Exonerado', '2026-11-15')
    await changeState(former, 'Ativo', '2028-01-01')
    await generate({ year: 2028, categoryIds: [id], periods: ['01', '02', '03'] })
    const all = await amountsOf(never)
    for (const one of [atOnce, inTurn, left, back, remaining, going, former])
      await changeState(one, 'Exonerado', '2028-02-01')
    await charge('04')
    for (const one of [atOnce, former])
      assert.deepEqual(await amountsOf(one), all, 'a leaving cancels nothing before its day')
    const [planned, day] = ['drop', await today()]
    const cancelled = { planned, charges: 'change' }
    for (const one of [atOnce, former]) await changeState(one, leave, '2028-01-15', cancelled)
    await changeState(inTurn, 'Ativo', day, cancelled)
    assert.deepEqual(await amountsOf(inTurn), { ...all, '2028/04': 5 }, 'as if nothing had been planned')
    await changeState(inTurn, leave, '2028-01-15', { charges: 'change' })
    await changeState(never, leave, '2028-01-15', { charges: 'change' })
    await changeState(left, leave, '2028-01-15', { planned })
    await changeState(back, 'Ativo', day, { planned })
    await changeState(remaining, 'Suspenso (disciplinar)', '2028-01-15', cancelled)
    await changeState(going, leave, '2028-01-15', { charges: 'change' })
    for (const one of [atOnce, inTurn, never, former])
      assert.deepEqual(await amountsOf(one), { '2028/01': 5 })
    for (const one of [left, back]) assert.deepEqual(await amountsOf(one), all, 'left as they are')
    assert.deepEqual(await amountsOf(remaining), { ...all, '2028/04': 5 })
    assert.deepEqual(await amountsOf(going), all, 'those of a leaving that stays wait for its day')
  })

  test('on the day of a leaving by mistake restores what that cancelled, and charges by the new state', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const leave = await leaveState()
    const members = await Promise.all(
      [1, 2, 3].map(() => make.member({ category: name, admissionDate: '2024-01-01' })),
    )
    const [changed = '', left = '', back = ''] = members.map(({ _id }) => _id)
    await generate({ year: 2027, categoryIds: [id], periods: ['01', '02'] })
    const all = await amountsOf(changed)
    const day = await today()
    for (const one of [changed, left, back]) {
      await changeState(one, 'Exonerado', day)
      assert.deepEqual(await amountsOf(one), {})
    }
    await changeState(changed, leave, day, { charges: 'change' })
    await changeState(left, leave, day)
    await changeState(back, 'Ativo', day, { charges: 'change' })
    assert.deepEqual(await amountsOf(changed), {})
    assert.deepEqual([await amountsOf(left), await amountsOf(back)], [all, all])
  })

  test('its preview lists the charges that would be different, of several members too, and counts the effects of the decision', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const leave = await make.stateName({ chargesQuota: false })
    const ended = await make.stateName({ chargesQuota: false, marksEnd: true })
    const members = await Promise.all(
      [1, 2].map(() => make.member({ category: name, admissionDate: '2024-01-01' })),
    )
    await generate({ year: 2026, categoryIds: [id], periods })
    const input = { stateNameId: leave._id, date: '2026-10-01' }
    const memberIds = members.map(({ _id }) => _id)
    const previewedChange = async (more: object) =>
      succeeded(
        await (await admin()).post('/members/change_state/preview', { memberIds, ...input, ...more }),
      ) as unknown as {
        charges: { description: string; from: number | null; to: number | null }[]
        effects: Record<string, number>
        after: Record<string, number>
      }
    const { charges, effects, after } = await previewedChange({})
    const [october, november] = ['outubro', 'novembro'].map((month) => [`Quota 2026, ${month}`, 5, null])
    const lines = charges.map(({ description, from, to }) => [description, from, to])
    assert.deepEqual(lines, [october, november, october, november])
    assert.deepEqual([effects['owed'], after['owed']], [0, 40], 'left as they are')
    const decided = await previewedChange({ charges: 'change' })
    assert.deepEqual([decided.charges, decided.effects['owed'], decided.after['owed']], [charges, -20, 20])
    const gone = await previewedChange({ stateNameId: ended._id })
    assert.deepEqual([gone.charges, gone.effects['owed']], [[], -20], 'a leaving decides by itself')
    assert.deepEqual(Object.keys(await amountsOf(memberIds[0]!)).length, 4, 'a preview writes nothing')

    const task = {
      title: 'Mudar o estado',
      resource: 'members',
      action: 'changeState',
      input: { ...input, charges: 'change' },
      audience: { ids: memberIds },
    }
    succeeded(await (await admin()).post('/bulk_actions', task))
    await jobsDone(app, 'bulkActions')
    for (const memberId of memberIds)
      assert.deepEqual(await amountsOf(memberId), { '2026/08': 5, '2026/09': 5 })
  })
})

describe('an exemption', () => {
  afterEach(retirePlans)
  test('covers the periods whose first day lies within it, and begins on the day on which it is entered', async () => {
    const { category: name, id } = await category({ amount: 5 }, monthly)
    const [now, dated] = await Promise.all(
      [1, 2].map(() => make.member({ category: name, admissionDate: '2024-01-01' })),
    )
    await move(now!._id, { exemptUntil: '2027-01-31', exemptReason: 'Desemprego' })
    await move(dated!._id, { exemptFrom: '2026-10-01', exemptUntil: '2026-10-31' })
    const wrong = await (await admin()).patch(`/members/${dated!._id}`, { exemptFrom: '2027-10-01' })
    assert.equal(wrong.status, 422)
    await generate({ year: 2026, categoryIds: [id], periods: ['09', '10', '11', '12'] })
    assert.deepEqual(Object.keys(await amountsOf(now!._id)), ['2026/09', '2026/10', '2026/11'])
    assert.deepEqual(Object.keys(await amountsOf(dated!._id)), ['2026/09', '2026/11', '2026/12'])
  })
})

test('an admission entered in the next year is charged for both years, with one joia at the price of its day', async () => {
  const { category: name, planId } = await category({ amount: 60, joia: 15 }, { chargesOnAdmission: true })
  await until('2027-01-11')
  await make.price({ quotaPlanId: planId, validFrom: '2027-01-01', amount: 60, joia: 20 })
  const { _id } = await make.member({ category: name, admissionDate: '2026-12-20' })
  assert.deepEqual(await amountsOf(_id), { 2026: 5, 2027: 60 })
  const { data } = (await (await admin()).get(`/members/${_id}/unsettled_payments?_type=joia`)).body
  assert.deepEqual(
    data.map((joia) => [joia['year'], joia['amount']]),
    [[2026, 15]],
  )
  const old = {
    name: 'Rui Sá',
    categoryId: (await read('members', _id))['categoryId'],
    admissionDate: '2024-05-01',
  }
  const checked = (await (await admin()).post('/members/validate', old)).body as unknown as {
    warnings: object
  }
  assert.deepEqual(Object.keys(checked.warnings), ['admissionDate'])
  const member = await make.member({ category: name, admissionDate: '2024-05-01' })
  assert.deepEqual(await amountsOf(member._id), {}, 'an old admission is not charged at once')
})

describe('who gives up before the admission', () => {
  afterEach(retirePlans)
  test('was never a member, and owes nothing that the admission charged', async () => {
    const group = await category({ amount: 30, joia: 10 }, { chargesOnAdmission: true, proRata: false })
    const admissionDate = addDays(await today(), 60)
    const [{ _id }, other] = [
      await make.member({ category: group.category, admissionDate }),
      await make.member({ category: group.category, admissionDate }),
    ]
    const extra = await make.charge({ memberId: _id, type: 'other', amount: 5 })
    assert.equal((await read('members', _id))['balance'], 45)
    await changeState(_id, 'Exonerado', await today())
    const after = await read('members', _id)
    assert.deepEqual(
      [after['currentStateLabel'], after['stateSince'], after['endDate'], after['admissionDate']],
      ['Exonerado', await today(), await today(), admissionDate],
    )
    assert.equal(after['balance'], 5, 'another debt stays')
    assert.equal((await read('unsettled_payments', extra._id))['status'], 'open')
    assert.deepEqual(await quotasOf(_id), [])
    const states = (await (await admin()).get(`/members/${_id}/member_states`)).body.data
    assert.deepEqual(
      states.map(({ stateNameLabel, startDate }) => [stateNameLabel, startDate]),
      [['Exonerado', await today()]],
    )
    assert.equal((await read('members', other._id))['balance'], 40, 'who does not give up owes it')
    await until(admissionDate)
    assert.equal((await read('members', _id))['currentStateLabel'], 'Exonerado')
    const year = Number(admissionDate.slice(0, 4))
    await generate({ year, categoryIds: [group.id] })
    assert.deepEqual(await quotasOf(_id), [])
    const report = succeeded(
      await (await admin()).get(`/reports/membershipsPerYear/table?from=${year}&to=${year}`),
    ) as unknown as {
      columns: { name: string }[]
      sections: { rows: { value: unknown }[][] }[]
    }
    const column = report.columns.findIndex(({ name }) => name === `byCategory.${group.id}`)
    assert.equal(report.sections[0]?.rows[0]?.[column]?.value, 1, 'one admission: that of who stayed')
  })
})

describe('what earlier versions charged otherwise than the rules', () => {
  afterEach(retirePlans)
  interface Difference {
    _id: string
    dueDate: string
    amount: number
    expectedAmount: number | null
    reason: string
    state: string
    decidedByName: string | null
  }
  const differencesOf = async (memberId: string, who = 'admin') => {
    const { body } = await (await as(who as 'admin')).get(`/members/${memberId}/charge_differences`)
    return (body.data as unknown as Difference[]).toSorted((one, other) =>
      one.dueDate.localeCompare(other.dueDate),
    )
  }
  const act = async (difference: Difference | undefined, action: string, who = 'admin') =>
    (await as(who as 'admin')).post(`/charge_differences/${difference?._id}/${action}`)
  const pending = async () =>
    (succeeded(await (await admin()).get('/today')) as unknown as { chargeDifferences: number })
      .chargeDifferences
  /** The charge of a period as an earlier version made it, of other values or in spite of the rules. */
  const chargedAs = (memberId: string, period: string, values: string) =>
    app.sql(`UPDATE unsettled_payments SET ${values} WHERE member_id = $1 AND period = $2`, [
      memberId,
      period,
    ])
  const check = () => listDifferences(app.app.world)

  test('is listed with the reason, changes only as a person decides, and is not listed twice', async () => {
    const [cheap, dear] = [await category({ amount: 5 }, monthly), await category({ amount: 8 }, monthly)]
    const leave = await make.stateName({ chargesQuota: false })
    const admitted = { category: cheap.category, admissionDate: '2026-01-01' }
    const [member, resting, other, left] = await Promise.all([1, 2, 3, 4].map(() => make.member(admitted)))
    const year = Number((await today()).slice(0, 4)) - 1
    const periods = ['01', '02', '03', '04', '05', '06']
    await generate({ year, categoryIds: [cheap.id], periods })
    // Changes that left charges as they were are differences too.
    await changeState(left!._id, String(leave['name']), `${year}-01-15`)
    await check()
    const others = await pending()
    assert.equal(others, 5)
    // As if all had been charged by the category, the price and the state of a later day.
    for (const period of ['01', '02', '05', '06'])
      await chargedAs(member!._id, period, `amount = 800, category_id = '${dear.id}'`)
    await chargedAs(member!._id, '03', 'amount = 600')
    await chargedAs(member!._id, '04', `category_id = '${dear.id}'`)
    await pay({ memberId: other!._id, amount: 30 })
    await chargedAs(other!._id, '01', 'amount = 500')
    await app.sql(`UPDATE member_states SET state_name_id = $2 WHERE member_id = $1`, [
      resting!._id,
      leave._id,
    ])
    const charged = await quotasOf(member!._id)
    await check()
    await check()
    assert.deepEqual(await quotasOf(member!._id), charged, 'nothing changes by itself')
    const found = await differencesOf(member!._id)
    assert.deepEqual(
      found.map(({ amount, expectedAmount, reason, state }) => [amount, expectedAmount, reason, state]),
      [
        [8, 5, 'category', 'pending'],
        [8, 5, 'category', 'pending'],
        [6, 5, 'price', 'pending'],
        [8, 5, 'category', 'pending'],
        [8, 5, 'category', 'pending'],
      ],
      'the same amount is no difference',
    )
    const free = await differencesOf(resting!._id)
    assert.deepEqual(
      free.map(({ expectedAmount, reason }) => [expectedAmount, reason]),
      periods.map(() => [null, 'stateExempt']),
    )
    assert.deepEqual(await differencesOf(other!._id), [], 'paid quotas stay as they are')
    assert.equal(await pending(), others + 11)

    assert.equal((await act(found[0], 'correct', 'auditor')).status, 403)
    assert.equal((await act(found[0], 'correct', 'editor')).status, 200)
    assert.equal((await act(found[1], 'keep')).status, 200)
    assert.equal((await act(free[0], 'correct')).status, 200)
    succeeded(
      await (
        await admin()
      ).post(`/unsettled_payments/${await chargeOf(member!._id, '03')}/cancel`, { reason: 'x' }),
    )
    assert.equal((await act(found[2], 'correct')).status, 409, 'a cancelled charge stays')
    succeeded(
      await (await admin()).patch(`/unsettled_payments/${await chargeOf(member!._id, '05')}`, { amount: 7 }),
    )
    assert.equal((await act(found[0], 'correct')).status, 409, 'what is decided stays')
    await check()
    const after = await differencesOf(member!._id)
    assert.deepEqual(
      after.map(({ amount, state }) => [amount, state]),
      [
        [5, 'corrected'],
        [8, 'kept'],
        [6, 'pending'],
        [7, 'kept'],
        [8, 'pending'],
      ],
    )
    assert.ok(after[0]?.decidedByName && after[3]?.decidedByName)
    const { balance } = await read('members', member!._id)
    assert.equal(balance, 5 + 8 + 5 + 7 + 8, 'of the corrected amounts')
    assert.equal((await read('members', resting!._id))['balance'], 25)
    assert.equal(await pending(), others + 6)

    const terms = (values: object) => ({ memberId: member!._id, reason: 'Deliberação', ...values })
    succeeded(
      await (
        await admin()
      ).post('/member_quota_terms', terms({ startDate: `${year}-05-15`, categoryId: dear.id })),
    )
    assert.equal(await pending(), others + 5, 'by the corrected history it is charged right')
  })

  const chargeOf = async (memberId: string, period: string) => {
    const { data } = (await (await admin()).get(`/members/${memberId}/unsettled_payments?_period=${period}`))
      .body
    return data[0]?._id
  }
})
