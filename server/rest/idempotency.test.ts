import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maintain } from '../maintenance.ts'
import { testApp } from '../testing/test-app.ts'

const { app, as, another, make, sql, clock } = await testApp()
const admin = await as('admin')
const key = (value: string) => ({ 'idempotency-key': value })
let named = 0
const person = () => ({ name: `Rosa Nunes ${++named}` })

async function peopleNamed(name: string): Promise<number> {
  const [row] = await sql<{ count: number }>('SELECT count(*)::int AS count FROM people WHERE name = $1', [
    name,
  ])
  return row?.count ?? 0
}

test('a repeated request gets the same response and writes once', async () => {
  const body = person()
  const first = await admin.post('/people', body, key('a'))
  const second = await admin.post('/people', body, key('a'))
  assert.equal(first.status, 201)
  assert.deepEqual([second.status, second.text], [first.status, first.text])
  assert.match(String(second.headers['content-type']), /^application\/json/)
  assert.equal(await peopleNamed(body.name), 1)
})

test('the stored response is returned even if the record was changed or deleted', async () => {
  const first = await admin.post('/people', person(), key('gone'))
  await admin.delete(`/people/${first.body.data._id}`)
  const again = await admin.post('/people', { name: String(first.body.data['name']) }, key('gone'))
  assert.equal(again.text, first.text)
  assert.equal((await admin.get(`/people/${first.body.data._id}`)).status, 404)
})

test('concurrent requests with one key write once', async () => {
  const body = person()
  const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post('/people', body, key('b'))))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(await peopleNamed(body.name), 1)
})

test('a key used for another request is rejected', async () => {
  const body = person()
  await admin.post('/people', body, key('c'))
  for (const answer of [
    await admin.post('/people', { ...body, city: 'Porto' }, key('c')),
    await admin.post('/member_categories', body, key('c')),
  ]) {
    assert.equal(answer.status, 422)
    assert.match(answer.body.message, /Idempotency-Key/)
  }
  assert.equal(await peopleNamed(body.name), 1)
})

test('a failure is not stored: the key can be used again', async () => {
  const wrong = await admin.post('/people', { name: '' }, key('d'))
  assert.equal(wrong.status, 422)
  const body = person()
  assert.equal((await admin.post('/people', body, key('d'))).status, 201)
  assert.equal(await peopleNamed(body.name), 1)
})

test('a failure lets a concurrent request with the key run', async () => {
  const member = await make.member()
  const contact = { personId: member['personId'], type: 'email', value: 'nada' }
  const answers = await Promise.all([
    admin.post('/contacts', contact, key('e')),
    admin.post('/contacts', contact, key('e')),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 422],
  )
})

test('keys are separate for each caller', async () => {
  const editor = await as('editor')
  const body = person()
  await admin.post('/people', body, key('f'))
  assert.equal((await editor.post('/people', body, key('f'))).status, 201)
  assert.equal((await (await another('admin')).post('/people', body, key('f'))).status, 201)
  assert.equal(await peopleNamed(body.name), 3)
})

test('an action runs once too', async () => {
  const member = await make.member()
  const [state] = (await admin.get('/member_state_names?_name=Isento')).body.data
  const change = { stateNameId: state?._id, date: '2024-01-01' }
  const path = `/members/${member._id}/change_state`
  const first = await admin.post(path, change, key('g'))
  const second = await admin.post(path, change, key('g'))
  assert.deepEqual([first.status, second.text], [200, first.text])
  assert.equal((await admin.get(`/members/${member._id}/member_states`)).body.meta.total, 2)
})

test('a key that is too long is rejected', async () => {
  const { status, body } = await admin.post('/people', person(), key('x'.repeat(201)))
  assert.equal(status, 400)
  assert.match(body.message, /Idempotency-Key/)
})

test('keys expire after a day', async () => {
  const body = person()
  await admin.post('/people', body, key('h'))
  clock.advance({ hours: 23 })
  await maintain(app.world)
  await admin.post('/people', body, key('h'))
  assert.equal(await peopleNamed(body.name), 1)
  clock.advance({ hours: 2 })
  await maintain(app.world)
  const late = await another('admin')
  assert.equal((await late.post('/people', body, key('h'))).status, 201)
  const [row] = await sql<{ count: number }>(`SELECT count(*)::int AS count FROM idempotency_keys`)
  assert.equal(row?.count, 1)
})
