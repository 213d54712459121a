import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import { isOfflineReference } from '@agremia/resources/rules/multibanco.ts'
import { inTransaction } from '../../database/transaction.ts'
import { succeeded } from '../../testing/make.ts'
import { createPause, untilSomeoneWaits } from '../../testing/lock-waits.ts'
import { qrOf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, make, today, sql } = app
const admin = await as('admin')
const { charge, noticedStep, notify, set } = await duesTools(app)
const whilePaused = await createPause(app)
const day = await today()
await set('multibancoSubEntity', '123')
await set('multibancoEntity', '12345')

/** The reason that each email is held: the test has no mail server. */
const noServer = 'A mensagem ficou retida: não há servidor de email.'

interface Preview {
  count: number
  total: number
  groups: { step: string; channel: string; count: number; total: number }[]
  leftOut: { reason: string; count: number; first: { memberId: string; note: string | null }[] }[]
  sample: {
    name: string
    channel: string
    text: string
    html: string | null
    step: string
    multibancoProblem: string | null
  } | null
}

async function preview(body: object): Promise<Preview> {
  return succeeded(await admin.post('/payment_notices/preview', body)) as unknown as Preview
}

/** Sends notices; returns how many were written, held ones included. */
const sendNotices = async (input: Record<string, unknown>) => {
  const { done, held } = await notify(input)
  return Number(done) + Number(held)
}

const bodies = (memberId: string) =>
  sql<{ cause: string; body_text: string }>(
    'SELECT cause, body_text FROM messages WHERE about_id = $1 ORDER BY created_at, id',
    [memberId],
  )

