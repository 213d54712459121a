import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { ReportCell, ReportList, ReportTable } from '@agremia/resources/report-table.ts'
import { reportCellText } from '@agremia/resources/report-table.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { addDays, ageAt, formatDate } from '@agremia/resources/rules/dates.ts'
import { readPdf, tellPage } from '../testing/read-pdf.ts'
import { readZip } from '../testing/read-zip.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { reports } from './reports.ts'
import { insertRandomRecords } from './testing.ts'

const seed = Number(process.env['REPORTS_SEED'] ?? Date.now() % 1_000_000)
const app = await testApp()
const { as, sql, today, visitor } = app
const admin = await as('admin')
const day = await today()
const year = Number(day.slice(0, 4))
await insertRandomRecords(app, seed)

const tableOf = async (name: string, query = ''): Promise<ReportTable> =>
  succeeded(await admin.get(`/reports/${name}/table?${query}`)) as unknown as ReportTable
const rowsOf = ({ sections }: ReportTable) => sections.flatMap(({ rows }) => rows)
const allRows = (table: ReportTable): ReportCell[][] => [
  ...table.sections.flatMap(({ rows, total }) => [...rows, ...(total ? [total] : [])]),
  ...(table.total ? [table.total] : []),
]
/** The values of a row by the names of their columns. */
const valuesOf = ({ columns }: ReportTable, row: readonly ReportCell[]) =>
  Object.fromEntries(columns.map(({ name }, index) => [name, row[index]?.value ?? null]))
const valuesByLabel = (table: ReportTable) =>
  Object.fromEntries(rowsOf(table).map((row) => [String(row[0]?.value), valuesOf(table, row)]))

/** Returns functions that give the name of a member's category and the id of the plan on a day, from the rows of the history. */
async function readTerms() {
  const terms = await sql<{
    member_id: string
    start_date: string | null
    name: string
    plan: string | null
  }>(
    `SELECT t.member_id, t.start_date, k.name, coalesce(t.quota_plan_id, k.quota_plan_id) AS plan
     FROM member_quota_terms t JOIN member_categories k ON k.id = t.category_id ORDER BY t.start_date NULLS FIRST`,
  )
  const termsAt = (memberId: string, on: string) =>
    terms.findLast((one) => one.member_id === memberId && (one.start_date ?? '') <= on)
  return {
    categoryAt: (memberId: string, on: string) => termsAt(memberId, on)?.name,
    planAt: (memberId: string, on: string) => termsAt(memberId, on)?.plan,
  }
}

/** Returns the charges that are not cancelled or waived, and a function of what was open of one at the end of a day (cents), from the raw rows. */
async function readDebts() {
  const charges = await sql<Debt>(
    `SELECT c.id, c.member_id, c.year, c.due_date, c.amount, k.name AS category,
       least((c.created_at AT TIME ZONE 'Europe/Lisbon')::date, CASE c.origin WHEN 'admission' THEN m.admission_date ELSE c.due_date END) AS since
     FROM unsettled_payments c JOIN members m ON m.id = c.member_id JOIN member_categories k ON k.id = c.category_id
     WHERE c.status NOT IN ('cancelled', 'exempt')`,
  )
  const settled = await sql<{ id: string; amount: string; date: string; returned: string | null }>(
    `SELECT i.unsettled_payment_id AS id, i.amount, p.date, r.date AS returned FROM payment_items i JOIN payments p ON p.id = i.payment_id
     LEFT JOIN payment_returns r ON r.payment_id = p.id AND r.status = 'active' WHERE p.status <> 'cancelled'
     UNION ALL SELECT u.unsettled_payment_id, u.amount, u.date, r.date FROM credit_uses u
     LEFT JOIN payment_returns r ON r.payment_id = u.payment_id AND r.status = 'active' WHERE u.status = 'active' OR u.undone_by = 'return'`,
  )
  const openOn = ({ id, amount, since }: Debt, on: string) => {
    const received = settled.filter(
      (one) => one.id === id && one.date <= on && (one.returned === null || one.returned > on),
    )
    // Payments entered later for an earlier day may settle it twice.
    return since <= on ? Math.max(0, Number(amount) - sumOf(received, 'amount')) : 0
  }
  return { charges, openOn }
}

/** The address of the list behind a number. */
function listPath({ resource, filters }: ReportList): string {
  const query = Object.entries(filters).flatMap(([field, values]) => values.map((one) => [`_${field}`, one]))
  return `/${resourcePath(resource)}?${String(new URLSearchParams(query))}`
}

const [category] = (await admin.get('/member_categories?_name=Efetivo')).body.data
const [plan] = (await admin.get('/quota_plans')).body.data
const categoryId = String(category?._id)

/** Reports with parameters that change what they answer. */
const asked: [name: string, query: string][] = [
  ...reports.map(({ name }): [string, string] => [name, '']),
  ['owedPerYear', `from=${year - 3}&to=${year - 1}`],
  ['paymentsPerYear', `from=${year - 1}&to=${year}`],
  ['paymentsPerYear', 'method=transfer'],
  ['paymentsPerYear', `categoryId=${categoryId}`],
  ['membershipsPerYear', `categoryId=${categoryId}&quotaPlanId=${plan?._id}`],
  ['cancelationsPerYear', `categoryId=${categoryId}&quotaPlanId=${plan?._id}`],
  ['membersAt', `categoryId=${categoryId}&quotaPlanId=${plan?._id}&day=${year - 1}-12-31`],
  ['debtsByAge', 'by=year'],
  ['debtsByAge', `by=year&categoryId=${categoryId}`],
  ['debtsByAge', `day=${year - 1}-12-31`],
  ['membersAt', `day=${year - 1}-06-30`],
  ['membersAt', `day=${year - 1}-06-30&compare=2`],
  ['donations', `year=${year - 1}`],
  ['donations', 'compare=1'],
  ['cashMap', `year=${year - 1}&compare=1`],
  ['cashMapByCenter', `year=${year - 1}`],
  ['cashMapByCenter', 'compare=1'],
  ['budget', `year=${year - 1}`],
]
const ofAssociations = asked.filter(([name]) => name !== 'capital')

