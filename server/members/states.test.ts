import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import fc from 'fast-check'
import { maintain } from '../maintenance.ts'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { messagesSent } from '../testing/wait.ts'

const { app, as, make, sql, today, clock } = await testApp()
const admin = await as('admin')
const states = new Map(
  (await admin.get('/member_state_names')).body.data.map(({ name, _id }) => [String(name), _id]),
)
const inDays = async (days: number) => addDays(await today(), days)

const change = (member: TestRecord, state: string, date: string, more = {}) =>
  admin.post(`/members/${member._id}/change_state`, { stateNameId: states.get(state), date, ...more })
const changed = async (member: TestRecord, state: string, date: string, more = {}) =>
  succeeded(await change(member, state, date, more))
const read = async (member: TestRecord) => succeeded(await admin.get(`/members/${member._id}`))

/** Lines such as `Ativo 2020-01-01 2024-05-01`, the oldest first. */
async function historyOf(member: TestRecord): Promise<string[]> {
  const rows = await sql<{ line: string }>(
    `SELECT concat_ws(' ', n.name, s.start_date, s.end_date) AS line FROM member_states s
     JOIN member_state_names n ON n.id = s.state_name_id WHERE member_id = $1
     ORDER BY start_date, end_date NULLS LAST, s.id`,
    [member._id],
  )
  return rows.map(({ line }) => line)
}

/** The texts of the messages about changes of state, the oldest first. */
async function messagesTo(member: TestRecord): Promise<string[]> {
  const rows = await sql<{ body: string }>(
    `SELECT body_text AS body FROM messages WHERE person_id = $1 AND cause = 'stateChanged' ORDER BY created_at, id`,
    [member['personId']],
  )
  return rows.map(({ body }) => body)
}