describe('a preview of notices', () => {
  test('counts by step and channel, and lists skipped members with the reason', async () => {
    const late = addDays(day, -50)
    const mailed = await make.member({ email: 'mail@exemplo.pt', address: null })
    const texted = await make.member({ email: null, mobile: '912345678', address: null })
    const written = await make.member({
      email: null,
      mobile: null,
      address: 'Rua A, 1',
      postalCode: '1000-001',
    })
    const lost = await make.member({ email: null, mobile: null, address: null })
    for (const { _id } of [mailed, texted, written, lost])
      await charge({ memberId: _id, amount: 10, dueDate: late })
    await charge({ memberId: mailed._id, amount: 2.5, dueDate: addDays(day, 5) })
    const memberIds = [mailed, texted, written, lost].map(({ _id }) => _id)
    const { groups, count, total, leftOut } = await preview({ memberIds })
    assert.deepEqual(
      groups.map((group) => [group.step, group.channel, group.count, group.total]),
      [
        ['reminder2', 'email', 1, 12.5],
        ['reminder2', 'letter', 1, 10],
        ['reminder2', 'sms', 1, 10],
      ],
    )
    assert.deepEqual([count, total], [3, 32.5])
    assert.deepEqual(
      leftOut.map(({ reason, count: many, first }) => [reason, many, first.map(({ memberId }) => memberId)]),
      [['noAddress', 1, [lost._id]]],
    )
  })

  test('shows the message as it will be sent, and writes nothing', async () => {
    const { _id: memberId } = await make.member({ name: 'Inês Marques', email: 'ines@exemplo.pt' })
    await charge({ memberId, type: 'quota', year: 2024, amount: 24, dueDate: addDays(day, -20) })
    await charge({ memberId, amount: 7.5, description: 'Seguro', dueDate: addDays(day, -16) })
    const before = await sql('SELECT account, last FROM multibanco_counters')
    const { sample } = await preview({ memberIds: [memberId] })
    assert.deepEqual([sample?.name, sample?.step, sample?.channel], ['Inês Marques', 'reminder1', 'email'])
    assert.match(sample?.text ?? '', /estão por regularizar a quota de 2024 e «Seguro», no valor de 31,50\s€/)
    assert.deepEqual(await bodies(memberId), [])
    assert.deepEqual(await sql('SELECT account, last FROM multibanco_counters'), before)
    assert.deepEqual(await sql('SELECT 1 FROM payment_advices WHERE member_id = $1', [memberId]), [])

    await sendNotices({ memberIds: [memberId] })
    const [sent] = await bodies(memberId)
    // The link of the payment page is random.
    const [read, left] = [sample?.text ?? '', sent?.body_text ?? ''].map((text) =>
      text.replace(/informacaoDePagamento\/[\w-]+/g, ''),
    )
    assert.ok(read?.startsWith(left ?? '?'))
    const reference = /referência\s(\d{3})\s(\d{3})\s(\d{3})/
      .exec(left ?? '')
      ?.slice(1)
      .join('')
    assert.ok(isOfflineReference({ entity: '12345', reference: reference ?? '', amountCents: 3150 }))
  })

  test('names quotas of several years as a range, with a verb that agrees', async () => {
    const { _id: memberId } = await make.member({ email: 'varios@exemplo.pt' })
    const quota = (year: number) =>
      charge({ memberId, type: 'quota', year, amount: 24, dueDate: addDays(day, -50) })
    await quota(2021)
    const textOf = async () => (await preview({ memberIds: [memberId] })).sample?.text ?? ''
    assert.match(await textOf(), /continua por regularizar a quota de 2021, /)
    for (const year of [2022, 2023, 2024, 2025, 2026]) await quota(year)
    assert.match(await textOf(), /continuam por regularizar as quotas de 2021 a 2026, /)
  })

  test('filters by chosen charges, and by the list of charges, whose states may mark an end', async () => {
    const state = succeeded(await admin.get('/member_state_names?_name=Exonerado'))
    const gone = await make.member({ email: 'saiu@exemplo.pt', state: 'Exonerado' })
    const here = await make.member({ email: 'ficou@exemplo.pt' })
    const [one, other] = [
      await charge({ memberId: here._id, amount: 5, dueDate: addDays(day, -50) }),
      await charge({ memberId: here._id, amount: 6, dueDate: addDays(day, -50) }),
    ]
    await charge({ memberId: gone._id, amount: 10, dueDate: addDays(day, -50) })
    assert.equal((await preview({ chargeIds: [one._id] })).total, 5)
    assert.equal((await preview({ chargeIds: [one._id, other._id] })).total, 11)
    const memberIds = [gone._id, here._id]
    assert.equal((await preview({ memberIds })).count, 1)
    const [{ _id: stateId }] = state as unknown as [{ _id: string }]
    const chosen = await preview({ memberIds, debts: { query: { _currentStateId: [stateId] } } })
    assert.deepEqual([chosen.count, chosen.sample?.name], [1, gone['name']])
  })

  test('a search of the list of charges limits what is asked for, also when it is sent', async () => {
    const { _id: memberId } = await make.member({ email: 'anos@exemplo.pt' })
    const quota = (year: number) =>
      charge({ memberId, type: 'quota', year, amount: 24, dueDate: addDays(day, -50) })
    const [older, recent] = [await quota(2019), await quota(2020)]
    const input = { memberIds: [memberId], debts: { query: { _year_from: '2020', _year_to: '2020' } } }
    assert.equal((await preview(input)).total, 24)
    assert.equal(await sendNotices(input), 1)
    const [message] = await bodies(memberId)
    assert.match(message?.body_text ?? '', /a quota de 2020, /)
    assert.doesNotMatch(message?.body_text ?? '', /2019/)
    assert.deepEqual([await noticedStep(older._id), await noticedStep(recent._id)], [0, 3])
  })
})