describe(`reports of random records (REPORTS_SEED=${seed})`, () => {
  test('each number is the count or the sum of the list that it leads to', async () => {
    let lists = 0
    for (const [name, query] of ofAssociations) {
      const table = await tableOf(name, query)
      for (const row of allRows(table))
        for (const [index, { value, list }] of row.entries()) {
          if (!list) continue
          lists++
          const path = `${listPath(list)}&_limit=1`
          const { status, body } = await admin.get(path)
          assert.equal(status, 200, path)
          const { total, sums } = body.meta
          assert.equal(
            list.sum === undefined ? total : sums?.[list.sum],
            value,
            `${name}?${query}, ${String(row[0]?.value)}, ${table.columns[index]?.name}: ${path}`,
          )
        }
    }
    assert.ok(lists > 100, `only ${lists} numbers have lists`)
  })

  test('paymentsPerYear, by hand', async () => {
    const payments = await sql<{ date: string; method: string; amount: string; member_id: string }>(
      "SELECT date, method, amount, member_id FROM payments WHERE status <> 'cancelled'",
    )
    const table = await tableOf('paymentsPerYear')
    const labels = new Map(table.columns.map(({ name, label }) => [name, label]))
    for (const [label, values] of Object.entries(valuesByLabel(table))) {
      const own = payments.filter(({ date }) => date.startsWith(label))
      assert.equal(values['payments'], own.length)
      assert.equal(values['members'], new Set(own.map((one) => one.member_id)).size)
      assert.equal(toCents(values['amount']), sumOf(own, 'amount'))
      for (const method of new Set(own.map((one) => one.method))) {
        const name = `byMethod.${method}`
        assert.ok(labels.has(name))
        assert.equal(
          toCents(values[name]),
          sumOf(
            own.filter((one) => one.method === method),
            'amount',
          ),
        )
      }
    }
    const within = payments.filter(({ date }) => Number(date.slice(0, 4)) > year - 5)
    assert.equal(toCents(valuesOf(table, table.total!)['amount']), sumOf(within, 'amount'))
  })

  test('payments of a means and of the category of the payer on the day, by hand', async () => {
    const { categoryAt } = await readTerms()
    const rows = async (from: string) =>
      (
        await sql<{ date: string; amount: string; member_id: string; method: string }>(
          `SELECT x.date, x.amount, x.member_id, x.method FROM ${from}`,
        )
      ).filter((one) => Number(one.date.slice(0, 4)) > year - 5)
    const paid = await rows("payments x WHERE status <> 'cancelled'")
    const returned = await rows(
      `(SELECT r.*, p.method FROM payment_returns r JOIN payments p ON p.id = r.payment_id) x WHERE status = 'active'`,
    )
    const refunded = await rows("credit_refunds x WHERE status = 'registered'")
    for (const method of ['transfer', 'cheque', ''])
      for (const wanted of [categoryId, '']) {
        const table = await tableOf('paymentsPerYear', `method=${method}&categoryId=${wanted}`)
        const isAsked = (one: (typeof paid)[number]) =>
          (method === '' || one.method === method) &&
          (wanted === '' || categoryAt(one.member_id, one.date) === 'Efetivo')
        const totals = table.total ? valuesOf(table, table.total) : {}
        assert.equal(totals['payments'] ?? 0, paid.filter(isAsked).length)
        assert.deepEqual(
          ['amount', 'returned', 'refunded'].map((name) => toCents(totals[name] ?? 0)),
          [paid, returned, refunded].map((all) => sumOf(all.filter(isAsked), 'amount')),
          `${method} ${wanted}`,
        )
        for (const row of rowsOf(table)) {
          const { label, members } = valuesOf(table, row)
          const own = paid.filter((one) => isAsked(one) && one.date.startsWith(String(label)))
          assert.equal(members, new Set(own.map((one) => one.member_id)).size)
        }
      }
  })

  test('owedPerYear and debtsByAge, by hand', async () => {
    const charges = await sql<{ year: number; due_date: string; open_amount: string; member_id: string }>(
      "SELECT year, due_date, open_amount, member_id FROM unsettled_payments WHERE status IN ('open', 'partial')",
    )
    const owed = valuesByLabel(await tableOf('owedPerYear', `from=1900&to=2100`))
    assert.deepEqual(
      Object.keys(owed).map(Number),
      [...new Set(charges.map((one) => one.year))].toSorted((a, b) => a - b),
    )
    for (const [label, values] of Object.entries(owed)) {
      const own = charges.filter((one) => one.year === Number(label))
      assert.equal(values['charges'], own.length)
      assert.equal(values['members'], new Set(own.map((one) => one.member_id)).size)
      assert.equal(toCents(values['owed']), sumOf(own, 'open_amount'))
      assert.equal(
        toCents(values['overdue']),
        sumOf(
          own.filter((one) => one.due_date < day),
          'open_amount',
        ),
      )
    }
    for (const by of ['year', 'category']) {
      const table = await tableOf('debtsByAge', `by=${by}`)
      assert.equal(toCents(valuesOf(table, table.total!)['owed']), sumOf(charges, 'open_amount'))
      assert.equal(
        toCents(valuesOf(table, table.total!)['byAge.notDue'] ?? 0),
        sumOf(
          charges.filter((one) => one.due_date >= day),
          'open_amount',
        ),
      )
    }
  })

  test('nextYearQuotaExpectations, by hand', async () => {
    const next = year + 1
    const first = `${next}-01-01`
    const { categoryAt, planAt } = await readTerms()
    const states = await sql<{ member_id: string; charges_quota: boolean; marks_end: boolean }>(
      `SELECT s.member_id, n.charges_quota, n.marks_end FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id
       WHERE s.start_date <= '${first}' ORDER BY s.start_date, s.end_date NULLS LAST, s.id`,
    )
    const categories = await sql<{ id: string; name: string; pays_quota: boolean }>(
      'SELECT id, name, pays_quota FROM member_categories',
    )
    const prices = await sql<{ plan: string; category: string | null; amount: string }>(
      `SELECT quota_plan_id AS plan, category_id AS category, amount FROM quota_prices WHERE valid_from <= '${first}'`,
    )
    const plans = await sql<{ periodicity: string }>('SELECT periodicity FROM quota_plans')
    assert.ok(plans.every(({ periodicity }) => periodicity === 'yearly'))
    const quotas = await sql<{ member_id: string; category: string; amount: string; status: string }>(
      `SELECT c.member_id, k.name AS category, c.amount, c.status FROM unsettled_payments c JOIN member_categories k ON k.id = c.category_id
       WHERE c.type = 'quota' AND c.year = ${next}`,
    )
    const expected = quotas
      .filter(({ status }) => status !== 'cancelled' && status !== 'exempt')
      .map((one) => ({ memberId: one.member_id, category: one.category, amount: Number(one.amount) }))
    for (const { member_id: memberId, charges_quota: charges, marks_end: isEnd } of new Map(
      states.map((one) => [one.member_id, one]),
    ).values()) {
      const category = categories.find(({ name }) => name === categoryAt(memberId, first))
      const own = prices.filter((one) => one.plan === planAt(memberId, first))
      const price =
        own.find((one) => one.category === category?.id) ?? own.find((one) => one.category === null)
      if (!charges || isEnd || !category?.pays_quota || !price) continue
      if (quotas.every((one) => one.member_id !== memberId))
        expected.push({ memberId, category: category.name, amount: Number(price.amount) })
    }
    const rows = valuesByLabel(await tableOf('nextYearQuotaExpectations'))
    assert.ok(expected.length > 0)
    assert.deepEqual(
      Object.keys(rows).toSorted(),
      [...new Set(expected.map(({ category }) => category))].toSorted(),
    )
    for (const [label, values] of Object.entries(rows)) {
      const own = expected.filter(({ category }) => category === label)
      assert.equal(values['members'], new Set(own.map(({ memberId }) => memberId)).size, label)
      assert.equal(toCents(values['amount']), sumOf(own, 'amount'), label)
    }
  })

  test('the debts of a past day are the charges that existed on it minus what was received until then, by hand', async () => {
    const { charges, openOn } = await readDebts()
    let owedInAll = 0
    for (const on of [`${year - 1}-12-31`, `${year - 2}-12-31`, `${year - 1}-06-30`, addDays(day, -1)]) {
      const existing = charges
        .map((charge) => ({ ...charge, open: openOn(charge, on) }))
        .filter(({ open }) => open > 0)
      const rows = valuesByLabel(await tableOf('owedPerYear', `from=1900&to=2100&day=${on}`))
      const years = [...new Set(existing.map((one) => one.year))].toSorted((a, b) => a - b)
      assert.deepEqual(Object.keys(rows).map(Number), years, on)
      for (const [label, values] of Object.entries(rows)) {
        const own = existing.filter((one) => one.year === Number(label))
        const overdue = own.filter((one) => one.due_date < on)
        assert.equal(values['charges'], own.length)
        assert.equal(values['members'], new Set(own.map((one) => one.member_id)).size)
        assert.equal(toCents(values['owed']), sumOf(own, 'open'))
        assert.equal(toCents(values['overdue'] ?? 0), sumOf(overdue, 'open'))
      }
      for (const by of ['year', 'category'] as const) {
        const table = await tableOf('debtsByAge', `by=${by}&day=${on}`)
        assert.ok(
          allRows(table)
            .flat()
            .every(({ list }) => list === undefined),
        )
        const found = valuesByLabel(table)
        const labelOf = (one: (typeof existing)[number]) => String(one[by])
        assert.deepEqual(Object.keys(found).toSorted(), [...new Set(existing.map(labelOf))].toSorted())
        for (const [label, values] of Object.entries(found)) {
          const own = existing.filter((one) => labelOf(one) === label)
          const notDue = own.filter((one) => one.due_date >= on)
          assert.equal(toCents(values['owed']), sumOf(own, 'open'))
          assert.equal(toCents(values['byAge.notDue'] ?? 0), sumOf(notDue, 'open'))
        }
      }
      owedInAll += existing.length
    }
    assert.ok(owedInAll > 0)
  })

  test('a PDF of a past year has the debts of its last day, and no expectations', async () => {
    const last = year - 2
    const { charges, openOn } = await readDebts()
    const owed = charges.reduce((sum, charge) => sum + openOn(charge, `${last}-12-31`), 0)
    const answer = await app.app.inject({
      url: `/api/reports/document?reports=debtsByAge,nextYearQuotaExpectations&year=${last}`,
      headers: { authorization: `Bearer ${admin.tokens.access}` },
    })
    const text = (await readPdf(answer.rawPayload)).pages.join(' ').replace(/\s+/g, ' ')
    assert.ok(text.includes(`Dívidas por antiguidade, 31/12/${last}`), text)
    if (owed > 0) assert.ok(text.includes(formatAmount(owed).replace(/\s/g, ' ')), text)
    assert.ok(text.includes(`O ano de ${last + 1} já passou`), text)
    assert.ok(text.includes(`esperadas para o ano, ${last + 1}`), text)
    assert.ok(!text.includes(`esperadas para o ano, ${year + 1}`), text)
  })

  test('membersAt, by hand on the histories of states and categories', async () => {
    const { categoryAt } = await readTerms()
    const states = await sql<State>(
      `SELECT s.member_id, s.start_date, s.end_date, n.marks_end, n.name AS state, p.gender, p.kind, p.birth_date
       FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id JOIN people p ON p.id = s.person_id`,
    )
    for (const on of [day, `${year - 1}-06-30`, `${year - 3}-01-01`]) {
      // Of each member, the last state that began on the day or before; of who left on the day, the one before.
      const last = new Map<string, State>()
      for (const state of states.toSorted(
        (a, b) => compare(a.start_date, b.start_date) || compareEnds(a, b),
      )) {
        const leaves =
          state.marks_end && state.start_date === on && last.get(state.member_id)?.marks_end === false
        if (state.start_date <= on && !leaves) last.set(state.member_id, state)
      }
      const present = [...last.values()].filter((state) => !state.marks_end)
      const table = await tableOf('membersAt', `day=${on}`)
      const [byCategory, byState, byAge] = table.sections
      if (present.length === 0) {
        assert.equal(table.sections.length, 0)
        continue
      }
      for (const row of byCategory!.rows) {
        const values = valuesOf(table, row)
        const own = present.filter((one) => categoryAt(one.member_id, on) === values['label'])
        const natural = own.filter(({ kind }) => kind === 'natural')
        assert.equal(values['members'], own.length)
        assert.equal(values['female'], natural.filter(({ gender }) => gender === 'female').length)
        assert.equal(values['unknown'], natural.filter(({ gender }) => gender === null).length)
        assert.equal(values['legal'], own.filter(({ kind }) => kind === 'legal').length)
      }
      for (const row of byState!.rows) {
        const values = valuesOf(table, row)
        assert.equal(values['members'], present.filter(({ state }) => state === values['label']).length)
      }
      const ages = { 'Menos de 18 anos': [0, 17], '18 a 30 anos': [18, 30], 'Mais de 65 anos': [66, 200] }
      for (const [label, [from = 0, to = 0]] of Object.entries(ages)) {
        const row = byAge!.rows.find(([name]) => name?.value === label)
        const count = present.filter(({ birth_date: born }) => {
          const age = born === null ? -1 : ageAt(born, on)
          return age >= from && age <= to
        }).length
        assert.equal(row ? valuesOf(table, row)['members'] : 0, count, `${label} on ${on}`)
      }
      for (const { total } of table.sections) assert.equal(valuesOf(table, total!)['members'], present.length)
    }
  })

  test('admissions and leavings are of the category and the plan of their day, by hand', async () => {
    const { categoryAt, planAt } = await readTerms()
    const states = await sql<{ member_id: string; start_date: string; marks_end: boolean }>(
      `SELECT s.member_id, s.start_date, n.marks_end FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id
       ORDER BY s.start_date, s.end_date NULLS LAST, s.id`,
    )
    const firsts = [...new Map(states.toReversed().map((one) => [one.member_id, one])).values()]
    const within = ({ start_date: date }: { start_date: string }) => Number(date.slice(0, 4)) > year - 5
    const admitted = firsts.filter((one) => !one.marks_end && one.start_date <= day && within(one))
    const left = states.filter((one) => one.marks_end && one.start_date <= day && within(one))
    const categories = await sql<{ id: string; name: string }>('SELECT id, name FROM member_categories')
    const admissions = await tableOf('membershipsPerYear')
    const totals = valuesOf(admissions, admissions.total!)
    assert.equal(totals['admitted'], admitted.length)
    const ofPlan = admitted.filter((one) => planAt(one.member_id, one.start_date) === plan?._id)
    const { total, ...filtered } = await tableOf('membershipsPerYear', `quotaPlanId=${plan?._id}`)
    assert.equal(total ? valuesOf({ ...filtered, total }, total)['admitted'] : 0, ofPlan.length)
    for (const { id, name } of categories) {
      const isOf = (one: { member_id: string; start_date: string }) =>
        categoryAt(one.member_id, one.start_date) === name
      assert.equal(totals[`byCategory.${id}`] ?? 0, admitted.filter(isOf).length, name)
      const { total, ...leavings } = await tableOf('cancelationsPerYear', `categoryId=${id}`)
      const ended = total ? valuesOf({ ...leavings, total }, total)['ended'] : 0
      assert.equal(ended, left.filter(isOf).length, name)
    }
  })

  test('a year without records has a row of zeros between others and up to this year, and none before them', async () => {
    const category = succeeded(await admin.post('/member_categories', { name: 'De anos alternados' }))
    for (const admitted of [year - 4, year - 2])
      await app.make.member({ categoryId: category['_id'], admissionDate: `${admitted}-03-01` })
    const byYear = valuesByLabel(
      await tableOf('membershipsPerYear', `from=${year - 6}&to=${year + 1}&categoryId=${category['_id']}`),
    )
    assert.deepEqual(
      Object.entries(byYear).map(([label, { admitted, difference }]) => [
        Number(label),
        admitted,
        difference,
      ]),
      [
        [year - 4, 1, null],
        [year - 3, 0, -1],
        [year - 2, 1, 1],
        [year - 1, 0, -1],
        [year, 0, 0],
      ],
    )
  })

  test('the roll of a day has who leaves on it, and each person once', async () => {
    const on = `${year - 1}-12-31`
    const category = succeeded(await admin.post('/member_categories', { name: 'Do rol' }))
    const states = new Map(
      (await sql<{ id: string; name: string }>('SELECT id, name FROM member_state_names')).map(
        ({ id, name }) => [name, id],
      ),
    )
    const member = async (admissionDate: string, ...changes: [state: string, date: string][]) => {
      const { _id, name } = await app.make.member({ categoryId: category['_id'], admissionDate })
      for (const [state, date] of changes)
        succeeded(
          await admin.post(`/members/${_id}/change_state`, {
            stateNameId: states.get(state),
            date,
            reason: 'Decisão',
          }),
        )
      return String(name)
    }
    const begin = `${year - 3}-01-01`
    const there = [
      await member(begin, ['Exonerado', on]),
      await member(begin, ['Exonerado', `${year}-01-01`]),
      await member(begin, ['Licença', on]),
      await member(begin, ['Licença', on], ['Exonerado', on]),
      await member(begin, ['Exonerado', `${year - 2}-05-01`], ['Ativo', on]),
      await member(begin, ['Exonerado', on], ['Ativo', on]),
      await member(on),
    ]
    await member(begin, ['Exonerado', `${year - 1}-12-30`])
    await member(`${year}-01-01`)
    const table = await tableOf('membersAt', `day=${on}&categoryId=${category['_id']}`)
    const total = table.sections[0]!.total!
    const { value, list } = total[table.columns.findIndex(({ name }) => name === 'members')]!
    assert.equal(value, there.length)
    const listed = await admin.get(listPath(list!))
    const names = await sql<{ name: string }>(
      'SELECT p.name FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ANY($1::uuid[])',
      [listed.body.data.map((row) => row['memberId'])],
    )
    assert.deepEqual(names.map(({ name }) => name).sort(), there.toSorted())
  })

  test('donations by donor, by hand', async () => {
    const table = await tableOf('donations', `year=${year}`)
    const items = await sql<{ amount: string }>(
      `SELECT i.amount FROM payment_items i JOIN payments p ON p.id = i.payment_id JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
       WHERE c.type = 'donation' AND p.status IN ('registered', 'confirmed') AND p.date BETWEEN '${year}-01-01' AND '${year}-12-31'`,
    )
    const uses = await sql<{ amount: string }>(
      `SELECT u.amount FROM credit_uses u JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
       WHERE c.type = 'donation' AND u.status = 'active' AND u.date BETWEEN '${year}-01-01' AND '${year}-12-31'`,
    )
    const moved = await sql<{ amount: string }>(
      `SELECT t.amount FROM transactions t JOIN transaction_categories k ON k.id = t.category_id
       WHERE k.purpose = 'donations' AND t.kind = 'income' AND t.payment_id IS NULL AND extract(year FROM t.date) = ${year}`,
    )
    const given = await sql<{ value: string }>(
      `SELECT value FROM donations_in_kind WHERE status = 'registered' AND year = ${year}`,
    )
    assert.ok(given.length > 0)
    const { paid, used, moved: inTreasury, goods, total } = table.total ? valuesOf(table, table.total) : {}
    assert.deepEqual(
      [paid, used, inTreasury].map((value) => toCents(value ?? 0)),
      [items, uses, moved].map((rows) => sumOf(rows, 'amount')),
    )
    assert.equal(toCents(goods ?? 0), sumOf(given, 'value'))
    assert.equal(toCents(total ?? 0), sumOf([...items, ...uses, ...moved], 'amount') + sumOf(given, 'value'))
    const inCash = await sql<{ amount: string }>(
      `SELECT t.amount FROM transactions t JOIN transaction_categories k ON k.id = t.category_id
       WHERE k.purpose = 'donations' AND t.kind = 'income' AND t.payment_id IS NULL AND extract(year FROM t.date) = ${year}
         AND t.method = 'cash' AND t.status = 'registered' AND t.amount > 20000`,
    )
    assert.ok(inCash.length > 0)
    assert.equal(toCents(table.total ? valuesOf(table, table.total)['cash'] : 0), sumOf(inCash, 'amount'))
    const { text } = await admin.get(`/reports/donations/modelo25?year=${year}`)
    const lines = text.trim().split('\r\n').slice(1)
    const declared = lines.reduce((sum, line) => sum + toCents(line.split(';')[4]!.replace(',', '.')), 0)
    const withNif = rowsOf(table)
      .map((row) => valuesOf(table, row))
      .filter(({ nif, total: sum }) => nif !== null && Number(sum) > 0)
    assert.equal(
      declared,
      withNif.reduce((sum, row) => sum + toCents(row['total']), 0),
    )
  })

  test('a donor is a tax number, donor by donor, by hand', async () => {
    for (const given of [year, year - 1]) {
      const rows = await sql<Donation>(
        `SELECT coalesce(p.nif, e.nif) AS nif, coalesce(p.id, e.id)::text AS id, x.kind, x.amount FROM (
           SELECT i.member_id, NULL::uuid AS entity_id, 'paid' AS kind, i.amount, p.date FROM payment_items i JOIN payments p ON p.id = i.payment_id
             JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE c.type = 'donation' AND p.status IN ('registered', 'confirmed')
           UNION ALL SELECT u.member_id, NULL, 'used', u.amount, u.date FROM credit_uses u JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
             WHERE c.type = 'donation' AND u.status = 'active'
           UNION ALL SELECT t.member_id, t.external_entity_id, 'moved', t.amount, t.date FROM transactions t
             JOIN transaction_categories k ON k.id = t.category_id
             WHERE k.purpose = 'donations' AND t.kind = 'income' AND t.payment_id IS NULL
           UNION ALL SELECT member_id, external_entity_id, 'goods', value, date FROM donations_in_kind WHERE status = 'registered') x
         LEFT JOIN members m ON m.id = x.member_id LEFT JOIN people p ON p.id = m.person_id LEFT JOIN external_entities e ON e.id = x.entity_id
         WHERE extract(year FROM x.date) = ${given}`,
      )
      const table = await tableOf('donations', `year=${given}`)
      const shown = rowsOf(table).map((row) => valuesOf(table, row))
      const nifs = shown.flatMap(({ nif }) => (nif === null ? [] : [nif]))
      assert.equal(new Set(nifs).size, nifs.length)
      for (const row of rowsOf(table)) {
        const { nif, paid, used, moved, goods } = valuesOf(table, row)
        const isOneWay = [paid, used, moved, goods].filter((value) => Number(value) !== 0).length === 1
        const { list } = row[table.columns.findIndex(({ name }) => name === 'total')]!
        if (list) assert.ok(isOneWay)
        else {
          // What was reversed is another way, with nothing in its column.
          const ways = new Set(rows.filter((one) => one.nif === nif).map(({ kind }) => kind))
          assert.ok(!isOneWay || ways.size > 1 || Number(moved) !== 0 || Number(goods) !== 0)
        }
      }
      const donors = Map.groupBy(rows, ({ nif, id }) => nif ?? id ?? '')
      const amountsOf = (own: readonly Donation[]) =>
        ['paid', 'used', 'moved', 'goods'].map((name) =>
          sumOf(
            own.filter(({ kind }) => kind === name),
            'amount',
          ),
        )
      const expected = [...donors.values()].map((own) => [own[0]?.nif ?? null, ...amountsOf(own)].join(' '))
      const found = shown.map(({ nif, paid, used, moved, goods }) =>
        [nif, ...[paid, used, moved, goods].map((value) => toCents(value ?? 0))].join(' '),
      )
      const isNotEmpty = (line: string) => !/^\S* ?0 0 0 0$/.test(line)
      assert.deepEqual(
        found.filter(isNotEmpty).toSorted(),
        expected.filter(isNotEmpty).toSorted(),
        String(given),
      )
    }
  })

  test('the cash map closes, by hand', async () => {
    const [opening] = await sql<{ sum: string }>('SELECT sum(opening_balance) FROM treasury_accounts')
    const moved = await sql<{ year: number; kind: string; effect: string; amount: string }>(
      'SELECT extract(year FROM date)::integer AS year, kind, effect, amount FROM transactions',
    )
    for (const closed of [year - 2, year - 1, year]) {
      const table = await tableOf('cashMap', `year=${closed}`)
      const totals = Object.fromEntries(
        table.sections.map(({ title, total }) => [title, toCents(valuesOf(table, total!)['amount'])]),
      )
      const before = moved.filter((one) => one.year < closed)
      const within = moved.filter((one) => one.year === closed)
      const kind = (name: string) => within.filter((one) => one.kind === name)
      assert.equal(totals['Saldos iniciais'], Number(opening?.sum) + sumOf(before, 'effect'))
      assert.equal(totals['Recebimentos'] ?? 0, sumOf(kind('income'), 'amount'))
      assert.equal(totals['Pagamentos'] ?? 0, sumOf(kind('expense'), 'amount'))
      assert.equal(totals['Transferências entre contas'] ?? 0, 0)
      assert.equal(
        totals['Saldos finais'],
        totals['Saldos iniciais']! + (totals['Recebimentos'] ?? 0) - (totals['Pagamentos'] ?? 0),
      )
      const assets = await sql<{ value: string }>(
        `SELECT value FROM fixed_assets WHERE coalesce(recorded_on, acquired_on) <= '${closed}-12-31' AND (disposed_on IS NULL OR disposed_on > '${closed}-12-31')`,
      )
      assert.equal(totals['Património fixo, no fim do ano'] ?? 0, sumOf(assets, 'value'))
      assert.match(table.notes.join(), /que são os saldos finais/)
    }
  })

  test('the cash map has the rights and commitments of the last day of its year, by hand', async () => {
    await app.make.treasuryDoc({
      type: 'invoice',
      direction: 'received',
      date: `${year - 1}-06-01`,
      totalAmount: 7,
    })
    const { charges, openOn } = await readDebts()
    const documents = await sql<{ id: string; type: string; direction: string; date: string; total: string }>(
      "SELECT id, type, direction, date, total_amount AS total FROM treasury_docs WHERE status <> 'cancelled'",
    )
    const settling = await sql<{
      date: string
      amount: string
      documents: string[]
      reversed: string | null
    }>(
      `SELECT t.date, abs(t.amount) AS amount, t.document_ids AS documents, r.date AS reversed
       FROM transactions t LEFT JOIN transactions r ON r.reverses_id = t.id
       WHERE t.document_ids <> '{}' AND t.status <> 'reversal' ORDER BY t.date, t.id`,
    )
    let committed = 0
    for (const closed of [year - 2, year - 1, year]) {
      const on = closed === year ? day : `${closed}-12-31`
      const left = new Map(documents.map(({ id, total }) => [id, Number(total)]))
      for (const one of settling.filter(({ date, reversed }) => date <= on && (reversed ?? '9999') > on)) {
        let amount = Number(one.amount)
        for (const id of one.documents) {
          const taken = Math.min(amount, left.get(id) ?? 0)
          left.set(id, (left.get(id) ?? 0) - taken)
          amount -= taken
        }
      }
      const unpaid = documents.filter(
        (one) =>
          one.direction === 'received' && ['invoice', 'creditNote'].includes(one.type) && one.date <= on,
      )
      const commitments = unpaid.reduce(
        (sum, { id, type }) => sum + (left.get(id) ?? 0) * (type === 'creditNote' ? -1 : 1),
        0,
      )
      const rights = charges.reduce((sum, charge) => sum + openOn(charge, on), 0)
      const table = await tableOf('cashMap', `year=${closed}`)
      const amountOf = (section: string) => {
        const total = table.sections.find(({ title }) => title === section)?.total
        return total ? toCents(valuesOf(table, total)['amount']) : 0
      }
      assert.equal(amountOf('Direitos futuros'), rights, on)
      assert.equal(amountOf('Compromissos futuros'), commitments, on)
      assert.ok(table.notes.includes(`Os direitos e compromissos futuros são os de ${formatDate(on)}.`))
      committed += Math.abs(commitments)
    }
    assert.ok(committed > 0)
  })

  test('the cash map of each category and cost centre closes, by hand', async () => {
    const [opening] = await sql<{ sum: string }>('SELECT sum(opening_balance) FROM treasury_accounts')
    const moved = await sql<{ year: number; center: string; category: string; effect: string }>(
      `SELECT extract(year FROM t.date)::integer AS year, coalesce(k.name, 'Sem centro de custos') AS center, c.name AS category,
         CASE WHEN s.id IS NULL THEN t.effect ELSE s.income - s.expense END AS effect
       FROM transactions t JOIN transaction_categories c ON c.id = t.category_id
       LEFT JOIN transaction_splits s ON s.transaction_id = t.id LEFT JOIN cost_centers k ON k.id = s.cost_center_id
       WHERE t.kind <> 'transfer'`,
    )
    for (const closed of [year - 1, year]) {
      const table = await tableOf('cashMapByCenter', `year=${closed}`)
      for (const { title, rows, total } of table.sections) {
        for (const row of [...rows, total!]) {
          const values = valuesOf(table, row)
          const [begin, received, paid, end] = ['opening', 'income', 'expense', 'closing'].map((name) =>
            toCents(values[name]),
          )
          assert.equal(begin! + received! - paid!, end)
        }
        for (const row of rows) {
          const values = valuesOf(table, row)
          if (values['label'] === 'Saldos de abertura das contas') {
            assert.equal(toCents(values['opening']), Number(opening?.sum))
            continue
          }
          const own = moved.filter((one) => one.center === title && one.category === values['label'])
          const before = own.filter((one) => one.year < closed)
          const within = own.filter((one) => one.year === closed)
          assert.equal(toCents(values['opening']), sumOf(before, 'effect'))
          assert.equal(toCents(values['income']) - toCents(values['expense']), sumOf(within, 'effect'))
        }
      }
      const without = table.sections.find(({ title }) => title === 'Sem centro de custos')
      for (const row of without?.rows ?? [])
        for (const name of ['income', 'expense']) {
          const cell = row[table.columns.findIndex((column) => column.name === name)]!
          const isCategory = !['Saldos de abertura das contas', 'Em trânsito entre contas'].includes(
            String(row[0]?.value),
          )
          assert.equal(cell.list?.resource, cell.value && isCategory ? 'transactions' : undefined)
        }
      const map = await tableOf('cashMap', `year=${closed}`)
      const closing = map.sections.find(({ title }) => title === 'Saldos finais')!.total!
      const sum = (name: string) =>
        table.sections.reduce((all, { total }) => all + toCents(valuesOf(table, total!)[name]), 0)
      assert.equal(sum('closing'), toCents(valuesOf(map, closing)['amount']))
      assert.match(table.notes.join(), /que são os saldos finais\./)
      const titles = new Set(table.sections.map(({ title }) => title))
      for (const one of moved) if (one.year === closed) assert.ok(titles.has(one.center), one.center)
    }
  })

  test('budget, by hand', async () => {
    const table = await tableOf('budget')
    const splits = await sql<{ name: string; income: string; expense: string }>(
      `SELECT k.name, s.income, s.expense FROM transaction_splits s JOIN cost_centers k ON k.id = s.cost_center_id WHERE extract(year FROM s.date) = ${year}`,
    )
    const planned = await sql<{ name: string; income: string; expense: string }>(
      `SELECT k.name, b.income, b.expense FROM cost_center_budgets b JOIN cost_centers k ON k.id = b.cost_center_id WHERE b.year = ${year}`,
    )
    const rows = valuesByLabel(table)
    const centers = [...new Set([...splits, ...planned].map(({ name }) => name))]
    assert.deepEqual(Object.keys(rows).toSorted(), centers.toSorted())
    for (const [label, values] of Object.entries(rows)) {
      const own = splits.filter(({ name }) => name === label)
      const budgeted = planned.filter(({ name }) => name === label)
      for (const kind of ['income', 'expense'] as const) {
        const name = kind === 'income' ? 'Income' : 'Expense'
        assert.equal(toCents(values[`planned${name}`] ?? 0), sumOf(budgeted, kind))
        assert.equal(toCents(values[`${kind}Difference`]), sumOf(own, kind) - sumOf(budgeted, kind))
      }
      assert.equal(toCents(values['income']), sumOf(own, 'income'))
      assert.equal(toCents(values['expense']), sumOf(own, 'expense'))
      assert.equal(toCents(values['result']), sumOf(own, 'income') - sumOf(own, 'expense'))
    }
  })

  test('CSV and XLSX have the numbers of the table', async () => {
    for (const [name, query] of ofAssociations) {
      const table = await tableOf(name, query)
      const { status, text, headers } = await admin.get(`/reports/${name}/export?format=csv&${query}`)
      assert.equal(status, 200)
      assert.match(String(headers['content-disposition']), /filename="[a-z0-9-]+\.csv"/)
      const lines = text
        .replace(/^\ufeff/, '')
        .trim()
        .split('\r\n')
      assert.equal(lines.length, allRows(table).length + 1, name)
      const hasSections = table.sections.some(({ title }) => title !== null)
      for (const [index, row] of allRows(table).entries()) {
        const cells = lines[index + 1]!.split(';').slice(hasSections ? 1 : 0)
        for (const [place, cell] of row.entries())
          if (table.columns[place]?.type === 'euros' && cell.value !== null)
            assert.equal(toCents(cells[place]!.replace(',', '.')), toCents(cell.value), name)
      }
      const excel = await app.app.inject({
        url: `/api/reports/${name}/export?format=xlsx&${query}`,
        headers: { authorization: `Bearer ${admin.tokens.access}` },
      })
      const sheet = readZip(excel.rawPayload)['xl/worksheets/sheet1.xml'] ?? ''
      assert.equal(sheet.match(/<row /g)?.length, lines.length, name)
      const isAmount = (place: number) => table.columns[place]?.type === 'euros'
      const amounts = allRows(table).flatMap((row) =>
        row.flatMap(({ value }, place) => (isAmount(place) && value !== null ? [toCents(value)] : [])),
      )
      const inSheet = [...sheet.matchAll(/<c r="[A-Z]+\d+" s="4"><v>([^<]*)<\/v>/g)].map(([, value]) =>
        toCents(value),
      )
      assert.deepEqual(inSheet, amounts, name)
    }
  })

  /** Reads from pages of a PDF the texts of the parts with a role. */
  async function printedIn(pdf: Buffer, first: number, last: number): Promise<(role: string) => string[]> {
    const told: string[] = []
    for (let number = first; number <= last; number++) told.push(...(await tellPage(pdf, number)))
    return (role) =>
      told.flatMap((one) => (one.startsWith(`${role} `) ? [one.slice(3).replace(/\s+/g, ' ')] : []))
  }

  /** The texts of the cells of a table that are not empty. */
  const cellTexts = (table: ReportTable) =>
    allRows(table)
      .flatMap((row) =>
        row.map((cell, index) => reportCellText(cell, table.columns[index]!.type).replace(/\s+/g, ' ')),
      )
      .filter((text) => text !== '')

  test('the PDF of each report has the cells of its table', async () => {
    for (const [name, query] of ofAssociations) {
      const answer = await app.app.inject({
        url: `/api/reports/${name}/export?format=pdf&${query}`,
        headers: { authorization: `Bearer ${admin.tokens.access}` },
      })
      const { pages } = await readPdf(answer.rawPayload)
      const printed = await printedIn(answer.rawPayload, 1, pages.length)
      assert.deepEqual(printed('TD'), cellTexts(await tableOf(name, query)), name)
    }
  })

  test('the PDF has a title page, the contents and the numbers of each table', async () => {
    const names = ['paymentsPerYear', 'membersAt', 'cashMap']
    const answer = await app.app.inject({
      url: `/api/reports/document?reports=${names.join(',')}&year=${year}`,
      headers: { authorization: `Bearer ${admin.tokens.access}` },
    })
    assert.equal(answer.statusCode, 200)
    const { pages, title, language } = await readPdf(answer.rawPayload)
    assert.equal(language, 'pt-PT')
    assert.equal(title, 'Relatórios')
    assert.match(pages[1] ?? '', /Índice Pagamentos por ano, .* 3 /)
    const printed = await printedIn(answer.rawPayload, 3, pages.length)
    const tables = await Promise.all(names.map((name) => tableOf(name)))
    assert.deepEqual(printed('TD'), tables.flatMap(cellTexts))
    // Heads are repeated on each page.
    const heads = tables.flatMap(({ columns, sections }) => [
      ...columns.map(({ label }) => label),
      ...sections.flatMap(({ title }) => title ?? []),
    ])
    assert.deepEqual(new Set(printed('TH')), new Set(heads))
  })
})

