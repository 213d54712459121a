import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, TestCaller } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../maintenance.ts'
import { jobsDone } from '../testing/wait.ts'
import { goodPassword, succeeded } from '../testing/make.ts'
import { messagesTo } from '../testing/read-messages.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { as, another, clock, make, sql, today, visitor } = app
const admin = await as('admin')
const editor = await as('editor')

const codeIn = (text: string) => /loginporlink\/([\w-]+)/.exec(text)?.[1] ?? ''

describe('a new account', () => {
  test('without a password gets one message with a link that signs in once, within 7 days', async () => {
    const { _id } = succeeded(await editor.post('/users', { name: 'Rosa Pinto', email: 'rosa@exemplo.pt' }))
    const [message, ...others] = await messagesTo(app, 'rosa@exemplo.pt')
    assert.deepEqual([message?.cause, others], ['accountCreated', []])
    clock.advance({ days: 6, hours: 23 })
    const code = codeIn(message?.text ?? '')
    assert.equal((await visitor.post('/auth', { recover_code: code })).status, 200)
    assert.equal((await visitor.post('/auth', { recover_code: code })).status, 403)
    const [user] = await sql(`SELECT role, last_login_at IS NOT NULL AS seen FROM users WHERE id = $1`, [_id])
    assert.deepEqual(user, { role: 'member', seen: true })
  })

  test('with a password gets no message', async () => {
    const body = { name: 'Ana', email: 'comsenha@exemplo.pt', password: goodPassword }
    succeeded(await admin.post('/users', body))
    assert.deepEqual(await messagesTo(app, 'comsenha@exemplo.pt'), [])
  })

  test('a link can be sent again, not to blocked users; the expired one is refused', async () => {
    const { _id } = succeeded(await admin.post('/users', { name: 'Rui', email: 'rui.novo@exemplo.pt' }))
    const [first] = await messagesTo(app, 'rui.novo@exemplo.pt')
    clock.advance({ days: 8 })
    const refused = await visitor.post('/auth', { recover_code: codeIn(first?.text ?? '') })
    assert.equal(refused.status, 403)
    assert.equal((await editor.post(`/users/${_id}/send_link`)).status, 200)
    const messages = await messagesTo(app, 'rui.novo@exemplo.pt')
    assert.equal(messages.length, 2)
    assert.equal((await visitor.post('/auth', { recover_code: codeIn(messages[0]?.text ?? '') })).status, 200)
    succeeded(await admin.patch(`/users/${_id}`, { blocked: true }))
    assert.equal((await editor.post(`/users/${_id}/send_link`)).status, 409)
    assert.equal((await messagesTo(app, 'rui.novo@exemplo.pt')).length, 2)
  })
})

test('a link that no server sends is said to be held; only administrators may copy one, with their password', async () => {
  const { _id } = succeeded(await editor.post('/users', { name: 'Eva', email: 'eva.nova@exemplo.pt' }))
  const { body: sent } = await editor.post(`/users/${_id}/send_link`)
  assert.equal(sent.warning, 'A mensagem ficou retida: não há servidor de email.')
  assert.doesNotMatch(JSON.stringify(sent), /loginporlink/, 'the answer has no link')
  const path = `/users/${_id}/login_link`
  assert.equal((await editor.post(path, { password: goodPassword })).status, 403)
  assert.equal((await visitor.post(path, { password: goodPassword })).status, 401)
  assert.equal((await admin.post(path, {})).status, 422)
  assert.equal((await admin.post(path, { password: 'outra frase qualquer' })).status, 422)
  assert.equal(
    (await admin.post(`/users/${admin.userId}/login_link`, { password: goodPassword })).status,
    409,
  )
  const { link } = succeeded(await admin.post(path, { password: goodPassword })) as unknown as {
    link: string
  }
  const code = codeIn(link)
  const stored = await sql(
    `SELECT (SELECT count(*)::int FROM audit_events WHERE changes::text LIKE $1) + (SELECT count(*)::int FROM idempotency_keys WHERE body LIKE $1) AS found,
       (SELECT count(*)::int FROM audit_events WHERE record_id = $2 AND action = 'copyLink') AS noted`,
    [`%${code}%`, _id],
  )
  assert.deepEqual(stored, [{ found: 0, noted: 1 }])
  assert.equal((await visitor.post('/auth', { recover_code: code })).status, 200)
  assert.equal((await visitor.post('/auth', { recover_code: code })).status, 403, 'it can be used once')
  succeeded(await admin.patch(`/users/${_id}`, { blocked: true }))
  assert.equal((await admin.post(path, { password: goodPassword })).status, 409)
})

