import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testApp } from '../../testing/test-app.ts'
import { testBucket } from '../../testing/test-bucket.ts'
import { until } from '../../testing/wait.ts'

const place = mkdtempSync(join(tmpdir(), 'agremia-copies-'))
after(() => rmSync(place, { recursive: true, force: true }))

const first = await testApp({ config: { backupPlace: place }, schedulesBackups: true })
const { as, make, sql, clock } = first
const admin = await as('admin')

interface Backup {
  _id: string
  state: string
  fileName: string
  checkState: string
  checkResult: string | null
  problem: string | null
  kind: string
  kilobytes: number | null
  rowCount: number | null
}
const read = async (id: string) => succeeded(await admin.get(`/backups/${id}`)) as unknown as Backup
const settled = async (id: string) => {
  let found = await read(id)
  await until(async () => {
    found = await read(id)
    return !['queued', 'running', 'discarded'].includes(found.state) && found.checkState !== 'waiting'
  })
  return found
}
const request = async (body: object) => {
  clock.advance({ minutes: 1 })
  return settled((succeeded(await admin.post('/backups', body)) as unknown as Backup)._id)
}
const rows = async () => (await admin.get('/backups?_limit=100')).body.data as unknown as Backup[]
const download = async (id: string) => {
  const { url } = succeeded(await admin.get(`/backups/${id}/link`)) as unknown as { url: string }
  return first.app.inject({ method: 'GET', url })
}

test('a requested backup is made, downloaded, and confirmed by restoring it elsewhere', async () => {
  await make.member({ name: 'Leonilde Quaresma' })
  const backup = await request({ kind: 'requested' })
  assert.deepEqual([backup.state, backup.problem, backup.checkState], ['done', null, 'none'])
  assert.deepEqual(readdirSync(place), [backup.fileName])
  assert.ok(Number(backup.rowCount) > 10 && Number(backup.kilobytes) > 0)

  const answer = await download(backup._id)
  assert.equal(answer.headers['content-disposition'], `attachment; filename="${backup.fileName}"`)
  assert.deepEqual(answer.rawPayload, readFileSync(join(place, backup.fileName)))
  const entries = readZip(answer.rawPayload)
  assert.match(String(entries['data/people.csv']), /Leonilde Quaresma/)
  const events = (await admin.get(`/backups/${backup._id}/audit_events`)).body.data as unknown as {
    action: string
  }[]
  assert.ok(events.some(({ action }) => action === 'download'))

  succeeded(await admin.post(`/backups/${backup._id}/check`, {}))
  const checked = await settled(backup._id)
  assert.deepEqual([checked.checkState], ['good'])
  assert.match(String(checked.checkResult), /mesmas somas/)
})

test('a backup that was damaged is found by the check, and one without its file too', async () => {
  const backup = await request({ kind: 'requested' })
  const path = join(place, backup.fileName)
  const content = readFileSync(path)
  content.fill(0, content.length >> 1, (content.length >> 1) + 200)
  writeFileSync(path, content)
  succeeded(await admin.post(`/backups/${backup._id}/check`, {}))
  assert.equal((await settled(backup._id)).checkState, 'bad')
  assert.equal(succeeded(await admin.get('/today'))['backupProblem'], 'bad')
  assert.equal(succeeded(await (await as('editor')).get('/today'))['backupProblem'], null)
  rmSync(path)
  succeeded(await admin.post(`/backups/${backup._id}/check`, {}))
  assert.match(String((await settled(backup._id)).checkResult), /não está onde devia/)
  assert.equal((await download(backup._id)).statusCode, 404)
  first.takeErrors()
  succeeded(await admin.post(`/backups/${backup._id}/discard`, {}))
  await until(async () => (await admin.get(`/backups/${backup._id}`)).status === 404)
})

test('a discarded backup loses its file and then its row', async () => {
  const backup = await request({ kind: 'requested' })
  succeeded(await admin.post(`/backups/${backup._id}/discard`, {}))
  await until(async () => (await admin.get(`/backups/${backup._id}`)).status === 404)
  assert.ok(!readdirSync(place).includes(backup.fileName))
})

