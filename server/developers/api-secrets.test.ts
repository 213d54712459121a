import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import { apiLimits } from '../limits.ts'
import { maintain } from '../maintenance.ts'
import type { TestRecord } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { app, as, clock, make, sql } = here
const admin = await as('admin')
const editor = await as('editor')

async function secretWith(scopes: string, more = {}) {
  const { _id: id } = succeeded(await admin.post('/api_secrets', { name: 'Sítio', scopes, ...more }))
  const issue = async (overlapHours = 0) => {
    const { status, body } = await admin.post(`/api_secrets/${id}/issue`, { overlapHours })
    assert.equal(status, 201, body.message)
    return String(body.data['secret'])
  }
  return { id, issue, value: await issue() }
}

const statusOf = async (value: string, path = '/members', of = app) =>
  (await callerOf(of, value).get(path)).status

describe('a secret', () => {
  test('reads and writes what its scopes name, in its name, and nothing else', async () => {
    const { value } = await secretWith('members:read  contacts:write\nmembers:read')
    const program = callerOf(app, value)
    assert.equal(await statusOf(value), 200)
    assert.equal(await statusOf(value, '/members/export'), 200)
    const member = await make.member()
    const contact = { personId: member['personId'], type: 'web', value: 'https://exemplo.pt' }
    const created = succeeded(await program.post('/contacts', contact))
    const [event] = (await admin.get(`/contacts/${created._id}/audit_events`)).body.data as TestRecord[]
    assert.equal(event?.['userName'], 'Sítio (API)')
    for (const answer of [
      await program.get('/contacts'),
      await program.patch(`/members/${member._id}`, { city: 'Faro' }),
      await program.get('/payments'),
      await program.get('/users'),
      await program.get('/api_secrets'),
      await program.get('/auth/two_steps'),
      await program.post('/bulk_actions', {}),
      await program.post('/websocket/auth', { connectionId: 'x' }),
    ])
      assert.deepEqual([answer.status, answer.body.code], [403, 'missingScope'])
  })

  test('filters by fields of referenced records that it may read', async () => {
    const query = '/unsettled_payments?_memberId.section=Teatro'
    const { value: both } = await secretWith('unsettled_payments:read members:read')
    const { value: one } = await secretWith('unsettled_payments:read')
    assert.deepEqual([await statusOf(both, query), await statusOf(one, query)], [200, 400])
  })

  test('is stored hashed, and shown only when it is issued', async () => {
    const { id, value } = await secretWith('members:read')
    assert.match(value, /^agr_[\w-]{43}$/)
    const stored = await sql(
      `SELECT v.*, s.* FROM api_secret_values v JOIN api_secrets s ON s.id = secret_id WHERE s.id = $1`,
      [id],
    )
    assert.ok(!JSON.stringify(stored).includes(value.slice(4)))
    assert.ok(!(await admin.get(`/api_secrets/${id}`)).text.includes(value))
    // Answers to requests with this key are stored, except this one.
    const key = { 'idempotency-key': 'once' }
    const [first, second] = [
      await admin.post(`/api_secrets/${id}/issue`, {}, key),
      await admin.post(`/api_secrets/${id}/issue`, {}, key),
    ]
    assert.notEqual(first.body.data['secret'], second.body.data['secret'])
  })

  test('is refused at once in every process when it is revoked, and has no new values', async () => {
    const { id, value } = await secretWith('members:read')
    assert.equal(await statusOf(value, '/members', there.app), 200)
    succeeded(await admin.post(`/api_secrets/${id}/revoke`))
    assert.equal(await statusOf(value), 401)
    while ((await statusOf(value, '/members', there.app)) !== 401);
    assert.equal((await admin.post(`/api_secrets/${id}/issue`, {})).status, 409)
    assert.equal((await admin.post(`/api_secrets/${id}/revoke`)).status, 409)
  })

  test('a new value replaces the earlier ones, after the overlap', async () => {
    const { issue, value } = await secretWith('members:read')
    const second = await issue(2)
    assert.deepEqual([await statusOf(value), await statusOf(second)], [200, 200])
    clock.advance({ hours: 2, seconds: 1 })
    assert.deepEqual([await statusOf(value), await statusOf(second)], [401, 200])
    const third = await issue()
    assert.deepEqual([await statusOf(second), await statusOf(third)], [401, 200])
  })

  test('expires after its last day', async () => {
    const expiresOn = await here.today()
    const { value } = await secretWith('members:read', { expiresOn })
    assert.equal(await statusOf(value), 200)
    clock.advance({ days: 1 })
    assert.equal(await statusOf(value), 401)
  })

  test('loses and gains scopes at once', async () => {
    const { id, value } = await secretWith('members:read')
    succeeded(await admin.patch(`/api_secrets/${id}`, { scopes: 'payments:read' }))
    assert.deepEqual([await statusOf(value), await statusOf(value, '/payments')], [403, 200])
  })

  test('has a limit of calls per minute, told in headers', async () => {
    const { id, value } = await secretWith('members:read')
    const { headers } = await callerOf(app, value).get('/members')
    const { callsPerMinute } = apiLimits
    assert.equal(headers['ratelimit'], `"secret";r=${callsPerMinute - 1};t=60`)
    await sql('UPDATE api_secret_calls SET calls = $1 WHERE secret_id = $2', [callsPerMinute, id])
    const refused = await callerOf(there.app, value).get('/members')
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '60')
    clock.advance({ seconds: 20 })
    const logged = () => sql('SELECT FROM api_calls WHERE api_secret_id = $1 AND status = 429', [id])
    while ((await logged()).length === 0);
    for (let call = 0; call < 20; call++) {
      const again = await callerOf(there.app, value).get('/members')
      assert.deepEqual([again.status, again.headers['retry-after']], [429, '40'])
    }
    const [counted] = await sql('SELECT calls FROM api_secret_calls WHERE secret_id = $1', [id])
    assert.equal(counted?.['calls'], callsPerMinute + 1, 'further calls are refused without a statement')
    assert.equal((await logged()).length, 1)
    clock.advance({ seconds: 40 })
    assert.equal(await statusOf(value), 200)
  })

  test('has a log of its last calls, refused ones too, without parameters; and its last use', async () => {
    const { id, value } = await secretWith('members:read')
    await callerOf(app, value).get('/members?_search=Maria')
    await statusOf(value, '/payments')
    const read = async () => (await admin.get(`/api_secrets/${id}/api_calls`)).body.data as TestRecord[]
    while ((await read()).length < 2);
    const calls = (await read()).map(({ method, path, status, address }) => [method, path, status, address])
    assert.deepEqual(calls.sort(), [
      ['GET', '/api/members', 200, '127.0.0.1'],
      ['GET', '/api/payments', 403, '127.0.0.1'],
    ])
    const record = (await admin.get(`/api_secrets/${id}`)).body.data
    assert.equal(record['lastUsedAddress'], '127.0.0.1')
    await sql(
      `INSERT INTO api_calls (id, api_secret_id, method, path, status)
       SELECT new_id(), $1, 'GET', '/x', 200 FROM generate_series(1, $2)`,
      [id, apiLimits.logged],
    )
    await maintain(app.world)
    const [left] = await sql('SELECT count(*)::int AS count FROM api_calls WHERE api_secret_id = $1', [id])
    assert.equal(left?.['count'], apiLimits.logged)
  })
})