test('who creates an account is told what became of its link, and gets the first one without the own password', async () => {
  const create = async (by: TestCaller, more: object = {}) => {
    const email = `nova${(made += 1)}@exemplo.pt`
    const { body } = await by.post('/users', { name: 'Nova', email, ...more })
    return { path: `/users/${body.data['_id']}/login_link`, body }
  }
  let made = 0
  const held = 'A mensagem ficou retida: não há servidor de email.'
  const { path, body } = await create(admin)
  assert.equal(body.warning, held)
  assert.doesNotMatch(JSON.stringify(body), /loginporlink/, 'the answer is stored for its idempotency key')
  assert.equal((await editor.post(path, {})).status, 403)
  assert.equal((await (await another('admin')).post(path, {})).status, 422, 'another administrator')
  const { link } = succeeded(await admin.post(path, {})) as unknown as { link: string }
  assert.equal((await admin.post(path, {})).status, 422, 'the second one')
  assert.equal((await visitor.post('/auth', { recover_code: codeIn(link) })).status, 200)

  const old = await create(admin)
  const [, , id] = old.path.split('/')
  await sql(`UPDATE audit_events SET at = at - interval '11 minutes' WHERE record_id = $1`, [id])
  assert.equal((await admin.post(old.path, {})).status, 422, 'later')
  const withPassword = await create(admin, { password: goodPassword })
  assert.equal(withPassword.body.warning, undefined)
  assert.equal((await admin.post(withPassword.path, {})).status, 422, 'with a password')

  succeeded(await admin.patch('/message_settings/accountCreated', { enabled: true }))
  await sql(`UPDATE message_settings SET enabled = false WHERE name = 'accountCreated'`)
  const silent = await create(admin)
  await sql(`UPDATE message_settings SET enabled = true WHERE name = 'accountCreated'`)
  assert.equal(silent.body.warning, 'Não seguiu mensagem: está desligada na configuração das mensagens.')
})

test('ending the sessions of a user refuses their tokens at once; an editor does not reach administrators', async () => {
  const other = await another('editor')
  assert.equal((await other.get('/members')).status, 200)
  assert.equal((await editor.post(`/users/${other.userId}/end_sessions`)).status, 200)
  assert.equal((await other.get('/members')).status, 401)
  const refreshed = await visitor.post('/auth/refresh', { refreshToken: other.tokens.refresh })
  assert.equal(refreshed.status, 401)
  for (const action of ['end_sessions', 'send_link'])
    assert.equal((await editor.post(`/users/${admin.userId}/${action}`)).status, 404, action)
  assert.equal((await admin.get('/members')).status, 200)
})

/** The status that each caller gets for the account of an auditor; `own`: the auditor's own request. */
const ofAuditors = `
request         admin  editor  auditor  own  member  visitor

read            200    200     200      200  404     401
history         200    200     200      200  403     401
name            200    403     403      200  404     401
email           200    403     403      422  404     401
password        200    403     403      422  404     401
block           200    403     403      422  404     401
role            200    403     403      422  404     401
send_link       200    403     403      403  403     401
end_sessions    200    403     403      403  403     401
reset_two_steps 409    403     403      403  403     401
sessions        200    200     200      200  200     401
end_session     200    403     403      409  404     401
delete          204    403     403      403  403     401
`

