import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { pdfOf } from '../../testing/sample-pdf.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, another, make, sql, clock, today } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await as('admin')
const pdf = await pdfOf('Papel')

async function upload(content: Buffer, by: TestUser = admin) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'papel')
  const headers = { authorization: `Bearer ${by.tokens.access}` }
  const response = await fetch(`${address}/api/record_files`, { method: 'POST', body: form, headers })
  return { status: response.status, body: (await response.json()) as { data: { _id: string } } }
}
const uploadedId = async (content = pdf) => (await upload(content)).body.data._id
const needing = await make.stateName({ name: 'Readmitido', needsDocument: true })
const change = async (memberId: string, input: object, by: TestUser = admin) =>
  by.post(`/members/${memberId}/change_state`, {
    stateNameId: needing._id,
    date: await today(),
    ...input,
  })

describe('a state that needs a document', () => {
  test('is rejected without one, and stores the given one', async () => {
    const member = await make.member()
    const refused = await change(member._id, {})
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['documentId']])
    assert.match(String(refused.body.errors['documentId']), /Readmitido/)
    const unknown = await change(member._id, { documentId: '01890a5d-ac96-774b-bcce-b302099a8057' })
    assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['documentId']])

    succeeded(await change(member._id, { documentId: await uploadedId() }))
    const { data } = (await admin.get(`/members/${member._id}/member_states?_sort=-startDate`)).body
    const file = await app.inject(String(data[0]?.['documentUrl']))
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'application/pdf'])
    assert.equal(data[1]?.['documentUrl'], null)
  })

  test('accepts PDF and photos from staff only; members do not see it', async () => {
    const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const member = await make.member()
    succeeded(await change(member._id, { documentId: await uploadedId(photo) }, await as('editor')))
    const [state] = (await admin.get(`/members/${member._id}/member_states?_sort=-startDate`)).body.data
    const file = await app.inject(String(state?.['documentUrl']))
    assert.equal(file.headers['content-type'], 'image/jpeg')
    assert.equal((await upload(Buffer.from('MZ nada'))).status, 415)
    assert.equal((await upload(pdf, await as('member'))).status, 403)
    const one = await another('member')
    const { data } = (await one.get(`/members/${one.memberId}/member_states`)).body
    assert.ok(
      data.every((row) => !('documentUrl' in row)),
      'members do not see it',
    )
  })

  test('other states accept one too, and unused files are deleted after 31 days', async () => {
    const member = await make.member()
    const used = await uploadedId()
    const { _id: stateNameId } = await make.stateName()
    succeeded(await change(member._id, { stateNameId, documentId: used }))
    const unused = await uploadedId()
    clock.advance({ days: 33 })
    await maintain(app.world)
    const left = await sql<{ id: string }>('SELECT id FROM stored_files WHERE id = ANY($1)', [[used, unused]])
    assert.deepEqual(
      left.map(({ id }) => id),
      [used],
    )
  })
})