describe('members who are skipped', () => {
  test('everybody who was chosen gets a notice or is listed with the reason, in the preview and in the result', async () => {
    const named = async (name: string, dueDate: string, amount = 10) => {
      const { _id: memberId } = await make.member({ name, email: `${name.toLowerCase()}@exemplo.pt` })
      const { _id } = await charge({ memberId, amount, dueDate })
      return { memberId, chargeId: _id, name }
    }
    const late = addDays(day, -20)
    const early = await named('Cedo', addDays(day, 30))
    const noticed = await named('Avisado', late)
    const held = await named('Retido', late)
    const little = await named('Pouco', late, 2)
    const paid = await named('Pago', late)
    const due = await named('Devido', late)
    await sendNotices({ memberIds: [noticed.memberId] })
    await sql(`UPDATE messages SET state = 'sent' WHERE about_id = $1`, [noticed.memberId])
    await sendNotices({ memberIds: [held.memberId] })
    succeeded(
      await admin.post('/payments', { memberId: paid.memberId, date: day, amount: 10, method: 'cash' }),
    )
    const all = [early, noticed, held, little, paid, due]
    const next = (of: string, days: number) => `próximo aviso a ${formatDate(addDays(of, days))}`
    const expected = [
      ['notYet', [early, noticed], [next(addDays(day, 30), -15), next(late, 45)]],
      ['waiting', [held], [null]],
      ['belowMinimum', [little], [null]],
      ['settled', [paid], [null]],
    ] as const
    for (const chosen of [
      { memberIds: all.map(({ memberId }) => memberId) },
      { chargeIds: all.map(({ chargeId }) => chargeId) },
    ]) {
      const { count, leftOut } = await preview({ ...chosen, minimum: 5 })
      assert.equal(count, 1)
      assert.deepEqual(
        leftOut.map(({ reason, first }) => [reason, first.map((one) => [one.memberId, one.note])]),
        expected.map(([reason, members, notes]) => [
          reason,
          members.map(({ memberId }, index) => [memberId, notes[index]]),
        ]),
      )
    }
    const fixed = await preview({ memberIds: [noticed.memberId], step: 'reminder1' })
    assert.deepEqual(
      fixed.leftOut.map(({ reason }) => reason),
      ['noticed'],
    )
    assert.ok(!(await preview({})).leftOut.some(({ reason }) => ['notYet', 'settled'].includes(reason)))
    const { results, ...sent } = await notify({ memberIds: all.map(({ memberId }) => memberId), minimum: 5 })
    assert.deepEqual([sent['total'], sent['skipped']], [1, 5])
    assert.deepEqual(
      results.map(({ outcome, reason }) => (outcome === 'skipped' ? reason : null)),
      [
        `Ainda não é altura: ${next(addDays(day, 30), -15)}`,
        `Ainda não é altura: ${next(late, 45)}`,
        'Tem um aviso por sair',
        'Deve menos do que a dívida mínima',
        'Já nada deve do que foi escolhido',
        null,
      ],
    )
  })

  test('are listed by reason, in pages by member number', async () => {
    const members = []
    for (let index = 0; index < 3; index++)
      members.push(await make.member({ email: null, mobile: null, address: null }))
    const memberIds = members.map(({ _id }) => _id)
    for (const memberId of memberIds) await charge({ memberId, amount: 3, dueDate: addDays(day, -50) })
    const numbers = members.map((member) => Number(member['memberNumber']))
    const named = async (reason: string, page = '') => {
      const { body } = await admin.post(`/payment_notices/left_out${page}`, { memberIds, reason })
      assert.equal(body.meta.total, reason === 'noAddress' ? 3 : 0)
      return body.data.map(({ memberNumber }) => memberNumber)
    }
    assert.deepEqual(await named('noAddress'), numbers)
    assert.deepEqual(await named('noAddress', '?_page=2&_limit=2'), numbers.slice(2))
    assert.deepEqual(await named('ended'), [])
    assert.equal((await admin.post('/payment_notices/left_out', { reason: 'nada' })).status, 422)
    const member = await as('member')
    assert.equal((await member.post('/payment_notices/left_out', { reason: 'ended' })).status, 403)
  })

  test('a member with an active agreement gets the notice for charges outside of it, and is skipped without any', async () => {
    const [both, agreed] = [
      await make.member({ email: 'ambas@exemplo.pt' }),
      await make.member({ email: 'acordo@exemplo.pt' }),
    ]
    const memberIds = [both._id, agreed._id]
    const dueDate = addDays(day, -50)
    for (const memberId of memberIds) await charge({ memberId, amount: 30, dueDate })
    for (const memberId of memberIds) await make.agreement({ memberId })
    const other = await charge({ memberId: both._id, amount: 7, dueDate, description: 'Fora do acordo' })
    const { count, total, sample, leftOut } = await preview({ memberIds })
    assert.deepEqual([count, total], [1, 7])
    assert.match(sample?.text ?? '', /7,00/)
    assert.doesNotMatch(sample?.text ?? '', /prestação|30,00|37,00/)
    assert.deepEqual(
      leftOut.map(({ reason, first }) => [reason, first.map(({ memberId }) => memberId)]),
      [['agreement', [agreed._id]]],
    )
    const sent = await notify({ memberIds })
    assert.deepEqual([sent['held'], sent['skipped']], [1, 1])
    assert.ok((await noticedStep(other._id)) > 0)
  })
})