describe('the account of an auditor: who is audited has no power over it', async () => {
  const [head = '', ...lines] = ofAuditors.trim().split('\n').filter(Boolean)
  const callers = head.split(/\s+/).slice(1)
  const by: Record<string, TestCaller> = {
    admin,
    editor,
    auditor: await another('auditor'),
    member: await another('member'),
    visitor,
  }
  const mine = { ownPassword: goodPassword }
  const patches: Record<string, object> = {
    name: { name: 'Outro Nome' },
    email: { email: 'outro@exemplo.pt', ...mine },
    password: { password: 'outra frase bem comprida', ...mine },
    block: { blocked: true },
    role: { role: 'editor' },
  }
  const send = async (request: string, caller: TestCaller, id: string): Promise<Answer> => {
    const path = `/users/${id}`
    const change = patches[request]
    if (change) return caller.patch(path, change)
    if (request === 'read') return caller.get(path)
    if (request === 'history') return caller.get(`${path}/audit_events`)
    if (request === 'delete') return caller.delete(path)
    if (request === 'sessions') return caller.get(`/sessions?_userId=${id}`)
    if (request !== 'end_session') return caller.post(`${path}/${request}`, {})
    const [session] = await sql<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [id])
    return caller.post(`/sessions/${session?.id}/end`, {})
  }
  for (const line of lines) {
    const [request = '', ...statuses] = line.split(/\s+/)
    test(request, async () => {
      for (const [index, name] of callers.entries()) {
        const auditor = await another('auditor')
        const { status, text } = await send(request, by[name] ?? auditor, auditor.userId)
        assert.equal(status, Number(statuses[index]), `${name}: ${text}`)
        const isUntouched = status >= 400 || ['read', 'history', 'name', 'sessions'].includes(request)
        if (isUntouched) assert.equal((await auditor.get('/members')).status, 200, `${name}: still signed in`)
      }
    })
  }
})

test('nobody blocks their own account', async () => {
  for (const role of ['admin', 'editor'] as const) {
    const user = await another(role)
    const { status, body } = await user.patch(`/users/${user.userId}`, { blocked: true })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['blocked']])
  }
})