describe('a change of state', () => {
  test('sends a message if the state does, but not when rejected or for a death', async () => {
    const member = await make.member({ email: 'ines@exemplo.pt' })
    await changed(member, 'Suspenso (disciplinar)', '2024-05-01', { reason: 'Falta de respeito' })
    const [first, ...others] = await messagesTo(member)
    assert.match(first ?? '', /passa ao estado Suspenso \(disciplinar\) a partir de 01\/05\/2024/)
    assert.match(first ?? '', /Falta de respeito/)
    assert.deepEqual(others, [])
    assert.equal((await change(member, 'Licença', '2024-04-01')).status, 422)
    await changed(member, 'Falecido', '2024-06-01')
    assert.equal((await messagesTo(member)).length, 1, 'no message for the rejected change and the death')
  })

  test('ends the previous state on the day on which the new one begins', async () => {
    const member = await make.member()
    const after = await changed(member, 'Licença', '2024-05-01', { reason: 'Estudos', minuteRef: '12' })
    assert.deepEqual(
      [after['currentStateLabel'], after['stateSince'], after['endDate'], after._version],
      ['Licença', '2024-05-01', null, member._version + 1],
    )
    assert.deepEqual(await historyOf(member), ['Ativo 2020-01-01 2024-05-01', 'Licença 2024-05-01'])
    const [last] = (await admin.get(`/members/${member._id}/member_states`)).body.data
    assert.deepEqual(
      [last?.['reason'], last?.['minuteRef'], last?.['createdByName']],
      ['Estudos', '12', (await admin.get(`/users/${admin.userId}`)).body.data['name']],
    )
  })

  test('to a state that marks the end sets end date and reason', async () => {
    const member = await make.member()
    const gone = await changed(member, 'Exonerado', '2024-05-01', { reason: 'A seu pedido' })
    assert.deepEqual([gone['endDate'], gone['endReason']], ['2024-05-01', 'A seu pedido'])
  })

  test('after the end can only be a readmission', async () => {
    const member = await make.member({ state: 'Exonerado', admissionDate: '2020-01-01' })
    const again = await change(member, 'Falecido', '2024-06-01')
    assert.equal(again.status, 409)
    assert.match(again.body.message, /só pode ser readmitido/)
    const back = await changed(member, 'Ativo', '2024-06-01')
    assert.deepEqual(
      [back['currentStateLabel'], back['endDate'], back['endReason'], back['memberNumber']],
      ['Ativo', null, null, member['memberNumber']],
    )
    assert.equal((await historyOf(member)).length, 3)
  })

  test('is rejected by field, and writes nothing', async () => {
    const member = await make.member({ admissionDate: '2022-01-01' })
    const errors = async (state: string | undefined, date: unknown, more = {}) => {
      const body = { stateNameId: state && states.get(state), date, ...more }
      const answer = await admin.post(`/members/${member._id}/change_state`, body)
      assert.equal(answer.status, 422)
      return answer.body.errors
    }
    assert.deepEqual(Object.keys(await errors(undefined, undefined)).sort(), ['date', 'stateNameId'])
    assert.deepEqual(await errors('Ativo', '2024-01-01'), { stateNameId: ['Já está no estado «Ativo».'] })
    assert.deepEqual(await errors('Excluído', '2024-01-01'), {
      reason: ['O estado «Excluído» exige um motivo.'],
    })
    assert.deepEqual(await errors('Excluído', '2024-01-01', { reason: '  ' }), {
      reason: ['O estado «Excluído» exige um motivo.'],
    })
    assert.deepEqual(Object.keys(await errors('Isento', '2021-12-31')), ['date'])
    assert.deepEqual(Object.keys(await errors('Isento', 'ontem')), ['date'])
    assert.deepEqual(await errors('Isento', '2024-01-01', { naoExiste: 1, constructor: 1 }), {
      naoExiste: ['Campo desconhecido.'],
      constructor: ['Campo desconhecido.'],
    })
    const retired = await make.stateName({ active: false })
    const body = { stateNameId: retired._id, date: '2024-01-01' }
    const unused = await admin.post(`/members/${member._id}/change_state`, body)
    assert.deepEqual(unused.body.errors, { stateNameId: ['Escolha um estado em uso.'] })
    assert.deepEqual(await read(member), member, 'nothing was written')
  })

  test('of an unknown member gets 404', async () => {
    const body = { stateNameId: states.get('Isento'), date: '2024-01-01' }
    for (const id of ['nada', '01890a5d-ac96-774b-bcce-b302099a8057']) {
      assert.equal((await admin.post(`/members/${id}/change_state`, body)).status, 404)
    }
  })

  test('on the same day replaces the previous one', async () => {
    const member = await make.member()
    await changed(member, 'Isento', '2024-05-01')
    const right = await changed(member, 'Licença', '2024-05-01')
    assert.deepEqual([right['currentStateLabel'], right['stateSince']], ['Licença', '2024-05-01'])
    assert.equal((await change(member, 'Ativo', '2024-04-30')).status, 422)
  })

  test('concurrent with others leaves a consistent history', async () => {
    const member = await make.member()
    const answers = await Promise.all([
      change(member, 'Isento', '2024-05-01'),
      change(member, 'Licença', '2024-05-01'),
      change(member, 'Pendente', '2024-05-01'),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    await assertConsistent(member)
  })
})

describe('a corrected admission date', () => {
  const correct = (member: TestRecord, admissionDate: string) =>
    admin.patch(`/members/${member._id}`, { admissionDate })

  test('moves the start of the first state', async () => {
    const member = await make.member({ admissionDate: '2020-01-01' })
    const earlier = succeeded(await correct(member, '2018-06-01'))
    assert.deepEqual([earlier['admissionDate'], earlier['stateSince']], ['2018-06-01', '2018-06-01'])
    assert.deepEqual(await historyOf(member), ['Ativo 2018-06-01'])
    await changed(member, 'Isento', '2024-05-01')
    const later = succeeded(await correct(member, '2021-01-01'))
    assert.equal(later['stateSince'], '2024-05-01', 'the current state keeps its start')
    assert.deepEqual(await historyOf(member), ['Ativo 2021-01-01 2024-05-01', 'Isento 2024-05-01'])
    await assertConsistent(member)
  })

  test('is rejected after the first change of state', async () => {
    const member = await make.member({ state: 'Licença', admissionDate: '2020-01-01' })
    const { status, body } = await correct(member, '2020-01-02')
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['admissionDate']])
    const validated = await admin.post('/members/validate', { ...member, admissionDate: '2020-01-02' })
    assert.deepEqual(Object.keys(validated.body.errors), ['admissionDate'])
    await assertConsistent(member)
  })
})

