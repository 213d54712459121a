import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCardCode } from '@agremia/resources/rules/card-code.ts'
import { cardValidUntil } from '@agremia/resources/rules/card-validity.ts'
import { addYears, formatDate } from '@agremia/resources/rules/dates.ts'
import { one, sql as statement } from '../database/sql.ts'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'
import { validUntilSql } from './validity.ts'

const app = await testApp()
const { as, make, sql, visitor, clock, today } = app
const admin = await as('admin')
const issue = async (memberId: string, more: object = {}): Promise<TestRecord> =>
  succeeded(await admin.post('/membership_cards', { memberId, ...more }))
const verify = (code: unknown, who = visitor) => who.get(`/membership_cards/verify/${String(code)}`)
const read = async (id: string): Promise<TestRecord> => succeeded(await admin.get(`/membership_cards/${id}`))
const set = async (name: string, value: string) =>
  succeeded(await admin.patch(`/settings/${name}`, { value }))

const annual = { cardsValidity: 'annual', cardsValidityYears: '3' }

test('a new card has a number, a code and is valid until the day of the settings; a second card is rejected', async () => {
  const member = await make.member()
  const card = await issue(member._id)
  assert.equal(card['status'], 'toPrint')
  assert.equal(card['issue'], 1)
  assert.equal(card['validUntil'], cardValidUntil(annual, await today()))
  assert.equal(readCardCode(String(card['code'])), card['code'])
  const again = await admin.post('/membership_cards', { memberId: member._id })
  assert.equal(again.status, 422)
  assert.match(JSON.stringify(again.body), /emita uma nova via/)
})

test('a card of who is admitted in a year has the validity of that day, by hand, in a run and as a copy', async () => {
  const admissionDate = addYears(await today(), 1)
  const until = cardValidUntil(annual, admissionDate)
  const [byHand, byRun] = [await make.member({ admissionDate }), await make.member({ admissionDate })]
  const card = await issue(byHand._id)
  assert.equal(card['validUntil'], until)
  const copy = succeeded(await admin.post(`/membership_cards/${card._id}/issue_copy`, {}))
  assert.equal((await read(copy._id))['validUntil'], until)
  const lastDays = async (...members: TestRecord[]) => {
    const input = { kind: 'missing', audience: { ids: members.map(({ _id }) => _id) } }
    const preview = succeeded(await admin.post('/card_runs/preview', input))
    return [preview['validUntil'], preview['lastValidUntil']]
  }
  const ofToday = cardValidUntil(annual, await today())
  assert.deepEqual(await lastDays(byRun), [until, until])
  const side = { colour: '#FFFFFF', imageId: null, elements: [] }
  const sample = await admin.post('/card_templates/preview', { front: side, back: side, memberId: byRun._id })
  const { values } = succeeded(sample) as unknown as { values: { validade: string } }
  assert.equal(values.validade, formatDate(String(until)))
  assert.deepEqual(await lastDays(byRun, await make.member()), [ofToday, until])
  assert.deepEqual(await lastDays(byHand), [ofToday, ofToday], 'nobody gets one')
  succeeded(
    await admin.post('/card_runs', { kind: 'missing', audience: { ids: [byRun._id] }, type: 'plastic' }),
  )
  await jobsDone(app, 'cardRuns')
  const { data } = (await admin.get(`/members/${byRun._id}/membership_cards`)).body
  assert.deepEqual(
    data.map(({ validUntil }) => validUntil),
    [until],
  )
})

test('the last day of a card is the same in SQL, on any day and for any admission', async () => {
  const days = [
    '2023-12-31',
    '2024-01-01',
    '2024-02-28',
    '2024-02-29',
    '2025-02-28',
    '2026-09-30',
    '2026-10-01',
    '2026-12-31',
    '2027-01-01',
  ]
  const pairs = days.flatMap((day) => days.map((admission) => [day, admission] as const))
  for (const given of [
    { cardsValidity: 'annual', cardsValidityYears: '1' },
    ...['1', '3', '4'].map((cardsValidityYears) => ({ cardsValidity: 'years', cardsValidityYears })),
    { cardsValidity: 'qr', cardsValidityYears: '1' },
  ]) {
    for (const [day, admission] of pairs) {
      const { until } = await one(
        app.database.pool,
        statement`SELECT ${validUntilSql(given, day)} AS until FROM (SELECT ${admission}::date AS admission_date) m`,
        { until: 'day?' },
      )
      assert.equal(
        until,
        cardValidUntil(given, day, admission),
        `${given.cardsValidity}, ${day}, ${admission}`,
      )
    }
  }
})