test('a complete export has every table with labels, the files, and a text that explains them', async () => {
  await make.member({ name: '=Perigosa Antunes', nif: null })
  const { state, fileName, _id } = await request({ kind: 'export' })
  assert.equal(state, 'done', first.takeErrors().join())
  const entries = readZip((await download(_id)).rawPayload)
  assert.match(fileName, /^exportacao-.*\.zip$/)
  const members = String(entries['dados/socios-members.csv'])
  assert.match(members, /^\ufeffIdentificador;/)
  assert.match(members, /'=Perigosa Antunes/)
  const readme = String(entries['LEIA-ME.txt'])
  for (const path of Object.keys(entries))
    if (path.startsWith('dados/')) assert.ok(readme.includes(path), `${path} is not explained`)
  assert.ok(Object.keys(entries).length > 20)
  const names = Object.keys(entries).join()
  assert.doesNotMatch(names, /sessions|apiSecrets|webhook/)
  const all = Object.values(entries).map(String).join('\n')
  assert.doesNotMatch(all, /\$argon2|password_hash/)
})

test('only administrators see, make and download backups', async () => {
  const backup = await request({ kind: 'requested' })
  for (const role of ['editor', 'auditor', 'member'] as const) {
    const user = await as(role)
    for (const path of [
      '/backups',
      `/backups/${backup._id}`,
      `/backups/${backup._id}/link`,
      '/backup_status',
    ])
      assert.equal((await user.get(path)).status, 403, `${role} ${path}`)
    assert.equal((await user.post('/backups', { kind: 'requested' })).status, 403)
  }
  const link = await first.app.inject({
    method: 'GET',
    url: `/api/backups/${backup._id}/file?e=9999999999&s=x`,
  })
  assert.equal(link.statusCode, 404)
  assert.equal((await admin.post('/backups', { kind: 'scheduled' })).status, 422)
})

test('the scheduled backup is made once for all processes, and its first is confirmed by itself', async () => {
  const second = await testApp({ with: first, config: { backupPlace: place }, schedulesBackups: true })
  await sql(`UPDATE users SET created_at = created_at - interval '2 days'`)
  await sql(`UPDATE backups SET checked_at = checked_at - interval '8 days'`)
  clock.advance({ days: 1 })
  const scheduled = async () => (await rows()).filter(({ kind }) => kind === 'scheduled')
  await Promise.all([maintain(first.app.world), maintain(second.app.world)])
  await maintain(second.app.world)
  const made = await scheduled()
  assert.equal(made.length, 1)
  assert.deepEqual([(await settled(made[0]!._id)).checkState], ['good'])
  await maintain(first.app.world)
  assert.equal((await scheduled()).length, 1)
  clock.advance({ days: 1 })
  await maintain(first.app.world)
  await until(async () => (await scheduled()).every(({ state }) => state === 'done'))
  const all = await scheduled()
  assert.deepEqual(
    all.map(({ checkState }) => checkState),
    ['none', 'good'],
    'once a week is enough',
  )
  succeeded(await admin.patch('/settings/backupsScheduled', { value: 'false' }))
  clock.advance({ days: 1 })
  await maintain(first.app.world)
  assert.equal((await scheduled()).length, 2)
})

test('an old last backup is a problem while backups are scheduled', async () => {
  succeeded(await admin.patch('/settings/backupsScheduled', { value: 'true' }))
  await sql(`UPDATE backups SET check_state = 'none' WHERE check_state = 'bad'`)
  assert.equal(succeeded(await admin.get('/today'))['backupProblem'], null)
  clock.advance({ days: 4 })
  assert.equal(succeeded(await admin.get('/backup_status'))['problem'], 'old')
})

test('in a bucket, with a passphrase, a backup is encrypted and confirmed; files without a row get one at the next start', async () => {
  const bucket = await testBucket()
  const config = { backupPlace: bucket.place, backupPassphrase: 'quatro palavras longas e raras' }
  const app = await testApp({ config })
  const owner = await app.as('admin')
  const { _id } = succeeded(await owner.post('/backups', { kind: 'requested' }))
  const state = async () => succeeded(await owner.get(`/backups/${String(_id)}`))
  await until(async () => (await state())['state'] === 'done')
  assert.equal((await state())['isEncrypted'], true)
  assert.match(String((await state())['fileName']), /\.age$/)
  succeeded(await owner.post(`/backups/${String(_id)}/check`, {}))
  await until(async () => (await state())['checkState'] !== 'waiting')
  assert.equal((await state())['checkState'], 'good')

  const restored = await testApp({ config })
  const other = await restored.as('admin')
  const list = async () => (await other.get('/backups')).body.data as unknown as Backup[]
  await until(async () => (await list()).length === 1)
  assert.deepEqual(
    (await list()).map(({ fileName, kind, state: found }) => [fileName, kind, found]),
    [[(await state())['fileName'], 'requested', 'done']],
  )
})

test('a row whose file is gone says so at the next start', async () => {
  const backup = await request({ kind: 'requested' })
  rmSync(join(place, backup.fileName))
  await testApp({ with: first, config: { backupPlace: place }, schedulesBackups: true })
  await until(async () => (await read(backup._id)).state === 'missing')
})

test('a backup that fails says why and can be tried again', async () => {
  const blocked = join(place, 'ficheiro')
  writeFileSync(blocked, '')
  const broken = await testApp({ config: { backupPlace: join(blocked, 'copias') } })
  const other = await broken.as('admin')
  const { _id } = succeeded(await other.post('/backups', { kind: 'requested' }))
  let found: Record<string, unknown> = {}
  await until(async () => {
    found = succeeded(await other.get(`/backups/${String(_id)}`))
    return found['state'] === 'failed'
  })
  assert.match(String(found['problem']), /registo do servidor|permissões/)
  broken.takeErrors()
  rmSync(blocked)
  mkdirSync(join(blocked, 'copias'), { recursive: true })
  succeeded(await other.post(`/backups/${String(_id)}/retry`, {}))
  await until(async () => succeeded(await other.get(`/backups/${String(_id)}`))['state'] === 'done')
})