describe('a future change of state', () => {
  test('takes effect on its day, once', async () => {
    const member = await make.member()
    const date = await inDays(10)
    const waiting = await changed(member, 'Suspenso (disciplinar)', date, { reason: 'Processo 3' })
    assert.deepEqual([waiting['currentStateLabel'], waiting._version], ['Ativo', member._version])
    assert.deepEqual(await historyOf(member), [`Ativo 2020-01-01 ${date}`, `Suspenso (disciplinar) ${date}`])

    clock.advance({ days: 9 })
    await maintain(app.world)
    assert.equal((await read(member))['currentStateLabel'], 'Ativo')
    clock.advance({ days: 1 })
    await maintain(app.world)
    const after = await read(member)
    assert.deepEqual(
      [after['currentStateLabel'], after['stateSince'], after._version],
      ['Suspenso (disciplinar)', date, member._version + 1],
    )
    await maintain(app.world)
    assert.deepEqual(await read(member), after, 'once')
  })

  test('is counted in lists from its day on', async () => {
    const member = await make.member()
    const path = `/members?_currentStateId=${states.get('Transferido')}`
    const before = (await admin.get(path)).body.meta.total
    await changed(member, 'Transferido', await inDays(3))
    assert.equal((await admin.get(path)).body.meta.total, before)
    clock.advance({ days: 3 })
    await maintain(app.world)
    assert.equal((await admin.get(path)).body.meta.total, before + 1)
    assert.equal((await read(member))['endDate'], await today())
  })

  test('is replaced by an earlier change', async () => {
    const member = await make.member()
    await changed(member, 'Exonerado', await inDays(30))
    const dead = await changed(member, 'Falecido', await inDays(-1))
    assert.equal(dead['currentStateLabel'], 'Falecido')
    assert.deepEqual(await historyOf(member), [
      `Ativo 2020-01-01 ${await inDays(-1)}`,
      `Falecido ${await inDays(-1)}`,
    ])
    clock.advance({ days: 31 })
    await maintain(app.world)
    assert.equal((await read(member))['currentStateLabel'], 'Falecido')
  })

  test('is cancelled by a change to the current state', async () => {
    const member = await make.member()
    await changed(member, 'Exonerado', await inDays(30), { reason: 'Carta' })
    const kept = await change(member, 'Ativo', await today())
    assert.match(kept.body.errors['stateNameId']?.[0] ?? '', /escolha «Retirar todas»/)
    await changed(member, 'Ativo', await today(), { planned: 'drop' })
    assert.deepEqual(await historyOf(member), ['Ativo 2020-01-01'])
    assert.equal((await change(member, 'Ativo', await today())).status, 422)
    clock.advance({ days: 31 })
    await maintain(app.world)
    assert.equal((await read(member))['currentStateLabel'], 'Ativo')
  })

  test('to a leaving stays when another state begins before it, unless it is dropped', async () => {
    const member = await make.member()
    const [soon, back, end] = [await inDays(5), await inDays(8), await inDays(30)]
    await changed(member, 'Exonerado', end, { reason: 'Carta' })
    await changed(member, 'Isento', back)
    await changed(member, 'Licença', soon)
    assert.deepEqual(
      await historyOf(member),
      [`Ativo 2020-01-01 ${soon}`, `Licença ${soon} ${end}`, `Exonerado ${end}`],
      'the exemption was replaced, the leaving was not',
    )
    await assertConsistent(member)
    const { data } = (await admin.get(`/members/${member._id}/timeline?_kind=change`)).body
    const told = (data as unknown as { changes: { label: string; from: string; to: string }[] }[]).flatMap(
      ({ changes }) =>
        changes.flatMap(({ label, from, to }) =>
          label === 'Mudanças já marcadas' ? [`${from}: ${to}`.replaceAll('\u2011', '-')] : [],
        ),
    )
    assert.deepEqual(told, [
      `Isento (${formatDate(back)}): Retirada`,
      `Exonerado (${formatDate(end)}): Mantém-se`,
      `Exonerado (${formatDate(end)}): Mantém-se`,
    ])
    await changed(member, 'Suspenso (disciplinar)', await inDays(6), {
      planned: 'drop',
      reason: 'Processo 3',
    })
    const last = (await historyOf(member)).at(-1)
    assert.equal(last, `Suspenso (disciplinar) ${await inDays(6)}`, 'dropped')
    await assertConsistent(member)
  })

  test('that is dropped, or replaced on its own day, is not announced any more; one that stays is', async () => {
    succeeded(await admin.patch('/settings/SendMessages', { value: 'false' }))
    const [dropped, kept, mistaken] = [
      await make.member({ email: 'lia@exemplo.pt' }),
      await make.member({ email: 'gil@exemplo.pt' }),
      await make.member({ email: 'noa@exemplo.pt' }),
    ]
    await changed(mistaken, 'Suspenso (disciplinar)', await today(), { reason: 'Processo 5' })
    await changed(mistaken, 'Licença', await today())
    for (const member of [dropped, kept])
      await changed(member, 'Suspenso (disciplinar)', await inDays(10), { reason: 'Processo 4' })
    await changed(dropped, 'Licença', await inDays(5))
    await changed(kept, 'Licença', await inDays(15))
    succeeded(await admin.patch('/settings/SendMessages', { value: 'true' }))
    clock.advance({ days: 11 })
    await maintain(app.world)
    succeeded(await admin.post('/messages/release', { all: true }))
    await messagesSent({ sql })
    const messages = await sql<{ email: string; withdrawn: boolean; state: string }>(
      `SELECT p.email, m.withdrawn, m.state FROM messages m JOIN people p ON p.id = m.person_id
       WHERE m.cause = 'stateChanged' AND m.body_text LIKE '%Suspenso%' AND p.id = ANY($1) ORDER BY 1`,
      [[dropped['personId'], kept['personId'], mistaken['personId']]],
    )
    assert.deepEqual(
      messages.map(({ email, withdrawn, state }) => [email, withdrawn, state === 'cancelled']),
      [
        ['gil@exemplo.pt', false, false],
        ['lia@exemplo.pt', true, true],
        ['noa@exemplo.pt', true, true],
      ],
    )
    assert.equal((await read(dropped))['currentStateLabel'], 'Licença')
  })

  test('can follow another future change', async () => {
    const member = await make.member()
    const [soon, later] = [await inDays(5), await inDays(10)]
    await changed(member, 'Licença', soon)
    await changed(member, 'Ativo', later)
    assert.deepEqual(await historyOf(member), [
      `Ativo 2020-01-01 ${soon}`,
      `Licença ${soon} ${later}`,
      `Ativo ${later}`,
    ])
    clock.advance({ days: 5 })
    await maintain(app.world)
    assert.equal((await read(member))['currentStateLabel'], 'Licença')
    clock.advance({ days: 5 })
    await maintain(app.world)
    const back = await read(member)
    assert.deepEqual([back['currentStateLabel'], back['stateSince']], ['Ativo', later])
  })
})