test('a verification shows visitors only nine fields; staff also get the member', async () => {
  const member = await make.member({ name: 'Teodora Maria Abrantes Falcão' })
  const { code, cardNumber } = await issue(member._id)
  const seen = await verify(code)
  assert.equal(seen.status, 200)
  assert.equal(seen.headers['cache-control'], 'no-store')
  const { data } = seen.body as { data: Record<string, unknown> }
  assert.deepEqual(Object.keys(data).sort(), [
    'category',
    'checkedAt',
    'displayName',
    'memberNumber',
    'memberSince',
    'organisation',
    'photoUrl',
    'status',
    'validUntil',
  ])
  assert.equal(data['status'], 'valido')
  assert.equal(data['displayName'], 'Teodora F.')
  const grouped = String(code)
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, '$1-')
  assert.equal((await verify(grouped)).status, 200)
  const staffAnswer = (await verify(code, admin)).body as { data: Record<string, unknown> }
  assert.equal(staffAnswer.data['memberId'], member._id)
  const [row] = await sql<{ verify_count: number }>(
    'SELECT verify_count FROM membership_cards WHERE card_number = $1',
    [cardNumber],
  )
  assert.equal(row?.verify_count, 3)
})

test('verification: unknown and malformed codes get the same 404, and visitors are rate limited', async () => {
  const answers = await Promise.all(
    ['000000000000', 'x', '%00', 'AAAA-BBBB-CCC!'].map((code) => verify(code)),
  )
  assert.equal(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size, 1)
  assert.equal(answers[0]?.status, 404)
  await sql(`UPDATE login_attempts SET failures = 450 WHERE subject LIKE 'cardVerification:%'`)
  const refused = await verify('000000000000')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await verify('000000000000', admin)).status, 404)
  await sql(`DELETE FROM login_attempts WHERE subject LIKE 'cardVerification:%'`)
})

test('the validity of a card depends on the state of the member, on debts and on the last day', async () => {
  const validity = async (code: unknown) => (await verify(code)).body.data['status']
  const { _id: memberId } = await make.member()
  const { code } = await issue(memberId)
  const charge = { memberId, type: 'quota', year: 2020, amount: 24, dueDate: '2020-01-01' }
  succeeded(await admin.post('/unsettled_payments', charge))
  assert.equal(await validity(code), 'irregular')
  await set('verifyUsesQuotas', 'false')
  assert.equal(await validity(code), 'valido')
  await set('verifyUsesQuotas', 'true')
  const inState = (condition: string) =>
    sql(
      `UPDATE members SET current_state_id = (SELECT id FROM member_state_names WHERE ${condition} LIMIT 1) WHERE id = $1`,
      [memberId],
    )
  await inState('NOT has_rights AND NOT marks_end')
  assert.equal(await validity(code), 'suspenso')
  await inState('marks_end')
  assert.equal(await validity(code), 'invalido')
  await inState('has_rights AND NOT marks_end')
  await sql('DELETE FROM unsettled_payments WHERE member_id = $1', [memberId])
  await sql('UPDATE member_balances SET oldest_quota = NULL WHERE id = $1', [memberId])
  await sql(`UPDATE membership_cards SET valid_until = '2021-12-31' WHERE member_id = $1`, [memberId])
  assert.equal(await validity(code), 'expirado')
})

test('a second copy invalidates the first code, charges the fee of the settings and is idempotent', async () => {
  await set('cardsReplacementFee', '3,50')
  const member = await make.member()
  const first = await issue(member._id)
  const key = { 'idempotency-key': 'segunda-via-0001' }
  const body = { lost: true, chargeFee: true, reason: 'Na praia' }
  const path = `/membership_cards/${first._id}/issue_copy`
  const answers = [await admin.post(path, body, key), await admin.post(path, body, key)]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const cards = (await admin.get(`/members/${member._id}/membership_cards`)).body as { data: TestRecord[] }
  assert.equal(cards.data.length, 2)
  const [second] = cards.data.filter(({ issue: number }) => number === 2)
  const before = await read(first._id)
  assert.equal(before['status'], 'lost')
  assert.equal(before['revokeReason'], 'Extraviado: Na praia')
  assert.equal(before['replacedById'], second?._id)
  assert.equal((await verify(first['code'])).body.data['status'], 'invalido')
  const owed = (await admin.get(`/members/${member._id}/unsettled_payments`)).body as { data: TestRecord[] }
  assert.deepEqual(
    owed.data.map(({ type, amount }) => [type, amount]),
    [['card', 3.5]],
  )
  assert.equal((await admin.post(path, body)).status, 409)
  const third = `/membership_cards/${second?._id}/issue_copy`
  assert.equal((await admin.post(third, { lost: false, chargeFee: true })).status, 200)
  const charges = await sql<{ description: string }>(
    'SELECT description FROM unsettled_payments WHERE member_id = $1 ORDER BY id',
    [member._id],
  )
  assert.deepEqual(
    charges.map(({ description }) => description),
    ['2.ª via do cartão', '3.ª via do cartão'],
  )
})

