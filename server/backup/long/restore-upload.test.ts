import assert from 'node:assert/strict'
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { writeAtomically } from '../../files/file-store.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/wait.ts'
import { createBackup } from '../write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'agremia-restore-upload-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const passphrase = 'quatro palavras longas e raras'
const source = await testApp({ empty: true, config: { demo: true } })
const names = { clear: join(folder, 'a.zip'), encrypted: join(folder, 'a.age') }

before(async () => {
  for (const [path, options] of [
    [names.clear, {}],
    [names.encrypted, { passphrase }],
  ] as const) {
    const { listenUrl } = source.app.world.database
    const { content } = await createBackup(
      { listenUrl, files: source.app.world.files },
      { clock: () => new Date(), ...options },
    )
    await writeAtomically(path, content)
  }
})

async function send(app: TestApp['app'], content: Buffer, values: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]), 'copia.zip')
  const request = new Request('http://x', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/setup/restore',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const progressOf = async (app: TestApp['app']) =>
  (await app.inject('/api/setup/restore')).json<{ data: { state: string; problem: string | null } }>().data
const settled = async (app: TestApp['app']) => {
  await until(async () => (await progressOf(app)).state !== 'restoring')
  return progressOf(app)
}
const membersOf = (app: TestApp) => app.sql('SELECT member_number, person_id FROM members ORDER BY id')

test('in an empty installation a backup is restored, and every process uses it at once', async () => {
  const app = await testApp({ empty: true })
  const second = await testApp({ empty: true, with: app })
  const sent = await send(app.app, readFileSync(names.clear))
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  assert.equal((await settled(app.app)).state, 'done')
  assert.deepEqual(await membersOf(app), await membersOf(source))
  for (const one of [app, second]) {
    assert.equal((await one.app.inject('/api/setup')).statusCode, 404)
    const settings = succeeded(await (await one.as('admin')).get('/settings/name'))
    assert.equal(settings['value'], await source.app.world.organisation.setting('name'))
  }
  const again = await send(app.app, readFileSync(names.clear))
  assert.equal(again.status, 404, 'there is an organisation')
  for (const one of [app, second]) one.takeErrors()
})

test('an encrypted backup needs its passphrase', async () => {
  const app = await testApp({ empty: true })
  for (const [values, message] of [
    [{}, /está cifrada/],
    [{ passphrase: 'outra palavra-passe' }, /Não é a palavra-passe/],
  ] as const) {
    const { status, body } = await send(app.app, readFileSync(names.encrypted), values)
    assert.equal(status, 422)
    assert.match(String((body['errors'] as Record<string, string[]>)['passphrase']), message)
  }
  assert.equal((await send(app.app, readFileSync(names.encrypted), { passphrase })).status, 202)
  assert.equal((await settled(app.app)).state, 'done')
  app.takeErrors()
})

test('other files are refused, a damaged one leaves the installation empty, and then a good one is restored', async () => {
  const app = await testApp({ empty: true })
  for (const content of [Buffer.from(''), Buffer.from('olá'), readFileSync(names.clear).subarray(0, 5000)]) {
    const { status, body } = await send(app.app, content)
    assert.equal(status, 422)
    assert.doesNotMatch(JSON.stringify(body), /received/, 'no path of the server')
  }
  const damaged = readFileSync(names.clear)
  damaged.fill(0, 20_000, 20_200)
  assert.equal((await send(app.app, damaged)).status, 202)
  const { state, problem } = await settled(app.app)
  assert.equal(state, 'failed')
  assert.match(String(problem), /incompleta ou estragada/)
  assert.equal((await app.app.inject('/api/setup')).statusCode, 200)
  assert.deepEqual(await app.sql('SELECT FROM people'), [])
  app.takeErrors()
  assert.equal((await send(app.app, readFileSync(names.clear))).status, 202)
  assert.equal((await settled(app.app)).state, 'done')
  app.takeErrors()
})

test('on a network, restoring needs the code of the log', async () => {
  const app = await testApp({ empty: true, config: { host: '0.0.0.0' } })
  const { status, body } = await send(app.app, readFileSync(names.clear), { code: '123' })
  assert.equal(status, 422)
  assert.match(JSON.stringify(body['errors']), /código/)
  assert.deepEqual(await app.sql('SELECT FROM people'), [])
  app.takeErrors()
})