describe('a correction of the history', () => {
  const correction = 'Ata mal lida'
  const path = (member: TestRecord) => `/members/${member._id}/member_states`
  const rowOf = async (member: TestRecord, state: string) => {
    const { data } = (await admin.get(path(member))).body
    return data.find(({ stateNameLabel }) => stateNameLabel === state) ?? assert.fail(state)
  }
  const insert = (member: TestRecord, state: string, startDate: string, more = {}) =>
    admin.post(path(member), { stateNameId: states.get(state), startDate, correction, ...more })
  const correct = async (member: TestRecord, state: string, values: object) =>
    admin.patch(`/member_states/${(await rowOf(member, state))._id}`, { correction, ...values })
  const remove = async (member: TestRecord, state: string) =>
    admin.post(`/member_states/${(await rowOf(member, state))._id}/remove`, { reason: correction })

  test('inserts, moves, changes and removes states; the member gets the state of the history today', async () => {
    const member = await make.member({ email: 'rita@exemplo.pt' })
    await changed(member, 'Exonerado', await inDays(-8), { reason: 'Carta' })
    const told = (await messagesTo(member)).length
    succeeded(await insert(member, 'Licença', '2024-03-01', { reason: 'Estudos', minuteRef: '4' }))
    assert.deepEqual(await historyOf(member), [
      'Ativo 2020-01-01 2024-03-01',
      `Licença 2024-03-01 ${await inDays(-8)}`,
      `Exonerado ${await inDays(-8)}`,
    ])
    const day = await inDays(-45)
    const moved = {
      stateNameId: states.get('Excluído'),
      startDate: day,
      reason: 'Assembleia',
      minuteRef: '9',
    }
    succeeded(await correct(member, 'Exonerado', moved))
    const gone = await read(member)
    assert.deepEqual(
      [gone['currentStateLabel'], gone['stateSince'], gone['endDate'], gone['endReason']],
      ['Excluído', day, day, 'Assembleia'],
    )
    await assertConsistent(member)
    succeeded(await remove(member, 'Excluído'))
    const back = await read(member)
    assert.deepEqual(
      [back['currentStateLabel'], back['stateSince'], back['endDate']],
      ['Licença', '2024-03-01', null],
    )
    succeeded(await correct(member, 'Ativo', { stateNameId: states.get('Pendente') }))
    assert.deepEqual(await historyOf(member), ['Pendente 2020-01-01 2024-03-01', 'Licença 2024-03-01'])
    await assertConsistent(member)
    assert.equal((await messagesTo(member)).length, told, 'nobody is told of a correction')
    const { data } = (await admin.get(`/members/${member._id}/timeline?_kind=change`)).body
    const [last] = data as unknown as { changes: { label: string; from: string; to: string }[] }[]
    assert.deepEqual(
      last?.changes.map(({ label, from, to }) => [label, from, to]),
      [
        [
          'Histórico de estados',
          'Ativo (01/01/2020), Licença (01/03/2024)',
          'Pendente (01/01/2020), Licença (01/03/2024)',
        ],
        ['Motivo da correção', '', correction],
      ],
    )
  })

  test('a suspension by mistake becomes the exclusion that it was, and its unsent message is withdrawn', async () => {
    const member = await make.member({ email: 'rui@exemplo.pt' })
    await changed(member, 'Suspenso (disciplinar)', await inDays(-10), { reason: 'Processo 1' })
    const other = await make.member({ email: 'ana@exemplo.pt' })
    await changed(other, 'Suspenso (disciplinar)', await inDays(-10), { reason: 'Processo 2' })
    const values = { stateNameId: states.get('Excluído'), startDate: await inDays(-20) }
    succeeded(await correct(member, 'Suspenso (disciplinar)', values))
    assert.deepEqual(await historyOf(member), [
      `Ativo 2020-01-01 ${await inDays(-20)}`,
      `Excluído ${await inDays(-20)}`,
    ])
    const messages = await sql<{ email: string; withdrawn: boolean; waits: boolean }>(
      `SELECT p.email, m.withdrawn, m.state IN ('queued', 'held') AS waits FROM messages m JOIN people p ON p.id = m.person_id
       WHERE m.cause = 'stateChanged' AND p.id = ANY($1) ORDER BY 1`,
      [[member['personId'], other['personId']]],
    )
    assert.deepEqual(messages, [
      { email: 'ana@exemplo.pt', withdrawn: false, waits: messages[0]?.waits },
      { email: 'rui@exemplo.pt', withdrawn: true, waits: false },
    ])
  })

  test('announces nothing unless asked, and then the state of today alone, as if it had been entered', async () => {
    const member = await make.member({ email: 'tia@exemplo.pt' })
    const silent = await make.member({ email: 'teo@exemplo.pt' })
    const values = { reason: 'Processo 6' }
    succeeded(await insert(silent, 'Suspenso (disciplinar)', '2024-05-01', values))
    assert.deepEqual(await messagesTo(silent), [])
    succeeded(await insert(member, 'Suspenso (disciplinar)', '2024-05-01', { ...values, announces: true }))
    const [told, ...others] = await messagesTo(member)
    assert.match(told ?? '', /passa ao estado Suspenso \(disciplinar\) a partir de 01\/05\/2024/)
    assert.match(told ?? '', /Processo 6/)
    assert.deepEqual(others, [])

    const past = await insert(member, 'Licença', '2024-03-01', { announces: true })
    assert.deepEqual(past.body.errors, { announces: ['Só se avisa do estado em que a pessoa fica hoje.'] })
    const quiet = await make.stateName({ sendsMessage: false })
    const unannounced = { stateNameId: quiet._id, announces: true }
    const refused = await correct(member, 'Suspenso (disciplinar)', unannounced)
    assert.deepEqual(Object.keys(refused.body.errors), ['announces'])
    assert.equal((await messagesTo(member)).length, 1)

    // The message of a correction is withdrawn by the next one, like that of the change.
    const moved = { startDate: '2024-06-01', announces: true }
    succeeded(await correct(member, 'Suspenso (disciplinar)', moved))
    succeeded(await correct(member, 'Suspenso (disciplinar)', { startDate: '2024-07-01' }))
    const messages = await sql<{ withdrawn: boolean }>(
      `SELECT withdrawn FROM messages WHERE person_id = $1 AND cause = 'stateChanged'`,
      [member['personId']],
    )
    assert.deepEqual(messages, [{ withdrawn: true }, { withdrawn: true }])
  })

  test('a death known later takes the place of a state, and of the messages that wait', async () => {
    const member = await make.member({ email: 'eva@exemplo.pt' })
    await changed(member, 'Suspenso (disciplinar)', await inDays(-10), { reason: 'Processo 3' })
    await changed(member, 'Licença', await inDays(-5))
    const refused = await insert(member, 'Falecido', await inDays(-8))
    assert.match(refused.body.errors['stateNameId']?.[0] ?? '', /mudança posterior \(«Licença»/)
    succeeded(
      await correct(member, 'Licença', { stateNameId: states.get('Falecido'), startDate: await inDays(-8) }),
    )
    assert.equal((await read(member))['endDate'], await inDays(-8))
    const waiting = await sql(`SELECT FROM messages WHERE person_id = $1 AND state IN ('queued', 'held')`, [
      member['personId'],
    ])
    assert.deepEqual(waiting, [])
    await assertConsistent(member)
  })

  test('removing an absence also removes the return that ended it', async () => {
    const member = await make.member()
    await changed(member, 'Licença', '2024-03-01')
    await changed(member, 'Ativo', '2024-06-01')
    succeeded(await remove(member, 'Licença'))
    assert.deepEqual(await historyOf(member), ['Ativo 2020-01-01'])
    assert.equal((await read(member))['stateSince'], '2020-01-01')
  })

  test('does not restore a state that another one replaced on the same day', async () => {
    const member = await make.member()
    await changed(member, 'Exonerado', '2024-03-01')
    await changed(member, 'Licença', '2024-03-01')
    succeeded(await correct(member, 'Licença', { startDate: '2024-03-05' }))
    assert.deepEqual(await historyOf(member), ['Ativo 2020-01-01 2024-03-05', 'Licença 2024-03-05'])
    await assertConsistent(member)
  })

  test('invalid corrections are rejected by field and write nothing', async () => {
    const member = await make.member()
    await changed(member, 'Licença', '2024-03-01')
    await changed(member, 'Exonerado', '2024-06-01', { reason: 'Carta' })
    const before = await historyOf(member)
    const fields = ({ status, body }: Awaited<ReturnType<typeof insert>>) => [
      status,
      Object.keys(body.errors ?? {}),
    ]
    const isento = states.get('Isento')
    const refused = [
      [await insert(member, 'Isento', '2024-04-01', { correction: ' ' }), 'correction'],
      [await insert(member, 'Isento', '2019-12-31'), 'startDate'],
      [await insert(member, 'Isento', '2024-03-01'), 'startDate'],
      [await insert(member, 'Isento', await inDays(1)), 'startDate'],
      [await insert(member, 'Excluído', '2024-04-01'), 'reason stateNameId'],
      [await insert(member, 'Licença', '2024-04-01'), 'stateNameId'],
      [await insert(member, 'Licença', '2023-04-01'), 'stateNameId'],
      [await insert(member, 'Transferido', '2024-07-01'), 'stateNameId'],
      [await insert(member, 'Transferido', '2024-04-01'), 'stateNameId'],
      [await correct(member, 'Ativo', { startDate: '2020-02-01' }), 'startDate'],
      [await correct(member, 'Ativo', { stateNameId: states.get('Transferido') }), 'stateNameId'],
      [await correct(member, 'Licença', { startDate: '2024-07-01' }), 'startDate'],
      [await correct(member, 'Licença', { stateNameId: isento, correction: null }), 'correction'],
      [await correct(member, 'Licença', { endDate: '2024-05-01' }), 'endDate'],
    ] as const
    for (const [answer, field] of refused) assert.deepEqual(fields(answer), [422, field.split(' ')])
    assert.equal((await remove(member, 'Ativo')).status, 409)
    const row = await rowOf(member, 'Licença')
    assert.equal((await admin.post(`/member_states/${row._id}/remove`, {})).status, 422)
    const back = await make.member()
    await changed(back, 'Exonerado', '2024-06-01')
    await changed(back, 'Ativo', '2025-01-01')
    await changed(back, 'Falecido', '2025-02-01')
    const [returned] = (await admin.get(path(back))).body.data.filter(
      ({ startDate }) => startDate === '2025-01-01',
    )
    const twice = await admin.post(`/member_states/${returned?._id}/remove`, { reason: correction })
    assert.match(twice.body.message, /duas saídas seguidas/)
    assert.deepEqual(await historyOf(member), before)
  })

  test('at the same time as a change of state leaves a consistent history', async () => {
    const member = await make.member()
    const answers = await Promise.all([
      change(member, 'Isento', '2024-05-01'),
      insert(member, 'Licença', '2024-04-01'),
      insert(member, 'Pendente', '2024-04-01'),
    ])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 201, 422])
    await assertConsistent(member)
  })

  test('of who gave up before the admission moves the day, or undoes it', async () => {
    const admissionDate = await inDays(20)
    const member = await make.member({ admissionDate })
    await changed(member, 'Exonerado', await today(), { reason: 'Desistiu' })
    succeeded(await correct(member, 'Exonerado', { startDate: await inDays(-1) }))
    assert.equal((await read(member))['endDate'], await inDays(-1))
    const values = { stateNameId: states.get('Ativo'), startDate: admissionDate }
    succeeded(await correct(member, 'Exonerado', values))
    const { currentStateLabel, stateSince, endDate } = await read(member)
    assert.deepEqual([currentStateLabel, stateSince, endDate], ['Ativo', admissionDate, null])
    await assertConsistent(member)
  })
})