describe('sending', () => {
  test('each member gets one notice, by member number; results have the reasons of skipped members', async () => {
    const members = [
      await make.member({ name: 'Avisada Um', email: 'a1@exemplo.pt' }),
      await make.member({ name: 'Sem Morada', email: null, mobile: null, address: null }),
      await make.member({ name: 'Avisada Dois', email: 'a2@exemplo.pt' }),
    ]
    const memberIds = members.map(({ _id }) => _id)
    for (const memberId of memberIds) await charge({ memberId, amount: 3, dueDate: addDays(day, -50) })
    const sent = await notify({ memberIds: memberIds.toReversed() })
    assert.deepEqual([sent['total'], sent['held'], sent['skipped'], sent['failed']], [2, 2, 1, 0])
    assert.deepEqual(
      sent.results.map(({ recordId, label, outcome, reason }) => [recordId, label, outcome, reason]),
      members.map(({ _id, name, memberNumber }) => {
        const label = `${String(name)} (n.º ${String(memberNumber)})`
        return name === 'Sem Morada'
          ? [_id, label, 'skipped', 'Sem contacto para onde enviar']
          : [_id, label, 'held', noServer]
      }),
    )
    assert.equal(await sendNotices({ memberIds }), 0)
    for (const memberId of memberIds) assert.ok((await bodies(memberId)).length <= 1)
  })

  test('notices are about chosen charges only; a member who paid meanwhile is skipped', async () => {
    const [one, other] = [
      await make.member({ email: 'e1@exemplo.pt' }),
      await make.member({ email: 'e2@exemplo.pt' }),
    ]
    const due = (memberId: string, description: string) =>
      charge({ memberId, amount: 3, description, dueDate: addDays(day, -50) })
    const chosen = [await due(one._id, 'Escolhida'), await due(other._id, 'Paga entretanto')]
    await due(one._id, 'Outra')
    const sent = await whilePaused(
      {
        when: 'AFTER INSERT ON charge_notices FOR EACH ROW',
        start: () => notify({ chargeIds: chosen.map(({ _id }) => _id) }),
      },
      async () => {
        const payment = { memberId: other._id, date: day, amount: 3, method: 'cash' }
        succeeded(await admin.post('/payments', payment))
      },
    )
    assert.deepEqual([sent['total'], sent['held'], sent['skipped']], [1, 1, 1])
    assert.equal(sent.results[1]?.['reason'], 'Já nada deve do que foi escolhido')
    const [message, ...more] = await bodies(one._id)
    assert.match(message?.body_text ?? '', /Escolhida/)
    assert.doesNotMatch(message?.body_text ?? '', /Outra/)
    assert.deepEqual([more, await bodies(other._id)], [[], []])
  })

  test('rejects other roles and unknown input, and sends nothing', async () => {
    const { _id } = await make.member({ email: 'f1@exemplo.pt' })
    await charge({ memberId: _id, amount: 3, dueDate: addDays(day, -50) })
    const task = { title: 'Avisar', kind: 'notices', input: { memberIds: [_id] } }
    assert.equal((await (await as('member')).post('/bulk_actions', task)).status, 403)
    const wrong = await admin.post('/bulk_actions', { ...task, input: { step: 'reminder9', other: 1 } })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['input.step', 'input.other']])
    assert.deepEqual(await bodies(_id), [])
  })

  test('text and stored step of each charge are those that the charge itself has reached', async () => {
    const { _id: memberId } = await make.member({ email: 'passos@exemplo.pt', address: 'Rua A, 1' })
    const dueIn = (days: number, description: string) =>
      charge({ memberId, amount: 10, description, dueDate: addDays(day, days) })
    const old = await dueIn(-60, 'Seguro')
    const late = await dueIn(-20, 'Excursão')
    const upcoming = await dueIn(5, 'Aula')
    const far = await dueIn(60, 'Jantar')
    await sql(`UPDATE message_settings SET body = '<p>Deve {descricao}: {valor}.</p>', is_default = false
               WHERE name = 'reminder2'`)
    assert.equal(await sendNotices({ memberIds: [memberId] }), 1)
    const [{ cause, body_text: text } = { cause: '', body_text: '' }, ...more] = await bodies(memberId)
    assert.deepEqual([cause, more], ['reminder2', []])
    assert.match(text, /Deve Seguro: 10,00\s€\./)
    assert.match(text, /Também por regularizar: Excursão \(10,00\s€\)\. A vencer: Aula \(10,00\s€, até /)
    assert.match(text, /no total de 20,00\s€: entidade\s12345, referência\s\d{3}\s\d{3}\s\d{3}\./)
    assert.doesNotMatch(text, /Jantar/)
    const counts = []
    for (const { _id } of [old, late, upcoming, far]) counts.push(await noticedStep(_id))
    assert.deepEqual(counts, [3, 2, 1, 0])
    assert.equal(await sendNotices({ memberIds: [memberId] }), 0)
    app.clock.advance({ days: 30 })
    await sendNotices({ memberIds: [memberId] })
    const last = await sql(
      'SELECT cause, channel, state FROM messages WHERE about_id = $1 ORDER BY id DESC LIMIT 1',
      [memberId],
    )
    // The last step is a letter; the preferred channel does not matter.
    assert.deepEqual(last, [{ cause: 'reminder3', channel: 'letter', state: 'toPrint' }])
    app.clock.advance({ days: -30 })
  })

  test('a notice by letter has the QR code of its payment page', async () => {
    succeeded(await admin.patch('/message_settings/reminder1', { channel: 'letter' }))
    const { _id: memberId } = await make.member({
      address: 'Rua A, 1',
      postalCode: '4000-100',
      city: 'Porto',
    })
    await charge({ memberId, amount: 8.25, dueDate: addDays(day, -20) })
    const sent = await notify({ memberIds: [memberId] })
    assert.deepEqual([sent['done'], sent['held']], [1, 0], 'a letter is not held')
    succeeded(await admin.patch('/message_settings/reminder1', { channel: 'preferred' }))
    const { data } = (await admin.get(`/messages?_aboutId=${memberId}`)).body
    assert.deepEqual((await admin.get(`/messages?_bulkActionId=${sent._id}&_state=toPrint`)).body.data, data)
    const run = succeeded(await admin.post('/letter_runs', { bulkActionId: sent._id }))
    assert.equal(run['count'], 1, 'the letters of this sending alone')
    const { rawPayload } = await app.app.inject(String(run['url']))
    const page = /\/informacaoDePagamento\/(.+)$/.exec((await qrOf(rawPayload, 1)) ?? '')?.[1] ?? ''
    const shown = await app.visitor.get(`/payment_information/${page}`)
    assert.equal((shown.body.data as unknown as { total: number }).total, 8.25)
  })

  test('preview and result say once why messages have no Multibanco reference', async () => {
    const members = [
      await make.member({ email: 'c1@exemplo.pt' }),
      await make.member({ email: 'c2@exemplo.pt' }),
    ]
    const memberIds = members.map(({ _id }) => _id)
    for (const memberId of memberIds) await charge({ memberId, amount: 0.5, dueDate: addDays(day, -50) })
    const { sample } = await preview({ memberIds })
    assert.match(sample?.multibancoProblem ?? '', /^Sem Multibanco: .* de 1,00\s€ a/)
    const { reasons } = await notify({ memberIds })
    assert.deepEqual(reasons, [{ outcome: 'held', reason: sample?.multibancoProblem, count: 2 }])
    const [message] = await bodies(memberIds[0] ?? '')
    assert.doesNotMatch(message?.body_text ?? '', /Multibanco/)
  })

  test('a member whose notice fails does not stop the others, and gets it the next time', async () => {
    const one = await make.member({ email: 'b1@exemplo.pt' })
    const bad = await make.member({ name: 'Rui Avariado', email: 'b2@exemplo.pt' })
    const last = await make.member({ email: 'b3@exemplo.pt' })
    const memberIds = [one, bad, last].map(({ _id }) => _id)
    for (const memberId of memberIds) await charge({ memberId, amount: 3, dueDate: addDays(day, -50) })
    await sql(`ALTER TABLE messages ADD CONSTRAINT nobody CHECK (recipient <> 'b2@exemplo.pt')`)
    const sent = await notify({ memberIds })
    await sql('ALTER TABLE messages DROP CONSTRAINT nobody')
    assert.deepEqual([sent['total'], sent['held'], sent['failed']], [3, 2, 1])
    const failed = sent.results.filter(({ outcome }) => outcome === 'failed')
    assert.deepEqual(
      failed.map(({ recordId, reason }) => [recordId, reason]),
      [[bad._id, 'Não foi possível concluir: a causa está no registo do servidor.']],
    )
    assert.equal(app.takeErrors().length, 1)
    assert.equal(await sendNotices({ memberIds }), 1)
    for (const memberId of memberIds) assert.equal((await bodies(memberId)).length, 1)
  })
})