describe('the access of who leaves', async () => {
  const [left] = (await admin.get('/member_state_names?_name=Exonerado')).body.data
  const change = async () => ({ stateNameId: left?._id, date: await today(), reason: 'Saiu' })

  /** A member of the staff who is a member too, with a secret in use if an administrator. */
  async function office(role: 'admin' | 'editor') {
    const user = await another(role)
    const member = await make.member({ name: `Pessoa ${user.userId.slice(-6)}` })
    await sql('UPDATE users SET person_id = $1 WHERE id = $2', [member['personId'], user.userId])
    app.app.world.dropCaches('users')
    if (role !== 'admin') return { ...user, memberId: member._id, program: undefined }
    const secret = succeeded(await user.post('/api_secrets', { name: 'Sítio', scopes: 'members:read' }))
    const { body } = await user.post(`/api_secrets/${secret._id}/issue`, {})
    return {
      ...user,
      memberId: member._id,
      program: callerOf(app.app, async () => String(body.data['secret'])),
    }
  }
  const leave = async (memberId: string, more: object = {}, caller = admin) =>
    caller.post(`/members/${memberId}/change_state`, { ...(await change()), ...more })
  const heldByLeavers = async (caller = admin) =>
    succeeded(await caller.get('/today'))['leavers'] as unknown as (Record<string, unknown> & {
      userId: string
    })[]
  const leavers = async (caller = admin) => (await heldByLeavers(caller)).map(({ userId }) => userId)
  /** What «Hoje» says that somebody still holds. */
  const heldBy = async (userId: string) => {
    const found = (await heldByLeavers()).find((one) => one.userId === userId)
    if (!found) return undefined
    const { role, sessions, secrets, collectorId, cards } = found
    return { role, sessions, secrets, collectorId, cards }
  }
  const nothing = { role: null, sessions: 0, secrets: [], collectorId: null, cards: 0 }

  test('is told before, and ends with the change: account, sessions and secrets', async () => {
    const one = await office('admin')
    assert.equal((await one.program?.get('/members'))?.status, 200)
    const { access } = succeeded(
      await admin.post('/members/change_state/preview', { memberIds: [one.memberId], ...(await change()) }),
    ) as unknown as { access: Record<string, unknown>[] }
    const { name: _name, ...held } = access[0] ?? assert.fail()
    assert.deepEqual(held, {
      userId: one.userId,
      role: 'Administrador',
      sessions: 1,
      secrets: ['Sítio'],
      collectorId: null,
      cards: 0,
      problem: null,
    })
    assert.equal((await one.get('/members')).status, 200, 'the preview ends nothing')
    succeeded(await leave(one.memberId))
    assert.equal((await one.get('/members')).status, 401)
    assert.equal((await one.program?.get('/members'))?.status, 401)
    const refreshed = await visitor.post('/auth/refresh', { refreshToken: one.tokens.refresh })
    assert.equal(refreshed.status, 401)
    assert.equal(succeeded(await admin.get(`/users/${one.userId}`))['blocked'], true)
    assert.deepEqual(await leavers(), [])
  })

  test('stays when it is chosen, and «Hoje» names the account, to editors without those of administrators', async () => {
    const [one, other] = [await office('admin'), await office('editor')]
    for (const { memberId } of [one, other]) succeeded(await leave(memberId, { endsAccess: false }))
    assert.equal((await one.get('/members')).status, 200)
    assert.deepEqual(new Set(await leavers()), new Set([one.userId, other.userId]))
    assert.deepEqual(await leavers(editor), [other.userId])
    for (const { userId } of [one, other]) succeeded(await admin.post(`/users/${userId}/block`, {}))
    assert.equal((await one.program?.get('/members'))?.status, 401)
    assert.deepEqual(await leavers(), [])
  })

  test('of a future change ends on its day, and not when the change is cancelled', async () => {
    const [one, other] = [await office('editor'), await office('editor')]
    const day = await today()
    const [active] = (await admin.get('/member_state_names?_name=Ativo')).body.data
    for (const { memberId } of [one, other]) succeeded(await leave(memberId, { date: addDays(day, 10) }))
    const back = { stateNameId: active?._id, date: day, planned: 'drop', endsAccess: true }
    succeeded(await admin.post(`/members/${other.memberId}/change_state`, back))
    await maintain(app.app.world)
    assert.equal((await one.get('/members')).status, 200)
    clock.advance({ days: 11 })
    await maintain(app.app.world)
    assert.equal((await one.get('/members')).status, 401)
    assert.equal((await other.get('/members')).status, 200)
  })

  test('nobody ends their own, that of the last administrator, or that of somebody whom they do not manage', async () => {
    const one = await office('admin')
    const own = await leave(one.memberId, {}, one)
    assert.deepEqual([own.status, Object.keys(own.body.errors)], [422, ['endsAccess']])
    const byEditor = await leave(one.memberId, {}, editor)
    assert.match(String(byEditor.body.errors['endsAccess']), /Só um administrador/)
    const others = await sql<{ id: string }>(
      `UPDATE users SET blocked = true WHERE role = 'admin' AND id <> $1 AND NOT blocked RETURNING id`,
      [one.userId],
    )
    const last = await leave(one.memberId, {}, editor)
    assert.match(String(last.body.errors['endsAccess']), /É o único administrador/)
    assert.equal((await editor.post(`/users/${one.userId}/block`, {})).status, 404)
    await sql('UPDATE users SET blocked = false WHERE id = ANY($1::uuid[])', [others.map(({ id }) => id)])
    app.app.world.dropCaches('users')
    assert.equal((await one.post(`/users/${one.userId}/block`, {})).status, 409)
    assert.equal((await one.get('/members')).status, 200)
    assert.equal(succeeded(await admin.get(`/members/${one.memberId}`))['endDate'], null)
  })

  test('blocking asks about the secrets that the user issued', async () => {
    const one = await office('admin')
    const asked = await admin.patch(`/users/${one.userId}`, { blocked: true })
    assert.deepEqual([asked.status, Object.keys(asked.body.errors)], [422, ['endsSecrets']])
    assert.match(String(asked.body.errors['endsSecrets']), /Sítio/)
    assert.equal((await admin.delete(`/users/${one.userId}`)).status, 409)
    succeeded(await admin.post(`/users/${one.userId}/block`, { endsSecrets: false }))
    assert.equal((await one.get('/members')).status, 401)
    assert.equal((await one.program?.get('/members'))?.status, 200)
  })

  test('a role without the work of the staff asks about the secrets, and revokes them if that is decided', async () => {
    const [one, other] = [await office('admin'), await office('admin')]
    for (const role of ['member', 'auditor']) {
      const asked = await admin.patch(`/users/${one.userId}`, { role })
      assert.deepEqual([asked.status, Object.keys(asked.body.errors)], [422, ['endsSecrets']])
      assert.match(String(asked.body.errors['endsSecrets']), /Sítio/)
    }
    assert.equal((await one.get('/members')).status, 200, 'a refused change changes nothing')
    succeeded(await admin.patch(`/users/${one.userId}`, { role: 'editor' }))
    succeeded(await admin.patch(`/users/${one.userId}`, { role: 'auditor', endsSecrets: false }))
    assert.equal((await one.program?.get('/members'))?.status, 200)
    succeeded(await admin.patch(`/users/${other.userId}`, { role: 'auditor', endsSecrets: true }))
    assert.equal((await other.program?.get('/members'))?.status, 401)
    succeeded(await admin.patch(`/users/${other.userId}`, { role: 'member' }))
  })

  test('«Hoje» names secrets that outlive a blocked account, until they end', async () => {
    const one = await office('admin')
    succeeded(await admin.post(`/users/${one.userId}/block`, { endsSecrets: false }))
    assert.equal(await heldBy(one.userId), undefined, 'a member who stays is not named')
    succeeded(await leave(one.memberId, { endsAccess: false }))
    assert.deepEqual(await heldBy(one.userId), { ...nothing, secrets: ['Sítio'] })
    assert.ok(!(await leavers(editor)).includes(one.userId), 'editors read no secrets')
    const [secret] = await sql<{ id: string }>('SELECT id FROM api_secrets WHERE issued_by_id = $1', [
      one.userId,
    ])
    const until = addDays(await today(), 3)
    succeeded(await admin.patch(`/api_secrets/${secret?.id}`, { expiresOn: until }))
    assert.deepEqual(await heldBy(one.userId), { ...nothing, secrets: ['Sítio'] })
    clock.advance({ days: 4 })
    assert.equal(await heldBy(one.userId), undefined, 'an expired secret is no access')
  })

  test('a collector is named, with the cards, and ends with the change of state', async () => {
    const [one, other] = [await office('editor'), await office('editor')]
    const collectorOf = async (userId: string) =>
      (await make.collector({ name: `Cobrador ${userId.slice(-6)}`, userId }))._id
    const [first, second] = [await collectorOf(one.userId), await collectorOf(other.userId)]
    await make.card({ memberId: one.memberId })
    succeeded(await leave(one.memberId, { endsAccess: false }))
    succeeded(await admin.post(`/users/${one.userId}/block`, {}))
    assert.deepEqual(await heldBy(one.userId), { ...nothing, collectorId: first, cards: 1 })
    succeeded(await admin.patch(`/collectors/${first}`, { active: false }))
    assert.equal(await heldBy(one.userId), undefined, 'a card alone is no access')
    succeeded(await leave(other.memberId))
    assert.equal(await heldBy(other.userId), undefined)
    assert.equal(succeeded(await admin.get(`/collectors/${second}`))['active'], false)
  })

  test('«Hoje» names what somebody holds whose death is registered on the person alone', async () => {
    const one = await office('admin')
    const { personId } = succeeded(await admin.get(`/members/${one.memberId}`))
    assert.equal(await heldBy(one.userId), undefined)
    succeeded(await admin.patch(`/people/${String(personId)}`, { deathDate: await today() }))
    assert.deepEqual(await heldBy(one.userId), {
      ...nothing,
      role: 'Administrador',
      sessions: 1,
      secrets: ['Sítio'],
    })
    succeeded(await admin.post(`/users/${one.userId}/block`, { endsSecrets: false }))
    assert.deepEqual(await heldBy(one.userId), { ...nothing, secrets: ['Sítio'] })
    const [secret] = await sql<{ id: string }>('SELECT id FROM api_secrets WHERE issued_by_id = $1', [
      one.userId,
    ])
    succeeded(await admin.post(`/api_secrets/${secret?.id}/revoke`, {}))
    assert.equal(await heldBy(one.userId), undefined)
  })
})