/** Checks that one state is open, without gaps or overlaps, and that the member has the state of today. */
async function assertConsistent(member: TestRecord): Promise<void> {
  const rows = await sql<{ state: string; start: string; end: string | null }>(
    `SELECT state_name_id AS state, start_date AS start, end_date AS end FROM member_states
     WHERE member_id = $1 ORDER BY start_date, end_date NULLS LAST, id`,
    [member._id],
  )
  assert.equal(rows.filter(({ end }) => end === null).length, 1, 'one state is open')
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]
    assert.equal(row.end, next?.start ?? null, `${JSON.stringify(rows)}`)
    assert.ok(row.end === null || row.end >= row.start)
  }
  const now = await today()
  // With a future admission, the current state is the first one, which has not started yet.
  const current = rows.findLast(({ start, end }) => start <= now && (end === null || end > now)) ?? rows[0]
  const { currentStateId, stateSince, endDate, toBeAdmitted } = await read(member)
  assert.deepEqual(
    [currentStateId, stateSince, toBeAdmitted],
    [current?.state, current?.start, (current?.start ?? now) > now],
  )
  const [name] = await sql<{ ends: boolean }>(
    'SELECT marks_end AS ends FROM member_state_names WHERE id = $1',
    [currentStateId],
  )
  assert.equal(endDate, name?.ends ? current?.start : null)
}