test('a secret that is deleted while it calls is refused', async () => {
  const { id, value } = await secretWith('members:read')
  assert.equal(await statusOf(value), 200)
  // Without a notification, the process still has it in its cache.
  await sql('ALTER TABLE api_secrets DISABLE TRIGGER USER')
  await sql('DELETE FROM api_calls WHERE api_secret_id = $1', [id])
  await sql('DELETE FROM api_secrets WHERE id = $1', [id])
  await sql('ALTER TABLE api_secrets ENABLE TRIGGER USER')
  assert.equal(await statusOf(value), 401)
})

test('unknown secrets and scopes are refused', async () => {
  for (const value of ['agr_', `agr_${'x'.repeat(43)}`, `agr_${'x'.repeat(5000)}`])
    assert.equal(await statusOf(value), 401)
  const answer = await admin.post('/api_secrets', { name: 'X', scopes: 'members:read users:write' })
  assert.deepEqual(answer.body.errors, { scopes: ['A permissão users:write não existe.'] })
})

test('only administrators manage secrets', async () => {
  const { id } = await secretWith(allScopes().join(' '))
  for (const answer of [
    await editor.get('/api_secrets'),
    await editor.post(`/api_secrets/${id}/issue`, {}),
    await editor.get('/api_calls'),
  ])
    assert.equal(answer.status, 403)
})