describe('accounts for many members', () => {
  const preview = async (ids: string[]) =>
    (await editor.post('/user_accounts/preview', { audience: { ids } })).body.data as unknown as {
      count: number
      leftOut: { reason: string; count: number; first: { name: string }[] }[]
    }
  const create = async (ids: string[]) => {
    const body = { title: 'Criar contas', kind: 'accounts', input: {}, audience: { ids } }
    const { _id } = succeeded(await editor.post('/bulk_actions', body))
    await jobsDone(app, 'bulkActions')
    return succeeded(await editor.get(`/bulk_actions/${_id}`))
  }
  const accountsOf = (personIds: unknown[]) =>
    sql<{ email: string; role: string }>(
      'SELECT email, role FROM users WHERE person_id = ANY($1) ORDER BY email',
      [personIds],
    )

  test('each with an email of their own gets one account and one message, also when it is repeated', async () => {
    const one = await make.member({ name: 'Um', email: 'Um@exemplo.pt' })
    const noEmail = await make.member({ name: 'Sem email', email: null })
    const shared = [
      await make.member({ name: 'Mãe', email: 'casa@exemplo.pt' }),
      await make.member({ name: 'Filho', email: 'casa@exemplo.pt' }),
    ]
    const taken = await make.member({ name: 'Apanhado', email: 'equipa@exemplo.pt' })
    succeeded(await admin.post('/users', { name: 'Equipa', email: 'equipa@exemplo.pt' }))
    const all = [one, noEmail, ...shared, taken]
    const ids = all.map(({ _id }) => _id)

    const before = await preview(ids)
    assert.equal(before.count, 1)
    assert.deepEqual(
      before.leftOut.map(({ reason, count, first }) => [reason, count, first.map(({ name }) => name)]),
      [
        ['sharedEmail', 2, ['Mãe', 'Filho']],
        ['noEmail', 1, ['Sem email']],
        ['takenEmail', 1, ['Apanhado']],
      ],
    )
    // No mail server is configured: the link waits.
    const { done, held, failed, skipped } = await create(ids)
    assert.deepEqual([done, held, failed, skipped], [0, 1, 0, 4])
    const again = await create(ids)
    assert.deepEqual([again['done'], again['skipped']], [0, 5])
    assert.deepEqual(await accountsOf(all.map((member) => member['personId'])), [
      { email: 'um@exemplo.pt', role: 'member' },
    ])
    assert.equal((await messagesTo(app, 'um@exemplo.pt')).length, 1)
    assert.deepEqual(await messagesTo(app, 'casa@exemplo.pt'), [])
    const authors = await sql(
      `SELECT a.user_id FROM audit_events a JOIN users u ON u.id = a.record_id WHERE u.email = 'um@exemplo.pt' AND a.action = 'created'`,
    )
    assert.deepEqual(authors, [{ user_id: editor.userId }])
  })

  test('those who left or died get none; all members are chosen without a selection', async () => {
    const body = { audience: null }
    const answer = await editor.post('/user_accounts/preview', body)
    assert.equal(answer.status, 200)
    const left = { reason: 'sharedEmail', ...body }
    const { body: page } = await editor.post('/user_accounts/left_out', left)
    assert.deepEqual(
      page.data.map(({ name }) => name),
      ['Mãe', 'Filho'],
    )
    assert.equal((await editor.post('/user_accounts/left_out', { ...left, reason: 'x' })).status, 422)
    const member = await as('member')
    for (const route of ['preview', 'left_out']) {
      assert.equal((await member.post(`/user_accounts/${route}`, left)).status, 403, route)
      assert.equal((await visitor.post(`/user_accounts/${route}`, left)).status, 401, route)
    }
  })
})

