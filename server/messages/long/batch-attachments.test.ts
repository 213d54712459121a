import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeeded } from '../../testing/make.ts'
import { pdfOf } from '../../testing/sample-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { startTestMailServer } from '../../testing/test-mail-server.ts'
import { runClock, messageTools } from '../testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const here = await testApp({ config: { smtpUrl: mail.url } })
const { app, another, as, make, sql } = here
const { set, until } = messageTools(here)
runClock(here)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const editor = await as('editor')
await set('messagesPerMinute', '6000')
const people = [
  await make.member({ email: 'ana@exemplo.pt' }),
  await make.member({ email: 'rui@exemplo.pt' }),
  await make.member({ mobile: '+351912345678', messageChannel: 'sms' }),
]

async function upload(content: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'Convocatória.pdf')
  // Of a new session: the clock of this file may have run for hours while others were tested.
  const { tokens } = await another('editor')
  const headers = { authorization: `Bearer ${tokens.access}` }
  const response = await fetch(`${address}/api/record_files`, { method: 'POST', body: form, headers })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return (JSON.parse(text) as { data: { _id: string } }).data._id
}

const batch = (attachmentId: unknown) => ({
  subject: 'Assembleia',
  body: '<p>Segue a convocatória.</p>',
  smsText: 'Há assembleia.',
  audience: { ids: people.map(({ _id }) => _id) },
  attachmentId,
})

test('every email of a batch brings the same stored file; it cannot be deleted afterwards', async () => {
  const content = await pdfOf('Convocatória')
  const attachmentId = await upload(content)
  const { _id } = succeeded(await editor.post('/message_batches', batch(attachmentId)))
  await until(async () => mail.received.length === 2)
  const encoded = content.toString('base64').slice(0, 60)
  for (const { raw } of mail.received) {
    assert.match(raw, /^Content-Type: application\/pdf/m)
    assert.ok(raw.includes(encoded))
  }
  const rows = await sql<{ channel: string; ids: string | null }>(
    `SELECT channel, attachments -> 0 ->> 'id' AS ids FROM messages WHERE batch_id = $1 ORDER BY channel`,
    [_id],
  )
  assert.deepEqual(
    rows.map(({ channel, ids }) => [channel, ids]),
    [
      ['email', attachmentId],
      ['email', attachmentId],
      ['sms', null],
    ],
  )
  const [kept] = await sql('SELECT kind, unused_since FROM record_files WHERE id = $1', [attachmentId])
  assert.deepEqual(kept, { kind: 'attachment', unused_since: null })
  assert.equal((await editor.delete(`/record_files/${attachmentId}`)).status, 409)
})

test('a missing or too large attachment is refused', async () => {
  const refused = async (id: string) => {
    const { status, body } = await editor.post('/message_batches', batch(id))
    return [status, body.errors['attachmentId']?.[0]]
  }
  const [status, message] = await refused('01890a5d-ac96-774b-bcce-b302099a8057')
  assert.deepEqual([status, /já não existe/.test(String(message))], [422, true])
  const id = await upload(await pdfOf('Grande'))
  await sql('UPDATE record_files SET bytes = 6000000 WHERE id = $1', [id])
  const [tooLarge, reason] = await refused(id)
  assert.deepEqual([tooLarge, /até 5 MB/.test(String(reason))], [422, true])
})
