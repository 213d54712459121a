import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../testing/test-app.ts'

const { as, make } = await testApp()
const admin = await as('admin')

test('bodies with U+0000 or unpaired surrogates are stored without them, in every text', async () => {
  const sent = String.raw`{"name":"Ana\u0000 Silva","city":"\ud83d\ude00 Faro \ud800","personNotes":"\\u0000 \udfff."}`
  const { status, body } = await admin.send('POST', '/people', sent)
  assert.equal(status, 201)
  const { name, city, personNotes } = body.data
  assert.deepEqual(
    [name, city, personNotes],
    ['Ana Silva', '😀 Faro \ufffd', String.raw`\u0000 ` + '\ufffd.'],
  )
})

test('routes of areas get no unpaired surrogates either', async () => {
  const { _id: memberId } = await make.member()
  const lone = String.raw`"Olá \ud800"`
  for (const [path, text, status] of [
    ['/server_messages', `{"message":${lone}}`, 204],
    [
      '/message_settings/welcome/preview',
      `{"subject":${lone},"body":"<p>Olá</p>","memberId":"${memberId}"}`,
      200,
    ],
    [`/members/${memberId}/restrict`, `{"reason":${lone}}`, 200],
  ] as const) {
    const answer = await admin.send('POST', path, text)
    assert.ok(answer.status === status || answer.status === 422, `${path}: ${answer.status} ${answer.text}`)
  }
})