test('before the admission a member has the first state, also when another begins on the day of the admission', async () => {
  const member = await make.member({ admissionDate: await inDays(60) })
  succeeded(await change(member, 'Anulado', await inDays(60), {}))
  await assertConsistent(member)
  await maintain(app.world)
  await assertConsistent(member)
})

test('random changes of state, corrections and admission dates leave a consistent history', async () => {
  const step = fc.record({
    state: fc.constantFrom(...states.keys()),
    days: fc.integer({ min: -60, max: 60 }),
    reason: fc.option(fc.constant('Motivo'), { nil: undefined }),
    wait: fc.constantFrom(0, 0, 0, 1, 20),
    does: fc.constantFrom('change', 'change', 'change', 'admit', 'insert', 'move', 'replace', 'remove'),
    which: fc.nat(5),
    planned: fc.constantFrom('keep', 'drop'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const member = await make.member({ admissionDate: await inDays(-90) })
      for (const { state, days, reason, wait, does, which, planned } of steps) {
        const date = await inDays(days)
        const rows = await sql<{ id: string }>(
          'SELECT id FROM member_states WHERE member_id = $1 ORDER BY id',
          [member._id],
        )
        const row = `/member_states/${rows[which % rows.length]?.id}`
        const corrected = { stateNameId: states.get(state), startDate: date, reason, correction: 'Engano' }
        const { status } = await {
          change: () => change(member, state, date, { reason, planned }),
          admit: () => admin.patch(`/members/${member._id}`, { admissionDate: date }),
          insert: () => admin.post(`/members/${member._id}/member_states`, corrected),
          move: () => admin.patch(row, { startDate: date, correction: 'Engano' }),
          replace: () => admin.patch(row, corrected),
          remove: () => admin.post(`${row}/remove`, { reason: 'Engano' }),
        }[does]()
        assert.ok([200, 201, 409, 422].includes(status), String(status))
        if (wait > 0) {
          clock.advance({ days: wait })
          await maintain(app.world)
        }
        await assertConsistent(member)
      }
    }),
    { numRuns: 25 },
  )
})