describe('a new email or password of another account', () => {
  const other = async () => String((await make.user({ password: goodPassword, role: 'member' }))._id)
  const errorsOf = ({ status, body }: Answer) => [status, Object.keys(body.errors ?? {})]

  test('needs the own password, which is neither stored nor recorded', async () => {
    const id = await other()
    const before = await sql('SELECT email, password_hash FROM users WHERE id = $1', [id])
    for (const staff of [admin, editor])
      for (const change of [{ email: 'desviado@exemplo.pt' }, { password: 'uma frase nova e longa' }])
        for (const given of [{}, { ownPassword: '' }, { ownPassword: 'errada' }, { ownPassword: 5 }]) {
          assert.deepEqual(errorsOf(await staff.patch(`/users/${id}`, { ...change, ...given })), [
            422,
            ['ownPassword'],
          ])
          const { data } = (await staff.get(`/users/${id}`)).body
          assert.equal((await staff.put(`/users/${id}`, { ...data, ...change, ...given })).status, 422)
        }
    assert.deepEqual(await sql('SELECT email, password_hash FROM users WHERE id = $1', [id]), before)
    await sql('DELETE FROM login_attempts')
    const change = {
      email: 'novo.email@exemplo.pt',
      password: 'uma frase nova e longa',
      ownPassword: goodPassword,
    }
    succeeded(await admin.patch(`/users/${id}`, change))
    const signIn = await visitor.post('/auth', { email: change.email, password: change.password })
    assert.equal(signIn.status, 200)
    const [event] = await sql<{ text: string }>(
      `SELECT changes::text AS text FROM audit_events WHERE record_id = $1 AND action = 'updated'`,
      [id],
    )
    assert.ok(event?.text.includes('password') && !event.text.includes('ownPassword'))
  })

  test('needs none for other changes, nor for a new account', async () => {
    const id = await other()
    const { data } = (await admin.get(`/users/${id}`)).body
    succeeded(await admin.put(`/users/${id}`, { ...data, name: 'Outro Nome', password: '' }))
    succeeded(await editor.patch(`/users/${id}`, { blocked: true }))
    succeeded(
      await editor.post('/users', { name: 'Nova', email: 'nova.conta@exemplo.pt', password: goodPassword }),
    )
  })

  test('limits wrong passwords, and says nothing of accounts that the caller may not change', async () => {
    const id = await other()
    const guess = () => editor.patch(`/users/${id}`, { email: 'x@exemplo.pt', ownPassword: 'errada' })
    let last = await guess()
    for (let tries = 0; tries < 50 && last.status === 422; tries++) last = await guess()
    assert.equal(last.status, 429)
    await sql('DELETE FROM login_attempts')
    assert.equal((await editor.patch(`/users/${admin.userId}`, { email: 'x@exemplo.pt' })).status, 404)
    const member = await as('member')
    assert.equal((await member.patch(`/users/${id}`, { password: goodPassword })).status, 404)
  })

  test('after a sign-in by link needs none, as for the own account', async () => {
    const { _id, email } = await make.user({ role: 'admin' })
    assert.ok(_id)
    await visitor.post('/auth', { email, recover_password: true })
    await jobsDone(app, 'accountLinks')
    const [message] = await messagesTo(app, String(email))
    const { access } = (await visitor.post('/auth', { recover_code: codeIn(message?.text ?? '') })).body
    const byLink = callerOf(app.app, access)
    succeeded(await byLink.patch(`/users/${await other()}`, { password: 'uma frase nova e longa' }))
  })
})