describe('an advice for chosen charges', () => {
  test('has only these charges and its own reference, and is sent', async () => {
    const { _id: memberId } = await make.member({ email: 'so@exemplo.pt' })
    const one = await charge({ memberId, amount: 5, description: 'Seguro' })
    const two = await charge({ memberId, type: 'quota', year: 2023, amount: 24 })
    await charge({ memberId, amount: 100 })
    const ids = [one._id, two._id]
    const query = `memberId=${memberId}&chargeIds=${ids.join(',')}`
    const advice = succeeded(await admin.get(`/payment_advice?${query}`))
    assert.deepEqual([advice['total'], advice['type']], [29, null])
    const { reference = '', entity = '' } = advice['multibanco'] as Record<string, string>
    assert.ok(isOfflineReference({ entity, reference, amountCents: 2900 }))
    const sent = succeeded(await admin.post('/payment_advice/send', { memberId, chargeIds: ids }))
    assert.deepEqual([sent['channel'], sent['recipient']], ['email', 'so@exemplo.pt'])
    const [message] = await bodies(memberId)
    assert.equal(message?.cause, 'paymentAdvice')
    assert.match(message?.body_text ?? '', /29,00\s€/)
    assert.equal(await noticedStep(one._id), 1)
    const page = await app.visitor.get(`/payment_information/${String(advice['publicId'])}`)
    assert.equal((page.body.data as unknown as { total: number }).total, 29)
  })

  test('is rejected without charges, with charges of another member, and for other roles', async () => {
    const { _id: memberId } = await make.member({ email: 'nada@exemplo.pt' })
    const { _id: other } = await make.member()
    const { _id: foreign } = await charge({ memberId: other, amount: 5 })
    assert.equal((await admin.get(`/payment_advice?memberId=${memberId}&chargeIds=nada`)).status, 422)
    assert.equal((await admin.post('/payment_advice/send', { memberId, chargeIds: [] })).status, 422)
    assert.equal((await admin.post('/payment_advice/send', { memberId, chargeIds: [foreign] })).status, 409)
    const member = await as('member')
    assert.equal((await member.post('/payment_advice/send', { memberId, chargeIds: [foreign] })).status, 403)
  })
})