test('people to be admitted later are counted in no state until that day', async () => {
  const active = states.get('Ativo')
  const { _id: categoryId } = await make.category()
  const counts = async () => {
    const filters = `_categoryId=${categoryId}&_currentStateId=${active}&_toBeAdmitted=false`
    const { body } = await admin.get(`/members?${filters}&_limit=1`)
    const values = (await admin.get(`/members/values/currentStateId?${filters}`)).body
    const ofState = (values.data as unknown as { value: string; count: number }[]).find(
      ({ value }) => value === active,
    )
    return { total: body.meta?.total, ofState: ofState?.count ?? 0 }
  }
  const all = (count: number) => ({ total: count, ofState: count })
  const lastDay = await inDays(5)
  const later = { categoryId, admissionDate: lastDay }
  const [member, wrong, gone] = [await make.member(later), await make.member(later), await make.member(later)]
  assert.deepEqual(await counts(), all(0))
  const awaited = await admin.get('/members?_toBeAdmitted=true')
  assert.deepEqual(
    [member, wrong, gone].map(({ _id }) => awaited.body.data.some((row) => row._id === _id)),
    [true, true, true],
  )
  assert.equal((await admin.patch(`/members/${member._id}`, { toBeAdmitted: false })).status, 422)
  succeeded(await admin.patch(`/members/${wrong._id}`, { admissionDate: await today() }))
  assert.deepEqual(await counts(), all(1), 'the corrected date has come')
  succeeded(await admin.patch(`/members/${wrong._id}`, { admissionDate: await inDays(3) }))
  assert.deepEqual(await counts(), all(0))
  await changed(gone, 'Exonerado', await today())
  assert.equal((await read(gone))['toBeAdmitted'], false, 'who gave up is not awaited')
  // A day of the clock has 24 hours, and the last one before winter 25.
  while ((await today()) < lastDay) clock.advance({ days: 1 })
  await maintain(app.world)
  assert.deepEqual(await counts(), all(2))
})

