import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { jobsDone } from '../../testing/wait.ts'
import { applicationTools } from '../../testing/application-tools.ts'

const tested = await testApp()
const { app, sql, clock, make } = tested
const { admin, apply, read, act, codeOf, knownLink } = await applicationTools(tested)
const runDailyWork = () => maintain(app.world)

/** The tables that contain a text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql(`SELECT FROM ${name} t WHERE t::text ILIKE $1 LIMIT 1`, [`%${text}%`])
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

test('unconfirmed applications expire in time; confirmed and decided ones do not', async () => {
  const late = await apply()
  const confirmed = await apply()
  await tested.visitor.post('/member_applications/verifyEmail', {
    verificationCode: await knownLink(confirmed),
  })
  const counter = await make.application()
  const refused = await apply()
  succeeded(await act(refused, 'refuse', { reason: 'x' }))
  clock.advance({ days: 6 })
  await runDailyWork()
  assert.equal(await codeOf(await read(late)), 'unverified')
  clock.advance({ days: 2 })
  await runDailyWork()
  await runDailyWork()
  const codes = await Promise.all(
    [late, confirmed, counter, refused].map(async (record) => codeOf(await read(record))),
  )
  assert.deepEqual(codes, ['expired', 'submitted', 'submitted', 'refused'])
  const events = (await admin.get(`/member_applications/${late._id}/audit_events`)).body.data
  assert.deepEqual(
    events.map((event) => [event['action'], event['userName']]),
    [
      ['expired', 'Programa'],
      ['created', 'Página de inscrição'],
    ],
  )
})

test('unconfirmed applications are erased after 30 days, with all personal data', async () => {
  const name = 'Zebedeu Quintanilha'
  const gone = await apply({ name })
  const kept = await apply()
  succeeded(await act(kept, 'take_for_review'))
  clock.advance({ days: 29 })
  await runDailyWork()
  assert.equal(await codeOf(await read(gone)), 'expired')
  clock.advance({ days: 3 })
  await runDailyWork()
  await runDailyWork()
  assert.equal((await admin.get(`/member_applications/${gone._id}`)).status, 404)
  assert.equal(await codeOf(await read(kept)), 'review')
  const [row] = await sql<{ left: string }>(
    `SELECT (SELECT string_agg(changes::text || coalesce(rows::text, '') || coalesce(address, ''), ' ') FROM audit_events WHERE record_id = $1)
       || (SELECT coalesce(string_agg(m::text, ' '), '') FROM messages m WHERE about_id = $1::text)
       || (SELECT coalesce(string_agg(c::text, ' '), '') FROM member_application_consents c WHERE application_id = $1) AS left`,
    [gone._id],
  )
  assert.doesNotMatch(row?.left ?? '', /Zebedeu|exemplo\.pt|127\.0\.0\.1/)
  const events = (await admin.get(`/member_applications/${gone._id}/audit_events`)).body.data
  assert.equal(events[0]?.['action'], 'erased')
  assert.deepEqual(
    (await admin.get(`/audit_events?_resource=memberApplications&_recordId=${gone._id}`)).body.data,
    [],
  )
})

test('refused, withdrawn and duplicate applications are erased after twelve months, once across two processes', async () => {
  const other = await testApp({ with: tested })
  const name = 'Aniceto Quintanilha'
  const refused = await make.application({ name, email: 'aniceto@exemplo.pt' })
  const refusal = {
    title: 'Recusar',
    resource: 'memberApplications',
    action: 'refuse',
    input: { reason: 'Não cumpre.' },
    audience: { ids: [refused._id] },
  }
  const bulk = succeeded(await admin.post('/bulk_actions', refusal))
  await jobsDone(tested, 'bulkActions')
  const withdrawn = await make.application({ name })
  succeeded(await act(withdrawn, 'withdraw', { reason: 'Mudou de terra.' }))
  const duplicate = await make.application({ name })
  succeeded(await act(duplicate, 'mark_duplicate', {}))
  const accepted = await make.application({ nif: '' })
  succeeded(await act(accepted, 'accept', { newPerson: true }))
  const draft = await make.application({ name, draft: true })
  assert.equal((await admin.delete(`/member_applications/${draft._id}`)).status, 204)
  const waiting = await make.application()
  const reopened = await make.application()
  succeeded(await act(reopened, 'refuse', { reason: 'x' }))
  clock.advance({ days: 350 })
  await runDailyWork()
  succeeded(await act(reopened, 'reopen'))
  assert.equal(await codeOf(await read(refused)), 'refused', 'not before its time')
  const snapshots = await sql('SELECT FROM audit_events WHERE record_id = $1 AND rows IS NOT NULL', [
    draft._id,
  ])
  assert.deepEqual(snapshots, [], 'the snapshot of the deleted draft is erased')

  clock.advance({ days: 20 })
  await sql(`CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END $$`)
  await sql('CREATE TRIGGER fall AFTER DELETE ON member_applications FOR EACH ROW EXECUTE FUNCTION fall()')
  await runDailyWork()
  tested.takeErrors()
  assert.equal(await codeOf(await read(refused)), 'refused', 'a process that dies midway erases nothing')
  assert.notEqual((await sql('SELECT FROM messages WHERE about_id = $1', [refused._id])).length, 0)
  await sql('DROP TRIGGER fall ON member_applications')

  await Promise.all([runDailyWork(), maintain(other.app.world)])
  await runDailyWork()
  for (const gone of [refused, withdrawn, duplicate]) {
    assert.equal((await admin.get(`/member_applications/${gone._id}`)).status, 404)
    const events = (await admin.get(`/member_applications/${gone._id}/audit_events`)).body.data
    assert.deepEqual(
      [events[0]?.['action'], events.filter(({ action }) => action === 'erased').length],
      ['erased', 1],
    )
  }
  assert.deepEqual(await tablesWith('aniceto'), [], 'no table contains the name or the email')
  const [result] = (await admin.get(`/bulk_actions/${bulk._id}/bulk_action_results`)).body.data
  assert.deepEqual(
    [result?.['label'], result?.['outcome']],
    ['—', 'done'],
    'the result stays, without the name',
  )
  assert.equal(await codeOf(await read(accepted)), 'accepted', 'accepted applications stay')
  assert.equal(await codeOf(await read(waiting)), 'submitted')
  assert.equal(await codeOf(await read(reopened)), 'review')
})

test('photos without an application are deleted after a day, with their files', async () => {
  const image = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/application_form/photo',
    payload: Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  assert.equal(statusCode, 201)
  const [photo] = await sql<{ photo_id: string }>('SELECT photo_id FROM application_photos')
  const id = String(photo?.photo_id)
  const { files } = app.world
  const file = await files.read(id, 'small')
  assert.ok(file)
  file.destroy()
  await runDailyWork()
  assert.equal((await sql('SELECT FROM application_photos')).length, 1)
  clock.advance({ days: 3 })
  await runDailyWork()
  for (const table of ['application_photos', 'stored_files', 'discarded_files'])
    assert.equal((await sql(`SELECT FROM ${table}`)).length, 0, table)
  assert.equal(await files.read(id, 'small'), undefined)
})