test('the texts of a year and the lines for signatures are in its PDF alone', async () => {
  const write = (note: object) => admin.post('/report_notes', note)
  succeeded(await write({ year, text: 'Foi um ano bom.\n\nObrigado a todos.' }))
  succeeded(await write({ year, report: 'budget', text: 'O desvio é das obras.' }))
  succeeded(await write({ year: year - 1, report: 'budget', text: 'Do ano anterior.' }))
  for (const taken of [
    { year, text: 'Outro' },
    { year, report: 'budget', text: 'Outro' },
  ])
    assert.deepEqual((await write(taken)).body.errors, { report: ['Este ano já tem este texto: altere-o.'] })
  const read = async (path: string) => {
    const answer = await app.app.inject({
      url: `/api/reports/${path}`,
      headers: { authorization: `Bearer ${admin.tokens.access}` },
    })
    return (await readPdf(answer.rawPayload)).pages.join(' ').replace(/\s+/g, ' ')
  }
  const text = await read(`document?reports=budget,paymentsPerYear&year=${year}`)
  for (const part of ['Apresentação', 'Foi um ano bom.', 'Obrigado a todos.', 'O desvio é das obras.'])
    assert.ok(text.includes(part), part)
  assert.match(text, /A direção, em .*O conselho fiscal, em [ _/]*/)
  assert.ok(!text.includes('Do ano anterior.'))
  const others = await read(`document?reports=paymentsPerYear&year=${year}`)
  assert.ok(!others.includes('O desvio é das obras.'))
  assert.ok(!(await read(`budget/export?format=pdf&year=${year}`)).includes('O conselho fiscal'))
})