test('two issues for the same members create each card once; the preview gives the reasons of members left out', async () => {
  await sql('DELETE FROM membership_cards')
  const [one, two, gone] = [await make.member(), await make.member(), await make.member()]
  await sql(
    `UPDATE members SET current_state_id = (SELECT id FROM member_state_names WHERE marks_end LIMIT 1) WHERE id = $1`,
    [gone._id],
  )
  await issue(one._id)
  const audience = { ids: [one._id, two._id, gone._id] }
  const preview = succeeded(await admin.post('/card_runs/preview', { audience }))
  const leftOut = preview['leftOut'] as { reason: string; count: number }[]
  assert.equal(preview['count'], 1)
  assert.deepEqual(leftOut.map(({ reason, count }) => [reason, count]).sort(), [
    ['ended', 1],
    ['hasCard', 1],
  ])
  const { body } = await admin.post('/card_runs/left_out?_limit=1', { audience, reason: 'hasCard' })
  assert.deepEqual(
    [body.data.map(({ memberId }) => memberId), body.meta],
    [[one._id], { total: 1, page: 1, limit: 1 }],
  )
  assert.equal((await admin.post('/card_runs/left_out', { audience, reason: 'x' })).status, 422)
  const answers = [await admin.post('/card_runs', { audience }), await admin.post('/card_runs', { audience })]
  const runs = answers.map((answer) => succeeded(answer))
  const finished = await untilDone(runs.map(({ _id }) => _id))
  assert.deepEqual(finished.map(({ count }) => count).sort(), [0, 1])
  const [{ cards } = { cards: 0 }] = await sql<{ cards: number }>(
    'SELECT count(*)::integer AS cards FROM membership_cards',
  )
  assert.equal(cards, 2)
})

test('a failed issue reports the problem, creates no card and succeeds when retried', async () => {
  const member = await make.member()
  const cardsOf = () => sql('SELECT FROM membership_cards WHERE member_id = $1', [member._id])
  await sql(`ALTER TABLE membership_cards ADD CONSTRAINT unlucky CHECK (type <> 'digital') NOT VALID`)
  const input = { audience: { ids: [member._id] }, type: 'digital' }
  const { _id } = succeeded(await admin.post('/card_runs', input))
  const [failed] = await untilDone([_id], 'failed')
  assert.equal(app.takeErrors().length, 1)
  assert.match(String(failed?.['problem']), /nenhum cartão foi emitido. Pode tentar outra vez/)
  assert.equal((await cardsOf()).length, 0)

  await sql('ALTER TABLE membership_cards DROP CONSTRAINT unlucky')
  succeeded(await admin.post(`/card_runs/${_id}/retry`))
  const [done] = await untilDone([_id])
  assert.deepEqual([done?.['count'], done?.['problem'], (await cardsOf()).length], [1, null, 1])
})

async function untilDone(ids: string[], wanted = 'done'): Promise<TestRecord[]> {
  for (;;) {
    const runs = await Promise.all(ids.map(async (id) => succeeded(await admin.get(`/card_runs/${id}`))))
    if (runs.every(({ state }) => state === wanted)) return runs
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a card expires on the day after its last day', async () => {
  const member = await make.member()
  const { _id } = await issue(member._id)
  await sql(`UPDATE membership_cards SET valid_until = $2 WHERE id = $1`, [_id, await today()])
  clock.advance({ days: 1 })
  const { expireCards } = await import('./issue.ts')
  await expireCards(app.database.pool, await today())
  assert.equal((await read(_id))['status'], 'expired')
  clock.advance({ days: -1 })
})

test('only a printed or sent card is delivered: a digital one stays active, a delivered one keeps its day', async () => {
  const printed = await make.card()
  const digital = await make.card({ type: 'digital' })
  await sql(`UPDATE membership_cards SET status = 'printed' WHERE id = $1`, [printed._id])
  const deliver = (card: TestRecord, date: string, method: string) =>
    admin.post(`/membership_cards/${card._id}/deliver`, { date, method })
  const day = await today()
  succeeded(await deliver(printed, day, 'mail'))
  assert.equal((await read(printed._id))['status'], 'sent')
  succeeded(await deliver(printed, day, 'hand'))
  for (const [card, status, deliveredAt] of [
    [digital, 'active', null],
    [printed, 'delivered', day],
  ] as const) {
    const before = await read(card._id)
    const refused = await deliver(card, addYears(day, -1), 'hand')
    assert.deepEqual(
      [refused.status, refused.body.message],
      [409, 'Só se entrega um cartão impresso ou enviado.'],
    )
    assert.deepEqual([before['status'], before['deliveredAt']], [status, deliveredAt])
    assert.deepEqual(await read(card._id), before)
  }
})