test('a notice waits for a payment in progress: no message about what it settles, only about the rest', async () => {
  const [paid, other] = [
    await make.member({ email: 'a@exemplo.pt' }),
    await make.member({ email: 'b@exemplo.pt' }),
  ]
  const late = addDays(day, -50)
  const settled = [
    await charge({ memberId: paid._id, amount: 10, dueDate: late }),
    await charge({ memberId: other._id, amount: 10, dueDate: late }),
  ]
  const left = await charge({ memberId: other._id, amount: 7, dueDate: addDays(day, -20) })
  const [sending] = await inTransaction(app.database, async (db) => {
    await lockLedger(db, [paid._id, other._id])
    await db.query({
      text: `UPDATE unsettled_payments SET status = 'paid', paid_amount = amount WHERE id = ANY($1::uuid[])`,
      values: [settled.map(({ _id }) => _id)],
    })
    const task = notify({ memberIds: [paid._id, other._id] })
    await untilSomeoneWaits(app, task)
    return [task]
  })
  const sent = await sending
  assert.deepEqual([sent?.['held'], sent?.['failed'], sent?.['skipped']], [1, 0, 1])
  assert.deepEqual(await bodies(paid._id), [])
  const notices = await bodies(other._id)
  assert.deepEqual(
    notices.map(({ cause }) => cause),
    ['reminder1'],
  )
  assert.match(notices[0]?.body_text ?? '', /7,00\s€/)
  const counts = await Promise.all([...settled, left].map(async ({ _id }) => await noticedStep(_id)))
  assert.deepEqual(counts, [0, 0, 2])
})