describe('a kept report', () => {
  const query = `from=${year - 1}&to=${year}`
  const kept = async (input: object, caller = admin) => succeeded(await caller.post('/kept_reports', input))
  const changesOf = async (id: string) =>
    (succeeded(await admin.get(`/kept_reports/${id}/changes`)) as unknown as { changes: unknown[] }).changes

  test('stays as it was, is exported unchanged, and is compared line by line with current data', async () => {
    const member = await app.make.member({ nif: null })
    const pay = async (amount: number) =>
      succeeded(
        await admin.post('/payments', {
          memberId: member._id,
          date: `${year - 1}-05-05`,
          amount,
          method: 'cash',
        }),
      )
    // Gives the year a row for any random records.
    await pay(1)
    const before = await tableOf('paymentsPerYear', query)
    const { _id, hash, keptOn, createdByName } = await kept({
      report: 'paymentsPerYear',
      parameters: { from: String(year - 1), to: String(year) },
      purpose: 'Assembleia',
    })
    assert.match(String(hash), /^[0-9a-f]{64}$/)
    assert.deepEqual(
      [keptOn, createdByName],
      [day, (await admin.get(`/users/${admin.userId}`)).body.data.name],
    )
    assert.deepEqual(await changesOf(_id), [])
    await pay(7)
    const { table, isIntact } = (await admin.get(`/kept_reports/${_id}/table`)).body.data as unknown as {
      table: ReportTable
      isIntact: boolean
    }
    assert.equal(isIntact, true)
    assert.deepEqual(
      allRows(table),
      allRows(before).map((row) => row.map(({ value }) => ({ value }))),
    )
    const label = String(year - 1)
    const now = valuesByLabel(await tableOf('paymentsPerYear', query))[label]
    const then = valuesByLabel(before)[label]
    const changes = (await changesOf(_id)) as {
      label: string
      kind: string
      cells: { column: string; kept: number; now: number }[]
    }[]
    // The year after has another difference from the one before.
    const labels = changes.filter((one) => one.label !== String(year)).map((one) => [one.label, one.kind])
    assert.deepEqual(labels, [
      [label, 'changed'],
      ['Total', 'changed'],
    ])
    const received = changes[0]!.cells.find(({ column }) => column === 'Recebido')!
    assert.deepEqual([received.kept, received.now], [then?.['amount'], now?.['amount']])
    assert.equal(toCents(received.now) - toCents(received.kept), 700)
    const { text } = await admin.get(`/kept_reports/${_id}/export?format=csv`)
    const line = text.split('\r\n').find((one) => one.startsWith(label))
    assert.ok(
      line?.includes(
        then!
          ['amount']!.toLocaleString('en', { minimumFractionDigits: 2, useGrouping: false })
          .replace('.', ','),
      ),
    )
    await sql(`UPDATE kept_reports SET content = replace(content, '"Total"', '"Tudo"') WHERE id = '${_id}'`)
    const changed = (await admin.get(`/kept_reports/${_id}/table`)).body.data as unknown as {
      isIntact: boolean
    }
    assert.equal(changed.isIntact, false)
  })

  test('is not changed; an administrator alone deletes it, which is in the audit trail', async () => {
    const editor = await as('editor')
    const { _id } = await kept({ report: 'membersAt', parameters: { day } }, editor)
    assert.equal((await (await as('auditor')).get(`/kept_reports/${_id}/table`)).status, 200)
    assert.equal((await (await as('auditor')).post('/kept_reports', { report: 'membersAt' })).status, 403)
    assert.equal((await admin.patch(`/kept_reports/${_id}`, { purpose: 'Outra' })).status, 403)
    assert.equal((await editor.delete(`/kept_reports/${_id}`)).status, 403)
    assert.equal((await admin.delete(`/kept_reports/${_id}`)).status, 204)
    assert.equal((await admin.get(`/kept_reports/${_id}/table`)).status, 404)
    const [event] = await sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE resource = 'keptReports' AND record_id = '${_id}' ORDER BY at DESC, id DESC LIMIT 1`,
    )
    assert.equal(event?.action, 'deleted')
  })

  test('names a wrong parameter, and a report that the organisation does not have', async () => {
    const wrong = await admin.post('/kept_reports', {
      report: 'membersAt',
      parameters: { day: '2026-02-30' },
    })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body.message, /^day: /)
    const unknown = await admin.post('/kept_reports', { report: 'membersAt', parameters: { ano: '2026' } })
    assert.match(unknown.body.message, /ano/)
    const { status, body } = await admin.post('/kept_reports', { report: 'capital' })
    assert.equal(status, 422)
    assert.ok(body.errors?.['report'])
  })
})

test('parameters that cannot be read are named', async () => {
  for (const [query, name] of [
    ['from=abc', 'from'],
    [`from=${year}&to=${year - 1}`, 'from'],
    ['to=99', 'to'],
    ['categoryId=x', 'categoryId'],
    ['nada=1', 'nada'],
  ] as const) {
    const { status, body } = await admin.get(`/reports/owedPerYear/table?${query}`)
    assert.equal(status, 400)
    assert.ok(body.message.includes(name), body.message)
  }
  for (const [path, name] of [
    ['membersAt/table?day=2026-02-30', 'day'],
    ['membersAt/table?compare=9', 'compare'],
    ['membersAt/table?quotaPlanId=x', 'quotaPlanId'],
    ['paymentsPerYear/table?method=ouro', 'method'],
    ['debtsByAge/table?by=nada', 'by'],
    ['debtsByAge/export?format=doc', 'format'],
    ['document?reports=nada', 'reports'],
    ['document', 'reports'],
    ['document?reports=budget&year=x', 'year'],
  ] as const) {
    const { status, body } = await admin.get(`/reports/${path}`)
    assert.equal(status, 400, path)
    assert.ok(body.message.includes(name), body.message)
  }
})

test('are for the staff; a program needs the scopes of what a report has', async () => {
  const member = await as('member')
  for (const path of ['/reports', '/reports/capital/table', '/reports/document?reports=budget']) {
    assert.equal((await member.get(path)).status, 403)
    assert.equal((await visitor.get(path)).status, 401)
  }
  assert.equal((await (await as('auditor')).get('/reports/owedPerYear/table')).status, 200)
})

test('a cooperative has the register of capital of a day in place of the expected quotas', async () => {
  const names = async () => (await admin.get('/reports')).body.data.map(({ name }) => name)
  const ofAssociation = await names()
  assert.equal(ofAssociation.includes('capital'), false)
  assert.equal((await admin.get('/reports/capital/table')).status, 404)
  succeeded(await admin.patch('/settings/orgType', { value: 'cooperative' }))
  assert.deepEqual(await names(), [
    ...ofAssociation.filter((name) => name !== 'nextYearQuotaExpectations'),
    'capital',
  ])
  assert.equal((await admin.get('/reports/nextYearQuotaExpectations/table')).status, 404)
  const last = year - 1
  const member = await app.make.member({ capitalTitles: 3, admissionDate: `${last}-02-01` })
  succeeded(
    await admin.post(`/members/${member._id}/member_quota_terms`, {
      startDate: `${last}-06-15`,
      categoryId: member['categoryId'],
      capitalTitles: 5,
      reason: 'Aumento do capital',
    }),
  )
  const subscribe = async (amount: number, dueDate: string) =>
    succeeded(
      await admin.post('/unsettled_payments', { memberId: member._id, type: 'capital', amount, dueDate }),
    )._id
  const pay = async (amount: number, date: string, unsettledPaymentId: string) =>
    succeeded(
      await admin.post('/payments', {
        memberId: member._id,
        date,
        amount,
        method: 'transfer',
        items: [{ unsettledPaymentId, amount }],
      }),
    )._id
  const [first, raised] = [await subscribe(15, `${last}-02-01`), await subscribe(10, `${last}-06-15`)]
  await pay(5, `${last}-03-01`, first)
  const bounced = await pay(10, `${last}-07-01`, raised)
  succeeded(await admin.post(`/payments/${bounced}/return`, { date: `${last}-08-01`, reason: 'AM04' }))
  succeeded(await admin.patch(`/members/${member._id}`, { capitalTitles: 6 }))
  const on = async (date: string) => {
    const table = await tableOf('capital', `day=${date}`)
    const row = rowsOf(table).find(([label]) => String(label?.value).includes(String(member['name'])))
    if (!row) return undefined
    const { titles, subscribed, paid, open, since, lastPaid } = valuesOf(table, row)
    return [titles, subscribed, paid, open, since, lastPaid]
  }
  assert.equal(await on(`${last}-01-31`), undefined)
  const since = `${last}-02-01`
  assert.deepEqual(await on(`${last}-02-28`), [3, 15, 0, 15, since, null])
  assert.deepEqual(await on(`${last}-06-14`), [3, 15, 5, 10, since, `${last}-03-01`])
  assert.deepEqual(await on(`${last}-07-31`), [5, 25, 15, 10, since, `${last}-07-01`])
  assert.deepEqual(await on(`${last}-12-31`), [5, 25, 5, 20, since, `${last}-03-01`])
  assert.deepEqual(await on(day), [6, 25, 5, 20, since, `${last}-03-01`])
  const ofToday = await tableOf('capital')
  for (const row of allRows(ofToday))
    for (const { value, list } of row)
      if (list) {
        const { sums } = (await admin.get(`${listPath(list)}&_limit=1`)).body.meta
        assert.equal(sums?.[String(list.sum)], value)
      }
  assert.ok(
    allRows(ofToday)
      .flat()
      .some(({ list }) => list),
  )
  const ofThen = await tableOf('capital', `day=${last}-12-31`)
  assert.ok(
    allRows(ofThen)
      .flat()
      .every(({ list }) => list === undefined),
  )
  succeeded(await admin.patch('/settings/orgType', { value: 'association' }))
})

test('warns of the limits of income', async () => {
  assert.deepEqual((await admin.get('/income_warnings')).body.data, [])
  const [account] = (await admin.get('/treasury_accounts')).body.data
  const [category] = (await admin.get('/transaction_categories?_kind=income&_name=Quotas')).body.data
  succeeded(
    await admin.post('/transactions', {
      kind: 'income',
      date: day,
      amount: 160_000,
      accountId: account?._id,
      categoryId: category?._id,
      description: 'Subsídio',
    }),
  )
  const { data } = (await admin.get('/income_warnings')).body
  assert.deepEqual(
    data.map(({ name, isOver }) => [name, isOver]),
    [
      ['cashRegime', true],
      ['invoices', false],
    ],
  )
  succeeded(await admin.patch('/settings/orgType', { value: 'cooperative' }))
  const ofCooperative = (await admin.get('/income_warnings')).body.data
  assert.deepEqual(
    ofCooperative.map(({ name }) => name),
    ['invoices'],
  )
  succeeded(await admin.patch('/settings/orgType', { value: 'association' }))
  const { incomeWarnings } = (await admin.get('/today')).body.data as unknown as {
    incomeWarnings: { title: string }[]
  }
  assert.match(incomeWarnings[0]!.title, /^As receitas de \d{4} passaram o limite do regime de caixa$/)
})

test('without treasury, warns of the limits by what members paid; capital is no income', async () => {
  succeeded(await admin.patch('/settings/hasTreasury', { value: 'false' }))
  const names = async () =>
    (await admin.get('/income_warnings')).body.data.map(({ name, isOver }) => [name, isOver])
  assert.deepEqual(await names(), [])
  const member = await app.make.member()
  const pay = async (type: string, amount: number) => {
    const { _id } = succeeded(
      await admin.post('/unsettled_payments', { memberId: member._id, type, amount, dueDate: day }),
    )
    succeeded(
      await admin.post('/payments', {
        memberId: member._id,
        date: day,
        amount,
        method: 'transfer',
        items: [{ unsettledPaymentId: _id, amount }],
      }),
    )
  }
  await pay('other', 45_000)
  await pay('capital', 150_000)
  assert.deepEqual(await names(), [])
  await pay('activity', 51_000)
  assert.deepEqual(await names(), [['certifiedProgram', true]])
  await pay('donation', 50_000)
  assert.deepEqual(await names(), [
    ['cashRegime', false],
    ['certifiedProgram', true],
  ])
  succeeded(await admin.patch('/settings/hasTreasury', { value: 'true' }))
})

interface Donation {
  nif: string | null
  id: string | null
  kind: string
  amount: string
}

interface Debt {
  id: string
  member_id: string
  year: number
  due_date: string
  amount: string
  category: string
  since: string
}

interface State {
  member_id: string
  start_date: string
  end_date: string | null
  marks_end: boolean
  state: string
  gender: string | null
  kind: string
  birth_date: string | null
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function compareEnds(one: State, other: State): number {
  return compare(one.end_date ?? '9999', other.end_date ?? '9999')
}

/** The sum of cents. */
function sumOf<Row extends object>(rows: readonly Row[], column: keyof Row): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0)
}