describe('names of states', () => {
  test('system states can be renamed, but not deleted', async () => {
    const active = states.get('Ativo')
    assert.equal((await admin.delete(`/member_state_names/${active}`)).status, 409)
    assert.equal((await admin.patch(`/member_state_names/${active}`, { system: false })).status, 422)
    succeeded(await admin.patch(`/member_state_names/${active}`, { name: 'Em vigor' }))
    assert.equal((await make.member())['currentStateLabel'], 'Em vigor')
    succeeded(await admin.patch(`/member_state_names/${active}`, { name: 'Ativo' }))
  })

  test('of the states that mark the end, «Anulado» alone is of the program', async () => {
    const { data } = (await admin.get('/member_state_names?_marksEnd=true')).body
    assert.deepEqual(
      data.filter(({ system }) => system).map(({ name }) => name),
      ['Anulado'],
    )
  })

  test('cannot change marksEnd while a member has the state, nor be deleted while in a history', async () => {
    const state = await make.stateName({ name: 'Emigrado', marksEnd: false })
    states.set('Emigrado', state._id)
    const member = await make.member({ state: 'Emigrado' })
    const { status, body } = await admin.patch(`/member_state_names/${state._id}`, { marksEnd: true })
    assert.equal(status, 409)
    assert.match(body.message, /está a ser usado/)
    await changed(member, 'Ativo', await today())
    succeeded(await admin.patch(`/member_state_names/${state._id}`, { marksEnd: true }))
    assert.equal((await admin.delete(`/member_state_names/${state._id}`)).status, 409, 'it is in a history')
  })
})
