import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertSound } from '../dues/ledger/testing.ts'
import { duesTools } from '../dues/testing.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import type { TestRecord } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'
import { messagesSent } from '../testing/wait.ts'
import { volume } from '../testing/volume.ts'
import { readReferences, references } from './references.ts'
import { contents } from './testing.ts'

const app = await testApp()
const { as, make, sql, today, database, visitor } = app
const admin = await as('admin')
const day = await today()
const { balanceOf } = await duesTools(app)

/** Merges two records once no message is being sent, which refuses it. */
const merge = async (kept: TestRecord, lost: TestRecord, more: object = {}) => {
  await messagesSent(app)
  return admin.post('/merges', { personId: kept['personId'], lostPersonId: lost['personId'], ...more })
}
const preview = async (kept: TestRecord, lost: TestRecord, more: Record<string, string> = {}) => {
  const query = { personId: String(kept['personId']), lostPersonId: String(lost['personId']), ...more }
  const answer = await admin.get(`/merges/preview?${new URLSearchParams(query).toString()}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data as unknown as {
    fields: { name: string; kept: string; lost: string; side: string }[]
    moved: { label: string; count: number }[]
    repeated: string[]
    warnings: string[]
    obstacles: string[]
  }
}
const undo = async (merged: TestRecord) => admin.post(`/merges/${merged._id}/undo`)

async function assertSameContents(before: Record<string, unknown[]>): Promise<void> {
  const after = await contents(app)
  for (const [table, rows] of Object.entries(before)) assert.deepEqual(after[table], rows, table)
}

test('every reference to people and members is classified', async () => {
  const known = await readReferences(database.pool)
  assert.deepEqual(
    known.map(({ table, column }) => `${table}.${column}`).toSorted(),
    Object.keys(references).toSorted(),
    'decide in server/merges/references.ts what a merge does with it',
  )
})

/** Two records of one person, with something of everything. */
async function twoRecords() {
  const kept = await make.member({
    name: 'Beatriz Antunes Leal',
    birthDate: '1980-03-04',
    email: 'beatriz@exemplo.pt',
    mobile: '912345678',
    memberNumber: 5001,
    admissionDate: '2020-01-01',
    interests: ['Xadrez'],
    notes: 'Primeira nota.',
  })
  const lost = await make.member({
    name: 'Beatriz Leal',
    birthDate: '1980-03-04',
    nif: nifOf(77),
    email: 'bia@exemplo.pt',
    mobile: '912345678',
    memberNumber: 5002,
    admissionDate: '2018-05-06',
    interests: ['Xadrez', 'Dança'],
    notes: 'Outra nota.',
    doNotContact: true,
    iban: 'PT50000201231234567890154',
    idDocumentType: 'PASSAPORTE',
    idDocumentNumber: 'ZX778899',
  })
  await make.payment({ memberId: lost._id, amount: 11 })
  await make.charge({ memberId: kept._id, type: 'quota', year: 2024, amount: 24 })
  const repeated = await make.charge({ memberId: lost._id, type: 'quota', year: 2024, amount: 24 })
  await make.charge({ memberId: lost._id, type: 'quota', year: 2023, amount: 20, dueDate: '2023-03-01' })
  await make.payment({ memberId: lost._id, amount: 20 })
  await make.payment({ memberId: kept._id, amount: 5 })
  await make.card({ memberId: kept._id })
  const card = await make.card({ memberId: lost._id })
  await make.contact({
    personId: String(lost['personId']),
    type: 'email',
    value: 'trabalho@exemplo.pt',
    preferred: true,
  })
  await make.contact({
    personId: String(kept['personId']),
    type: 'email',
    value: 'casa@exemplo.pt',
    preferred: true,
  })
  await make.consent({ personId: lost['personId'] })
  await make.transaction({ memberId: lost._id, kind: 'income' }).catch(() => undefined)
  return { kept, lost, card, repeated }
}

test('two records become one, and undoing puts every row back', async () => {
  const { kept, lost, card } = await twoRecords()
  const total = Number((await balanceOf(kept._id)).credit) + Number((await balanceOf(lost._id)).credit)
  const before = await contents(app)
  const shown = await preview(kept, lost)
  assert.deepEqual(shown.obstacles, [])
  assert.deepEqual(
    shown.fields.map(({ name, side }) => `${name} ${side}`),
    [
      'name kept',
      'nif lost',
      'idDocumentType lost',
      'idDocumentNumber lost',
      'email kept',
      'doNotContact lost',
      'memberNumber kept',
      'admissionDate lost',
      'interests both',
      'iban lost',
      'notes both',
    ],
  )
  await assertSameContents(before)

  const merged = succeeded(await merge(kept, lost))
  const readable = await sql(`SELECT FROM merges t WHERE to_jsonb(t)::text ~ 'PT50|ZX778899'`)
  assert.equal(readable.length, 0, 'encrypted fields are encrypted in what a merge stores')
  const after = succeeded(await admin.get(`/members/${kept._id}`))
  assert.equal(after['iban'], 'PT50000201231234567890154')
  assert.equal(after['nif'], nifOf(77))
  assert.equal(after['admissionDate'], '2018-05-06')
  assert.equal(after['notes'], 'Primeira nota.\n\nOutra nota.')
  assert.deepEqual(after['interests'], ['Xadrez', 'Dança'])
  assert.equal(after['memberNumber'], 5001)
  assert.equal(merged['formerNumber'], 5002)
  assert.equal((await balanceOf(kept._id)).credit, total)
  await assertSound(app, [kept._id])

  // The addresses of the merged record lead to the one that stays.
  assert.equal(succeeded(await admin.get(`/members/${lost._id}`))._id, kept._id)
  assert.equal(succeeded(await admin.get(`/people/${String(lost['personId'])}`))._id, kept['personId'])
  const contacts = (await admin.get(`/people/${String(lost['personId'])}/contacts`)).body.data
  assert.deepEqual(contacts.map(({ value }) => value).toSorted(), [
    'bia@exemplo.pt',
    'casa@exemplo.pt',
    'trabalho@exemplo.pt',
  ])
  const verified = succeeded(await visitor.get(`/membership_cards/verify/${String(card['code'])}`))
  assert.equal(verified['memberNumber'], 5001)
  const number = await admin.post('/members/validate', { name: 'Outra', memberNumber: 5002 })
  assert.match(JSON.stringify(number.body), /O número 5002 é o anterior de «Beatriz Antunes Leal»/)
  const history = (await admin.get(`/members/${kept._id}/audit_events`)).body.data.map(({ action }) => action)
  for (const action of ['merge', 'mergedAway', 'created']) assert.ok(history.includes(action), action)

  succeeded(await undo(merged))
  await assertSameContents(before)
  const plain = await sql(
    `SELECT FROM members t WHERE iban LIKE 'PT%' UNION ALL SELECT FROM people WHERE id_document_number LIKE 'ZX%'`,
  )
  assert.equal(plain.length, 0)
  await assertSound(app, [kept._id, lost._id])
  assert.equal((await undo(merged)).status, 409)
})

test('the choices decide: number, name and texts of the merged record', async () => {
  const kept = await make.member({ name: 'Rui Vaz', memberNumber: 6001, notes: 'uma' })
  const lost = await make.member({ name: 'Rui Miguel Vaz', memberNumber: 6002, notes: 'outra' })
  const merged = succeeded(
    await merge(kept, lost, { choices: { name: 'lost', memberNumber: 'lost', notes: 'kept' } }),
  )
  const after = succeeded(await admin.get(`/members/${kept._id}`))
  assert.deepEqual([after['name'], after['memberNumber'], after['notes']], ['Rui Miguel Vaz', 6002, 'uma'])
  assert.equal(merged['formerNumber'], 6001)
  assert.equal((await merge(kept, lost, { choices: { nada: 'lost' } })).status, 422)
  succeeded(await undo(merged))
  assert.equal(succeeded(await admin.get(`/members/${kept._id}`))['memberNumber'], 6001)
})

test('what cannot be merged is refused with the reason', async () => {
  const one = await make.member({ name: 'Ana Um' })
  const refused = async (other: TestRecord, reason: RegExp, kept = one) => {
    const answer = await merge(kept, other)
    assert.match(JSON.stringify(answer.body), reason)
    assert.equal(answer.status, 409)
    assert.ok((await preview(kept, other)).obstacles.some((text) => reason.test(text)))
  }
  assert.equal((await merge(one, one)).status, 422)
  const [paid, other] = [await make.member(), await make.member()]
  for (const { _id: memberId } of [paid, other]) {
    await make.charge({ memberId, type: 'quota', year: 2022, amount: 10 })
    await make.payment({ memberId, amount: 10 })
  }
  await refused(other, /está paga nas duas fichas/, paid)
  const legal = await make.category({ allowsCollective: true })
  await refused(
    await make.member({ kind: 'legal', representativeName: 'Olga Dias', category: String(legal['name']) }),
    /pessoa coletiva/,
  )
  const left = await make.member({ state: 'Exonerado' })
  await refused(one, /troque-as/, left)
  const restricted = await make.member()
  succeeded(await admin.post(`/members/${restricted._id}/restrict`, { reason: 'pedido' }))
  await refused(restricted, /está limitado/)
  const withAccounts = [await make.member(), await make.member()] as const
  for (const { personId } of withAccounts) await make.user({ role: 'member', personId })
  await refused(withAccounts[1], /conta de utilizador/, withAccounts[0])
})

test('undoing is refused when what the merge wrote changed, or something new depends on it', async () => {
  const [kept, lost] = [
    await make.member({ name: 'Clara Sá' }),
    await make.member({ name: 'Clara de Sá', email: 'clara@exemplo.pt' }),
  ]
  const { _id: chargeId } = await make.charge({ memberId: lost._id, amount: 12 })
  const merged = succeeded(await merge(kept, lost))
  succeeded(await admin.patch(`/members/${kept._id}`, { email: 'nova@exemplo.pt' }))
  assert.match(JSON.stringify((await undo(merged)).body), /Mudou entretanto: Email/)
  succeeded(await admin.patch(`/members/${kept._id}`, { email: 'clara@exemplo.pt', city: 'Faro' }))
  const payment = await make.payment({
    memberId: kept._id,
    amount: 12,
    items: [{ unsettledPaymentId: chargeId, amount: 12 }],
  })
  assert.match(
    JSON.stringify((await undo(merged)).body),
    new RegExp(`Pagamento «${String(payment['receiptNumber'])}»`),
  )
  succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'engano' }))
  succeeded(await undo(merged))
  assert.equal((await balanceOf(lost._id)).balance, 12)
  assert.equal(succeeded(await admin.get(`/members/${kept._id}`))['city'], 'Faro')
  await assertSound(app, [kept._id, lost._id])
})

test('of the consents of two records the stricter stays, and undoing takes it back', async () => {
  const [kept, lost] = [await make.member({ name: 'Íris Consente' }), await make.member({ name: 'Íris C.' })]
  const answer = (member: TestRecord, purpose: string, status: string, at: string, channel?: string) =>
    make.consent({ personId: member['personId'], purpose, status, at, ...(channel && { channel }) })
  // Withdrawn on one, given later on the other only.
  await answer(lost, 'newsletter', 'withdrawn', '2024-01-10T10:00:00Z')
  await answer(kept, 'newsletter', 'given', '2024-02-10T10:00:00Z', 'email')
  // Given again on the record on which it was withdrawn.
  await answer(lost, 'sms', 'withdrawn', '2024-01-10T10:00:00Z')
  await answer(lost, 'sms', 'given', '2024-03-10T10:00:00Z')
  await answer(kept, 'sms', 'given', '2024-02-10T10:00:00Z')
  await answer(kept, 'imageUse', 'refused', '2023-01-10T10:00:00Z')
  await answer(lost, 'imageUse', 'given', '2024-02-10T10:00:00Z')
  await answer(lost, 'partners', 'given', '2024-02-10T10:00:00Z')
  const before = await contents(app)
  const merged = succeeded(await merge(kept, lost))
  const inForce = await sql(
    `SELECT DISTINCT ON (purpose, channel) purpose, channel, status FROM consents WHERE person_id = $1 ORDER BY purpose, channel, at DESC, id DESC`,
    [kept['personId']],
  )
  assert.deepEqual(
    inForce.map(({ purpose, channel, status }) => [purpose, channel, status]),
    [
      ['imageUse', null, 'refused'],
      ['newsletter', 'email', 'withdrawn'],
      ['newsletter', null, 'withdrawn'],
      ['partners', null, 'given'],
      ['sms', null, 'given'],
    ],
  )
  succeeded(await undo(merged))
  await assertSameContents(before)
})

test('the exemptions of both records stay, and the states and conditions from before the later admission', async () => {
  const lost = await make.member({
    name: 'Júlio Antigo',
    admissionDate: '2010-01-01',
    exemptFrom: '2012-01-01',
    exemptUntil: '2016-12-31',
    exemptReason: 'Doença',
  })
  const kept = await make.member({ name: 'Júlio A.', admissionDate: '2015-06-01', exemptUntil: '2015-12-31' })
  const change = async (member: TestRecord, state: string, date: string) => {
    const [found] = (await admin.get(`/member_state_names?_name=${encodeURIComponent(state)}`)).body.data
    succeeded(
      await admin.post(`/members/${member._id}/change_state`, {
        stateNameId: found!._id,
        date,
        reason: 'teste',
      }),
    )
  }
  await change(lost, 'Exonerado', '2013-03-01')
  const before = await contents(app)
  const shown = await preview(kept, lost)
  assert.deepEqual(shown.warnings, [
    'Da ficha que se funde não passa o estado «Exonerado», desde 01/06/2015: fica o que a outra diz desses dias.',
  ])
  const merged = succeeded(await merge(kept, lost))
  const exemptions = await sql(
    `SELECT start_date::text AS from_day, end_date::text AS to_day, reason FROM member_exemptions WHERE member_id = $1 ORDER BY start_date`,
    [kept._id],
  )
  assert.deepEqual(
    exemptions.map(({ from_day, to_day, reason }) => [from_day, to_day, reason]),
    [
      ['2012-01-01', '2015-05-31', 'Doença'],
      ['2015-06-01', '2015-12-31', null],
      ['2016-01-01', '2016-12-31', 'Doença'],
    ],
  )
  const states = await sql(
    `SELECT n.name, s.start_date::text AS from_day, s.end_date::text AS to_day FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id
     WHERE s.member_id = $1 ORDER BY s.start_date`,
    [kept._id],
  )
  assert.deepEqual(
    states.map(({ name, from_day, to_day }) => [name, from_day, to_day]),
    [
      ['Ativo', '2010-01-01', '2013-03-01'],
      ['Exonerado', '2013-03-01', '2015-06-01'],
      ['Ativo', '2015-06-01', null],
    ],
  )
  const after = succeeded(await admin.get(`/members/${kept._id}`))
  assert.deepEqual(
    [after['admissionDate'], after['currentStateLabel'], after['stateSince']],
    ['2010-01-01', 'Ativo', '2015-06-01'],
  )
  succeeded(await undo(merged))
  await assertSameContents(before)
})

test('an exemption that is in force on the merged record alone is that of the one that stays', async () => {
  const kept = await make.member({ name: 'Lia Isenta' })
  const until = `${Number(day.slice(0, 4)) + 1}-12-31`
  const lost = await make.member({
    name: 'Lia I.',
    admissionDate: '2021-01-01',
    exemptFrom: '2021-01-01',
    exemptUntil: until,
    exemptReason: 'Idade',
  })
  const before = await contents(app)
  const merged = succeeded(await merge(kept, lost))
  const after = succeeded(await admin.get(`/members/${kept._id}`))
  assert.deepEqual(
    [after['exemptFrom'], after['exemptUntil'], after['exemptReason']],
    ['2021-01-01', until, 'Idade'],
  )
  succeeded(await undo(merged))
  await assertSameContents(before)
})

test('two memberships of one person become one', async () => {
  const kept = await make.member({ name: 'Dulce Paz' })
  const lost = await make.member({ personId: kept['personId'] })
  await make.charge({ memberId: lost._id, amount: 7 })
  const before = await contents(app)
  const merged = succeeded(await merge(kept, lost, { memberId: kept._id, lostMemberId: lost._id }))
  assert.equal((await balanceOf(kept._id)).balance, 7)
  assert.equal(succeeded(await admin.get(`/members/${lost._id}`))._id, kept._id)
  succeeded(await undo(merged))
  await assertSameContents(before)
})

test('a person without a membership, and people whose memberships both stay', async () => {
  const person = await make.person({ name: 'Elias Reis', phone: '213456789' })
  const member = await make.member({ name: 'Elias Reis' })
  const before = await contents(app)
  const first = succeeded(await merge(member, { ...person, personId: person._id }))
  assert.equal(succeeded(await admin.get(`/members/${member._id}`))['phone'], '+351213456789')
  succeeded(await undo(first))
  await assertSameContents(before)
  const other = await make.member({ name: 'Elias dos Reis' })
  const both = succeeded(await merge(member, other, { keepsBoth: true }))
  const memberships = (await admin.get(`/members?_personId=${String(member['personId'])}`)).body
  assert.equal(memberships.meta.total, 2)
  assert.equal(succeeded(await admin.get(`/members/${other._id}`))['name'], 'Elias Reis')
  succeeded(await undo(both))
  assert.equal(succeeded(await admin.get(`/members/${other._id}`))['name'], 'Elias dos Reis')
})

test('a later merge is undone first, and links lead through both', async () => {
  const [a, b, c] = [
    await make.member({ name: 'Fia A' }),
    await make.member({ name: 'Fia B' }),
    await make.member({ name: 'Fia C' }),
  ]
  const before = await contents(app)
  const first = succeeded(await merge(b, a))
  const second = succeeded(await merge(c, b))
  assert.equal(succeeded(await admin.get(`/members/${a._id}`))._id, c._id)
  assert.match(JSON.stringify((await undo(first)).body), /desfaça primeiro a de «Fia B»/)
  succeeded(await undo(second))
  succeeded(await undo(first))
  await assertSameContents(before)
})

test('two merges of the same pair at once, in both directions: one is done', async () => {
  const [one, other] = [await make.member({ name: 'Gil X' }), await make.member({ name: 'Gil Y' })]
  const answers = await Promise.all([merge(one, other), merge(other, one), merge(one, other)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422])
})

test('random histories of two members: sums stay, the ledger is sound, and undoing restores every row', async () => {
  const operation = fc.record({
    what: fc.constantFrom('charge', 'quota', 'pay', 'payFor', 'cancel', 'useCredit', 'agree', 'return'),
    who: fc.boolean(),
    cents: fc.integer({ min: 1, max: 4000 }),
    which: fc.nat({ max: 50 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 14 }), async (operations) => {
      const pair = [await make.member(), await make.member()] as const
      const charges: TestRecord[] = []
      const payments: TestRecord[] = []
      for (const { what, who, cents, which } of operations) {
        const [member, other] = who ? pair : [pair[1], pair[0]]
        const amount = cents / 100
        const charge = charges[which % Math.max(1, charges.length)]
        const payment = payments[which % Math.max(1, payments.length)]
        if (what === 'charge') charges.push(await make.charge({ memberId: member._id, amount }))
        if (what === 'quota') {
          const made = await admin.post('/unsettled_payments', {
            memberId: member._id,
            type: 'quota',
            year: 2020 + (which % 3),
            dueDate: day,
            amount,
          })
          if (made.status === 201) charges.push(made.body.data)
        }
        if (what === 'pay') payments.push(await make.payment({ memberId: member._id, amount }))
        if (what === 'payFor' && charge) {
          const paid = await admin.post('/payments', {
            memberId: other._id,
            date: day,
            amount,
            method: 'cash',
            items: [
              { unsettledPaymentId: charge._id, amount: Math.min(amount, Number(charge['openAmount'])) },
            ],
          })
          if (paid.status === 201) payments.push(paid.body.data)
        }
        if (what === 'cancel' && payment)
          await admin.post(`/payments/${payment._id}/cancel`, { reason: 'teste' })
        if (what === 'useCredit') await admin.post(`/members/${member._id}/use_credit`)
        if (what === 'agree')
          await admin.post('/payment_agreements', { memberId: member._id, instalments: 2, firstDate: day })
        if (what === 'return' && payment)
          await admin.post('/payment_returns', { paymentId: payment._id, date: day, reason: 'cheque' })
      }
      const [kept, lost] = pair
      const before = await contents(app)
      const { obstacles, repeated } = await preview(kept, lost)
      const sums = [await balanceOf(kept._id), await balanceOf(lost._id)]
      const answer = await merge(kept, lost)
      if (obstacles.length > 0) {
        assert.equal(answer.status, 409)
        return
      }
      const merged = succeeded(answer)
      const sum = await balanceOf(kept._id)
      const total = (name: 'balance' | 'credit') =>
        Math.round(sums.reduce((all, one) => all + Number(one[name]) * 100, 0))
      assert.equal(Math.round(Number(sum.credit) * 100), total('credit'))
      if (repeated.length === 0) assert.equal(Math.round(Number(sum.balance) * 100), total('balance'))
      await assertSound(app, [kept._id])
      succeeded(await undo(merged))
      await assertSameContents(before)
      await assertSound(app, [kept._id, lost._id])
    }),
    { numRuns: volume({ short: 3, long: 20 }) },
  )
})
