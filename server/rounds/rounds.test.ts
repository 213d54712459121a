import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { assertSound } from '../dues/ledger/testing.ts'
import { duesTools } from '../dues/testing.ts'
import type { TestCaller, TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { testApp } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'

const app = await testApp()
// A second process on the same database, which works on the same queues.
const there = await testApp({ with: app })
const { as, another, make, sql, today } = app
const admin = await as('admin')
const adminName = String(succeeded(await admin.get(`/users/${admin.userId}`))['name'])
const { balanceOf, charge, changeState, pay, read, set } = await duesTools(app)
const day = await today()
// The treasury opens before the first settlement, so that every payment is posted.
const { _id: cashBox } = await make.account({ kind: 'cash', methods: ['cash'], openingBalance: 0 })

const list = async (path: string, caller: TestCaller = admin) =>
  (await caller.get(path)).body.data as TestRecord[]

interface Debtor {
  name?: string
  address?: string | null
  postalCode?: string
  amounts?: number[]
}

/** A collector with an account, and members who owe amounts due today. */
async function makeCollector(debtors: Debtor[] = [{}], terms: object = {}) {
  const user = await another('member')
  const { _id: collectorId } = await make.collector({ userId: user.userId, ...terms })
  const members: string[] = []
  for (const { amounts = [24], address = 'Rua do Sol, 1', ...given } of debtors) {
    const { _id } = await make.member({ address, collectorId, ...given })
    for (const amount of amounts) await charge({ memberId: _id, amount })
    members.push(_id)
  }
  return { user, collectorId, members }
}

const makeRound = async (collectorId: string, given: object = {}) =>
  succeeded(await admin.post('/rounds', { collectorId, dueUntil: day, ...given }))
const visitsOf = (roundId: string, caller: TestCaller = admin) =>
  list(`/rounds/${roundId}/round_visits?_sort=place`, caller)

/** A round that left, with its visits in the order of `debtors`, which live next to each other. */
async function makeOut(amounts: number[][] = [[24]], terms: object = {}) {
  const debtors = amounts.map((some, index) => ({ address: `Rua do Sol, ${index + 1}`, amounts: some }))
  const made = await makeCollector(debtors, terms)
  const { _id } = await makeRound(made.collectorId)
  succeeded(await admin.post(`/rounds/${_id}/hand_out`))
  return { ...made, roundId: _id, visits: (await visitsOf(_id)).map((visit) => visit._id) }
}

const mark = (visitId: string | undefined, input: object, caller: TestCaller = admin, headers = {}) =>
  caller.post(`/round_visits/${visitId}/mark`, input, headers)
const paid = async (visitId: string | undefined, amount?: number) =>
  succeeded(await mark(visitId, { outcome: 'paid', ...(amount !== undefined && { amount }) }))
const settle = (roundId: string, deliveredAmount: number, given: object = {}) =>
  admin.post(`/rounds/${roundId}/settle`, { date: day, deliveredAmount, ...given })

/** Settles a round and waits for its receipts. */
async function settled(roundId: string, deliveredAmount: number, given: object = {}): Promise<TestRecord> {
  succeeded(await settle(roundId, deliveredAmount, given))
  await jobsDone(app, 'rounds')
  return read('rounds', roundId)
}

const errorsOf = async (answer: Promise<{ status: number; body: { errors?: object } }>) => {
  const { status, body } = await answer
  return [status, Object.keys(body.errors ?? {})]
}

describe('the collector of a member', () => {
  test('is assigned to a selection in the background, filtered by, and taken away again', async () => {
    const { _id: collectorId } = await make.collector({ name: 'Bento Paz' })
    const ids = [(await make.member())._id, (await make.member())._id]
    const assign = async (input: object) => {
      const body = {
        title: 'Atribuir',
        resource: 'members',
        action: 'assignCollector',
        input,
        audience: { ids },
      }
      succeeded(await admin.post('/bulk_actions', body))
      await jobsDone(app, 'bulkActions')
      return list(`/members?_collectorId=${collectorId}`)
    }
    const assigned = await assign({ collectorId })
    assert.deepEqual(assigned.map(({ _id }) => _id).toSorted(), ids.toSorted())
    assert.equal(assigned[0]?.['collectorLabel'], 'Bento Paz')
    assert.equal((await admin.delete(`/collectors/${collectorId}`)).status, 409)
    assert.deepEqual(await assign({ collectorId: null }), [])
    assert.equal((await admin.delete(`/collectors/${collectorId}`)).status, 204)
  })

  test('is not changed by the member', async () => {
    const member = await another('member')
    const { _id: collectorId } = await make.collector()
    assert.equal((await member.patch(`/members/${member.memberId}`, { collectorId })).status, 422)
    assert.equal(
      (await member.post(`/members/${member.memberId}/assign_collector`, { collectorId })).status,
      403,
    )
  })
})

describe('a new round', () => {
  test('takes the charges due until the day, in route order, with the current commission rate', async () => {
    const { collectorId, members } = await makeCollector(
      [
        { address: 'Rua 5 de Outubro, 10', postalCode: '4100-100', amounts: [10] },
        { address: 'Rua 5 de Outubro, 9, 2.º', postalCode: '4100-100', amounts: [11, 12] },
        { address: 'Largo da Sé, 3', postalCode: '4050-001', amounts: [13] },
      ],
      { commissionRate: 5, amountPerReceipt: 0.2 },
    )
    await charge({ memberId: String(members[0]), amount: 99, dueDate: addDays(day, 1) })
    const round = await makeRound(collectorId)
    assert.deepEqual(
      ['state', 'visits', 'charges', 'expectedAmount', 'commissionRate', 'amountPerReceipt'].map(
        (name) => round[name],
      ),
      ['draft', 3, 4, 46, 5, 0.2],
    )
    const visits = await visitsOf(round._id)
    assert.deepEqual(
      visits.map(({ memberId, amount }) => [memberId, amount]),
      [
        [members[2], 13],
        [members[1], 23],
        [members[0], 10],
      ],
    )
    succeeded(await admin.patch(`/collectors/${collectorId}`, { commissionRate: 50 }))
    assert.equal((await read('rounds', round._id))['commissionRate'], 5)
    assert.equal((await admin.patch(`/rounds/${round._id}`, { dueUntil: addDays(day, 9) })).status, 422)
  })

  test('leaves out with a reason; the preview says who', async () => {
    const { collectorId, members } = await makeCollector([
      {},
      { address: null },
      {},
      {},
      { amounts: [60] },
      {},
    ])
    const [inRound, , byDebit, dead, agreed, gone] = members as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    succeeded(await admin.patch(`/members/${byDebit}`, { paymentMethod: 'directDebit' }))
    succeeded(await admin.patch(`/members/${dead}`, { deathDate: addDays(day, -3) }))
    await make.agreement({ memberId: agreed })
    await changeState(gone, 'Exonerado', day)
    const selection = { collectorId, dueUntil: day }
    const preview = succeeded(await admin.post('/rounds/preview', selection)) as TestRecord & {
      leftOut: { reason: string; count: number }[]
    }
    assert.deepEqual(
      [preview['visits'], preview['charges'], preview['amount'], preview['assigned']],
      [1, 1, 24, 6],
    )
    const reasons = preview.leftOut.map(({ reason, count }) => [reason, count]).toSorted()
    assert.deepEqual(reasons.slice(0, 4), [
      ['agreement', 1],
      ['deceased', 1],
      ['directDebit', 1],
      ['ended', 1],
    ])
    const { body } = await admin.post('/rounds/left_out', { ...selection, reason: 'noAddress' })
    assert.deepEqual(
      (body.data as unknown as { memberId: string }[]).map(({ memberId }) => memberId),
      [members[1]],
    )
    const round = await makeRound(collectorId)
    assert.deepEqual(
      (await visitsOf(round._id)).map(({ memberId }) => memberId),
      [inRound],
    )
    // Nothing is left for a second one.
    assert.deepEqual(await errorsOf(admin.post('/rounds', selection)), [422, ['dueUntil']])
    assert.equal((await sql('SELECT FROM rounds WHERE collector_id = $1', [collectorId])).length, 1)
  })

  test('is refused for a collector who is not in use', async () => {
    const { collectorId } = await makeCollector()
    succeeded(await admin.patch(`/collectors/${collectorId}`, { active: false }))
    assert.deepEqual(await errorsOf(admin.post('/rounds', { collectorId, dueUntil: day })), [
      422,
      ['collectorId'],
    ])
  })

  test('has no charge that another one has, when two processes make them at once', async () => {
    const { collectorId } = await makeCollector([{}, {}, {}])
    const other = await there.as('admin')
    const body = { collectorId, dueUntil: day }
    const answers = await Promise.all(
      [admin, other, admin, other].map((caller) => caller.post('/rounds', body)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
  })

  test('is made again while it is a draft, and not later', async () => {
    const { collectorId, members } = await makeCollector([{}, {}])
    const { _id } = await makeRound(collectorId)
    await pay({ memberId: String(members[0]), amount: 24 })
    const refreshed = succeeded(await admin.post(`/rounds/${_id}/refresh`))
    assert.deepEqual([refreshed['visits'], refreshed['expectedAmount']], [1, 24])
    succeeded(await admin.post(`/rounds/${_id}/hand_out`))
    assert.equal((await admin.post(`/rounds/${_id}/refresh`)).status, 409)
  })
})

describe('a mark', () => {
  test('stores the paid amount and can be corrected; the totals of the round follow', async () => {
    const { roundId, visits } = await makeOut([[10, 14], [24], [24], [28]])
    const [one, two, three] = visits
    await paid(one)
    const part = await paid(two, 9.5)
    assert.deepEqual(
      [part['outcome'], part['collectedAmount'], part['markedByName']],
      ['paid', 9.5, adminName],
    )
    succeeded(await mark(three, { outcome: 'moved', note: 'Está em Gaia' }))
    const totals = async () => {
      const round = await read('rounds', roundId)
      return ['visited', 'paid', 'collectedAmount', 'successRate'].map((name) => round[name])
    }
    assert.deepEqual(await totals(), [3, 2, 33.5, 34])
    succeeded(await mark(two, { outcome: 'absent' }))
    succeeded(await mark(three, { outcome: 'toVisit' }))
    assert.deepEqual(await totals(), [2, 1, 24, 24])
    // Nothing is paid before the settlement.
    assert.equal(
      (await sql(`SELECT FROM payments WHERE reference LIKE 'Ronda %' AND date = $1`, [day])).length,
      0,
    )
  })

  test('is refused above the open amount, with an amount but another outcome than paid, or without open charges', async () => {
    const { visits, members } = await makeOut([[24], [24]])
    assert.deepEqual(await errorsOf(mark(visits[0], { outcome: 'paid', amount: 24.01 })), [422, ['amount']])
    assert.deepEqual(await errorsOf(mark(visits[0], { outcome: 'absent', amount: 5 })), [422, ['amount']])
    assert.deepEqual(await errorsOf(mark(visits[0], { outcome: 'dançou' })), [422, ['outcome']])
    await pay({ memberId: String(members[0]), amount: 24 })
    assert.deepEqual(await errorsOf(mark(visits[0], { outcome: 'paid' })), [422, ['outcome']])
    assert.equal((await read('round_visits', String(visits[0])))['owed'], 0)
  })

  test('is refused above the legal limit of cash', async () => {
    const { visits } = await makeOut([[3000]])
    assert.deepEqual(await errorsOf(mark(visits[0], { outcome: 'paid' })), [422, ['amount']])
    await paid(visits[0], 2999.99)
    const { visits: donations, members } = await makeOut([[24]])
    const donation = await charge({ memberId: String(members[0]), amount: 300, type: 'donation' })
    await sql(
      'INSERT INTO round_charges (round_visit_id, unsettled_payment_id, amount) VALUES ($1, $2, 30000)',
      [donations[0], donation._id],
    )
    assert.deepEqual(await errorsOf(mark(donations[0], { outcome: 'paid' })), [422, ['amount']])
    await paid(donations[0], 224)
  })

  test('that is sent again with its key is not done again', async () => {
    const { roundId, visits } = await makeOut()
    const key = { 'idempotency-key': `marca-${roundId}` }
    const first = await mark(visits[0], { outcome: 'paid' }, admin, key)
    succeeded(await mark(visits[0], { outcome: 'absent' }))
    const again = await mark(visits[0], { outcome: 'paid' }, admin, key)
    assert.deepEqual(again.body, first.body)
    assert.equal((await visitsOf(roundId))[0]?.['outcome'], 'absent')
  })

  test('needs a round that is out', async () => {
    const { collectorId } = await makeCollector()
    const { _id } = await makeRound(collectorId)
    const [visit] = await visitsOf(_id)
    assert.equal((await mark(visit?._id, { outcome: 'paid' })).status, 409)
    succeeded(await admin.post(`/rounds/${_id}/cancel`, { reason: 'Engano' }))
    assert.equal((await mark(visit?._id, { outcome: 'paid' })).status, 409)
  })
})

describe('a collector with an account', () => {
  test('sees the own rounds, their visits while they are out, and nothing else', async () => {
    const { user, roundId, visits } = await makeOut([[24], [24]])
    const { roundId: others, visits: otherVisits } = await makeOut()
    succeeded(await admin.patch(`/rounds/${roundId}`, { notes: 'Não levar troco.' }))
    assert.deepEqual(
      (await list('/rounds', user)).map(({ _id }) => _id),
      [roundId],
    )
    const seen = await visitsOf(roundId, user)
    assert.deepEqual(
      seen.map(({ _id }) => _id),
      visits,
    )
    for (const hidden of ['nif', 'email', 'birthDate', 'iban', 'balance', 'personNotes'])
      assert.ok(!(hidden in (seen[0] ?? {})), hidden)
    const round = succeeded(await user.get(`/rounds/${roundId}`))
    for (const hidden of ['notes', 'accountId', 'problem']) assert.ok(!(hidden in round), hidden)
    assert.equal((await user.get(`/rounds/${others}`)).status, 404)
    assert.equal((await user.get(`/rounds/${others}/round_visits`)).status, 404)
    assert.equal((await user.get(`/round_visits/${otherVisits[0]}`)).status, 404)
    assert.equal((await mark(otherVisits[0], { outcome: 'paid' }, user)).status, 404)
    assert.deepEqual(
      (await list('/members', user)).map(({ _id }) => _id),
      [user.memberId],
    )
    assert.equal((await user.get(`/members/${String(seen[0]?.['memberId'])}`)).status, 404)
    assert.equal((await user.get('/collectors')).status, 403)
    for (const path of ['settle', 'cancel', 'hand_out', 'pay_commission'])
      assert.equal((await user.post(`/rounds/${roundId}/${path}`, {})).status, 403, path)
    assert.equal((await user.post('/rounds', {})).status, 403)
  })

  test('marks the own visits, and sees them no more when the round is settled', async () => {
    const { user, roundId, visits } = await makeOut()
    succeeded(await mark(visits[0], { outcome: 'paid' }, user))
    for (const kind of ['route', 'slips'])
      succeeded(await user.get(`/rounds/${roundId}/document?kind=${kind}`))
    assert.equal((await user.get(`/rounds/${roundId}/document?kind=settlement`)).status, 404)
    await settled(roundId, 24)
    assert.deepEqual(await visitsOf(roundId, user), [])
    assert.equal((await user.get(`/rounds/${roundId}/document?kind=route`)).status, 404)
    succeeded(await user.get(`/rounds/${roundId}/document?kind=settlement`))
    assert.equal(succeeded(await user.get(`/rounds/${roundId}`))['commission'], 1.8)
    assert.equal((await mark(visits[0], { outcome: 'absent' }, user)).status, 404)
  })

  test('marks nothing as an auditor', async () => {
    const auditor = await another('auditor')
    const { _id: collectorId } = await make.collector({ userId: auditor.userId })
    const { _id } = await make.round({ collectorId })
    succeeded(await admin.post(`/rounds/${_id}/hand_out`))
    const [visit] = await visitsOf(_id, auditor)
    assert.equal((await mark(visit?._id, { outcome: 'paid' }, auditor)).status, 403)
  })

  test('is the only one with that account', async () => {
    const { user } = await makeCollector()
    const body = { name: 'Outro Cobrador', commissionRate: 0, amountPerReceipt: 0, userId: user.userId }
    assert.deepEqual(await errorsOf(admin.post('/collectors', body)), [422, ['userId']])
  })
})

describe('a settlement', () => {
  test('makes the marks payments with receipts in cash, by the collector, and frees the other charges', async () => {
    const { roundId, visits, members, collectorId } = await makeOut([[10, 14], [24], [24]], {
      name: 'Bento Luz',
      commissionRate: 7.5,
      amountPerReceipt: 0.1,
    })
    await paid(visits[0])
    await paid(visits[1], 9)
    succeeded(await mark(visits[2], { outcome: 'refused' }))
    const cashOf = async () =>
      (await admin.get(`/cash_days/${day}`)).body.data as unknown as {
        cash: number
        lines: { receivedBy: string; payments: number; amount: number }[]
      }
    const before = await cashOf()
    const round = await settled(roundId, 33, { accountId: cashBox })
    assert.deepEqual(
      [
        'state',
        'receipts',
        'deliveredAmount',
        'difference',
        'commission',
        'commissionStatus',
        'settledByName',
      ].map((name) => round[name]),
      // 33 × 7,5 % = 2,475 → 2,48; plus two receipts.
      ['done', 2, 33, 0, 2.68, 'due', adminName],
    )
    const payments = await list(`/payments?_search=${encodeURIComponent(`Ronda ${String(round['number'])}`)}`)
    assert.deepEqual(
      payments.map(({ amount, method, receivedBy, date }) => [amount, method, receivedBy, date]).toSorted(),
      [
        [24, 'cash', 'Bento Luz', day],
        [9, 'cash', 'Bento Luz', day],
      ],
    )
    assert.deepEqual(await balanceOf(String(members[0])), { balance: 0, overdueAmount: 0, credit: 0 })
    assert.equal((await balanceOf(String(members[1])))['balance'], 15)
    const day2 = await cashOf()
    assert.equal(Math.round((day2.cash - before.cash) * 100), 3300)
    const line = day2.lines.find(({ receivedBy }) => receivedBy === 'Bento Luz')
    assert.deepEqual([line?.payments, line?.amount], [2, 33])
    const posted = await list(`/transactions?_accountId=${cashBox}&_search=${String(round['number'])}`)
    assert.deepEqual(posted, [])
    assert.equal((await settle(roundId, 33)).status, 409)
    assert.equal((await mark(visits[2], { outcome: 'paid' })).status, 409)
    const rest = await makeRound(collectorId)
    assert.deepEqual([rest['visits'], rest['expectedAmount']], [2, 39])
    const { url } = succeeded(await admin.get(`/rounds/${roundId}/document?kind=settlement`))
    const { rawPayload } = await app.app.inject({ url: String(url) })
    const text = (await readPdf(rawPayload)).pages.join(' ')
    for (const words of ['Bento Luz', '33,00 €', '2,68 €', String(payments[0]?.['receiptNumber'])])
      assert.ok(text.includes(words), words)
  })

  test('must explain a difference', async () => {
    const { roundId, visits } = await makeOut()
    await paid(visits[0])
    assert.deepEqual(await errorsOf(settle(roundId, 20)), [422, ['differenceReason']])
    const round = await settled(roundId, 20, { differenceReason: 'Perdeu uma nota; paga para o mês.' })
    assert.deepEqual([round['difference'], round['state']], [-4, 'done'])
    assert.equal(round['differenceReason'], 'Perdeu uma nota; paga para o mês.')
  })

  test('of nothing collected is done without receipts or commission', async () => {
    const { roundId } = await makeOut()
    const round = await settled(roundId, 0)
    assert.deepEqual([round['state'], round['receipts'], round['commissionStatus']], ['done', 0, 'none'])
  })

  test('is done once by two processes', async () => {
    const { roundId, visits, members } = await makeOut(Array.from({ length: 8 }, () => [24]))
    for (const visit of visits) await paid(visit)
    const other = await there.as('admin')
    const body = { date: day, deliveredAmount: 192 }
    const answers = await Promise.all(
      [admin, other, admin, other].map((caller) => caller.post(`/rounds/${roundId}/settle`, body)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
    await jobsDone(app, 'rounds')
    assert.equal((await read('rounds', roundId))['receipts'], 8)
    const rows = await sql('SELECT FROM payments WHERE member_id = ANY($1)', [members])
    assert.equal(rows.length, 8)
  })

  test('of a charge that was paid meanwhile settles the oldest debts, and the rest is credit', async () => {
    const { roundId, visits, members } = await makeOut([[24]])
    const memberId = String(members[0])
    await paid(visits[0])
    await pay({ memberId, amount: 24 })
    await charge({ memberId, amount: 10, dueDate: addDays(day, 30) })
    const round = await settled(roundId, 24)
    assert.equal(round['state'], 'done')
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 14 })
  })

  test('is refused on days before it left, in closed accounts or with a closed cash sheet', async () => {
    const { roundId } = await makeOut()
    assert.deepEqual(await errorsOf(settle(roundId, 0, { date: addDays(day, -1) })), [422, ['date']])
    assert.deepEqual(await errorsOf(settle(roundId, 0, { date: addDays(day, 1) })), [422, ['date']])
    await set('closedUntil', day)
    assert.deepEqual(await errorsOf(settle(roundId, 0)), [422, ['date']])
    await set('closedUntil', '')
    const sheet = succeeded(await admin.post('/cash_sheets', { date: day, countedCash: 0 }))
    assert.deepEqual(await errorsOf(settle(roundId, 0)), [422, ['date']])
    succeeded(await admin.post(`/cash_sheets/${sheet._id}/reopen`, { reason: 'Falta a ronda' }))
    assert.equal((await settled(roundId, 0))['state'], 'done')
  })

  test('that a rule stops says why, and goes on where it was', async () => {
    const { roundId, visits } = await makeOut([[24], [24]])
    for (const visit of visits) await paid(visit)
    await sql(`CREATE FUNCTION close_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE settings SET value = '${day}' WHERE name = 'closedUntil'; RETURN NEW; END $$`)
    await sql(`CREATE TRIGGER close_accounts AFTER UPDATE ON rounds FOR EACH ROW
      WHEN (NEW.receipts = 1 AND OLD.receipts = 0 AND NEW.id = '${roundId}') EXECUTE FUNCTION close_accounts()`)
    const failed = await settled(roundId, 48)
    await sql('DROP TRIGGER close_accounts ON rounds')
    assert.deepEqual([failed['state'], failed['receipts']], ['failed', 1])
    assert.match(String(failed['problem']), /contas estão fechadas/)
    await set('closedUntil', '')
    succeeded(await admin.post(`/rounds/${roundId}/retry`))
    await jobsDone(app, 'rounds')
    const done = await read('rounds', roundId)
    assert.deepEqual([done['state'], done['receipts'], done['problem']], ['done', 2, null])
  })

  test('that the law does not let go on is corrected at the visit, and then ends', async () => {
    const { roundId, visits, members } = await makeOut([[10], [24]], { commissionRate: 10 })
    const memberId = String(members[0])
    await charge({ memberId, amount: 300, type: 'donation' })
    await paid(visits[0])
    await paid(visits[1])
    // Its charge is paid meanwhile, so that the money is for the oldest debts: most of them a donation, which cash may not pay.
    await sql(`UPDATE round_visits SET collected_amount = 25000 WHERE id = $1`, [visits[0]])
    await sql(`UPDATE rounds SET collected_amount = 27400 WHERE id = $1`, [roundId])
    const failed = await settled(roundId, 274)
    assert.deepEqual([failed['state'], failed['receipts']], ['failed', 0])
    succeeded(await mark(visits[0], { outcome: 'paid' }))
    const corrected = await read('rounds', roundId)
    assert.deepEqual(
      [corrected['collectedAmount'], corrected['difference'], corrected['commission']],
      [34, 240, 3.4],
    )
    succeeded(await admin.post(`/rounds/${roundId}/retry`))
    await jobsDone(app, 'rounds')
    assert.deepEqual((await read('rounds', roundId))['receipts'], 2)
    assert.equal((await mark(visits[0], { outcome: 'absent' })).status, 409)
  })
})

describe('a commission', () => {
  const expensesOf = (roundId: string) => list(`/transactions?_roundId=${roundId}&_sort=number`)
  const gone = async () =>
    Number(
      ((await admin.get(`/cash_days/${day}`)).body.data as unknown as { refundedCash: number }).refundedCash,
    )

  /** Differences between the cash sheet and the cash account for the round. */
  const differencesOf = async (round: TestRecord) => {
    const { rows } = succeeded(await admin.get(`/cash_differences?from=${day}&to=${day}`)) as unknown as {
      rows: { label: string; onSheet: number | null; inAccount: number | null; cause: string }[]
    }
    return rows.filter(({ label }) => label.includes(String(round['number'])))
  }

  test('is paid with the settlement, as an expense of the cash box that lowers the cash of the day', async () => {
    const { _id: externalEntityId } = succeeded(
      await admin.post('/external_entities', { name: 'Bento Luz, cobranças' }),
    )
    const { roundId, visits } = await makeOut([[24]], { commissionRate: 10, externalEntityId })
    await paid(visits[0])
    const before = await gone()
    const round = await settled(roundId, 24, { payCommission: true })
    assert.deepEqual(
      [round['commission'], round['commissionStatus'], round['commissionPaidOn'], round['commissionMethod']],
      [2.4, 'paid', day, 'cash'],
    )
    assert.equal(Math.round(((await gone()) - before) * 100), 240)
    assert.deepEqual(await differencesOf(round), [])
    const [expense] = await expensesOf(roundId)
    assert.deepEqual(
      [expense?.['kind'], expense?.['amount'], expense?.['accountId'], expense?.['externalEntityId']],
      ['expense', 2.4, cashBox, externalEntityId],
    )
    assert.equal((await admin.post(`/transactions/${expense?._id}/cancel`, { reason: 'Engano' })).status, 409)
    assert.deepEqual(await errorsOf(admin.patch(`/transactions/${expense?._id}`, { amount: 5 })), [
      422,
      ['amount'],
    ])
    assert.equal((await admin.patch(`/transactions/${expense?._id}`, { notes: 'Ver recibo' })).status, 200)
    succeeded(await admin.post(`/rounds/${roundId}/undo_commission`, { reason: 'Afinal não quis' }))
    assert.equal(Math.round(((await gone()) - before) * 100), 0)
    assert.deepEqual(
      (await expensesOf(roundId)).map(({ status }) => status),
      ['cancelled'],
    )
    assert.equal((await read('rounds', roundId))['commissionStatus'], 'due')
    assert.deepEqual(await differencesOf(round), [], 'undone on its day')
    const { _id: accountId } = await make.account({ kind: 'bank' })
    const elsewhere = { date: day, method: 'cash', accountId }
    succeeded(await admin.post(`/rounds/${roundId}/pay_commission`, elsewhere))
    assert.deepEqual(
      (await differencesOf(round)).map(({ cause, onSheet, inAccount }) => [cause, onSheet, inAccount]),
      [['Lançado noutra conta', -2.4, null]],
    )
  })

  test('is paid later, once, by other means', async () => {
    const { _id: bank } = await make.account({ kind: 'bank' })
    const { roundId, visits } = await makeOut([[24]])
    await paid(visits[0])
    await settled(roundId, 24)
    const payment = { date: day, method: 'transfer', accountId: bank }
    const other = await there.as('admin')
    const answers = await Promise.all(
      [admin, other].map((caller) => caller.post(`/rounds/${roundId}/pay_commission`, payment)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const expenses = await expensesOf(roundId)
    assert.deepEqual(
      expenses.map(({ amount, accountId, method }) => [amount, accountId, method]),
      [[1.8, bank, 'transfer']],
    )
  })
})

test('a cancelled round frees its charges; one with paid visits is not cancelled', async () => {
  const { roundId, visits, collectorId } = await makeOut()
  await paid(visits[0])
  const reason = { reason: 'O cobrador adoeceu' }
  assert.equal((await admin.post(`/rounds/${roundId}/cancel`, reason)).status, 409)
  succeeded(await mark(visits[0], { outcome: 'toVisit' }))
  succeeded(await admin.post(`/rounds/${roundId}/cancel`, reason))
  assert.equal((await admin.post(`/rounds/${roundId}/hand_out`)).status, 409)
  assert.equal((await makeRound(collectorId))['visits'], 1)
})

test('the list by route and the slips have the current open amounts', async () => {
  const { collectorId, members } = await makeCollector([
    { name: 'Zulmira Teste Dias', amounts: [10, 5, 5, 5, 5, 5, 5] },
    { name: 'Amélia Teste Paga', address: 'Rua do Sol, 2' },
  ])
  const { _id } = await makeRound(collectorId)
  await pay({ memberId: String(members[1]), amount: 24 })
  const textOf = async (kind: string) => {
    const { url } = succeeded(await admin.get(`/rounds/${_id}/document?kind=${kind}`))
    const { rawPayload } = await app.app.inject({ url: String(url) })
    return (await readPdf(rawPayload)).pages.join(' ')
  }
  const route = await textOf('route')
  for (const words of ['Zulmira Teste Dias', 'Amélia Teste Paga', 'Já pagou', '40,00 €'])
    assert.ok(route.includes(words), words)
  const slips = await textOf('slips')
  assert.ok(slips.includes('Aviso de cobrança: 40,00 €') && slips.includes('E mais 3: 15,00 €'))
  assert.ok(!slips.includes('Amélia'), 'who owes nothing gets no slip')
  assert.equal((await admin.get(`/rounds/${_id}/document?kind=outro`)).status, 400)
})

test('charges − allocations = debt, receipts are 1…n, and treasury and dues agree', async () => {
  const members = await sql<{ id: string }>('SELECT id FROM members')
  await assertSound(
    app,
    members.map(({ id }) => id),
  )
  const [wrong] = await sql<{ count: number }>(
    `SELECT count(*)::integer AS count FROM payments p WHERE p.reference LIKE 'Ronda %'
       AND p.amount IS DISTINCT FROM (SELECT sum(t.effect) FROM transactions t WHERE t.payment_id = p.id)`,
  )
  assert.equal(wrong?.count, 0)
})
