import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { testApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-app.ts'

const { app, as, another, make, sql, takeErrors } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })

const png = await picture(400, 300).png().toBuffer()

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
}

interface Answer {
  status: number
  body: {
    data: { _id: string; url: string; thumbnailUrl: string }
    message: string
    errors: Record<string, string[]>
  }
}

async function upload(
  path: string,
  content: Buffer,
  {
    by,
    name = 'foto.png',
    field = 'file',
    key,
  }: { by?: TestUser; name?: string; field?: string; key?: string } = {},
): Promise<Answer> {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(content)]), name)
  const { tokens } = by ?? (await as('editor'))
  const headers = { authorization: `Bearer ${tokens.access}`, ...(key && { 'idempotency-key': key }) }
  const response = await fetch(`${address}/api${path}`, { method: 'POST', body: form, headers })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

/** Reads the body, since an unread response would keep the server from closing. */
async function statusOf(url: string, method = 'GET'): Promise<number> {
  const response = await fetch(address + url, { method })
  await response.arrayBuffer()
  return response.status
}

async function imageAt(url: string) {
  const response = await fetch(address + url)
  assert.equal(response.status, 200)
  return { type: response.headers.get('content-type'), content: Buffer.from(await response.arrayBuffer()) }
}

async function photoOf(personId: unknown): Promise<string | null> {
  return (
    (await sql<{ photo_id: string | null }>('SELECT photo_id FROM people WHERE id = $1', [personId]))[0]
      ?.photo_id ?? null
  )
}

const storedFiles = async () => (await sql('SELECT id FROM stored_files')).length

test('a photo has links to its sizes, in its own route and in the record', async () => {
  const member = await make.member()
  const { status, body } = await upload(`/member_photos/${member._id}`, png)
  assert.equal(status, 201)
  assert.equal(body.data._id, member._id)
  const large = await imageAt(body.data.url)
  assert.equal(large.type, 'image/jpeg')
  assert.deepEqual(await sizeOf(large.content), ['jpeg', 560, 720])
  const small = await imageAt(body.data.thumbnailUrl)
  assert.equal(small.type, 'image/webp')
  assert.deepEqual(await sizeOf(small.content), ['webp', 112, 144])

  const editor = await as('editor')
  const read = await editor.get(`/members/${member._id}`)
  assert.equal(read.body.data['photoUrl'], body.data.thumbnailUrl)
  assert.deepEqual(
    (await editor.get(`/person_photos/${String(member['personId'])}`)).body.data['url'],
    body.data.url,
  )
  assert.ok(read.body.data._version > member._version)
})

async function sizeOf(content: Buffer) {
  const { format, width, height } = await sharp(content).metadata()
  return [format, width, height]
}

test('a photo is stored rotated, at most 1600 pixels a side, without EXIF data', async () => {
  const turned = await picture(3000, 2000)
    .withExif({ IFD0: { Artist: 'Segredo' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const person = await make.person()
  assert.equal((await upload(`/person_photos/${person._id}`, turned, { name: 'x.gif' })).status, 201)
  const id = await photoOf(person._id)
  const stream = await app.world.files.read(String(id), 'original')
  const { format, width, height, exif, orientation } = await sharp(
    Buffer.concat(await stream!.toArray()),
  ).metadata()
  assert.deepEqual(
    { format, width, height, exif, orientation },
    { format: 'jpeg', width: 1067, height: 1600, exif: undefined, orientation: undefined },
  )
  assert.deepEqual(await sql('SELECT media_type, width, height FROM stored_files WHERE id = $1', [id]), [
    { media_type: 'image/jpeg', width: 1067, height: 1600 },
  ])
})

test('transparent pixels become white', async () => {
  const clear = await sharp({
    create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .webp()
    .toBuffer()
  const { body } = await upload(`/person_photos/${(await make.person())._id}`, clear)
  const { dominant } = await sharp((await imageAt(body.data.url)).content).stats()
  assert.ok(dominant.r > 240 && dominant.g > 240 && dominant.b > 240)
})

test('replacing or removing a photo deletes its files', async () => {
  const member = await make.member()
  const first = await upload(`/member_photos/${member._id}`, png)
  const before = await storedFiles()
  const second = await upload(`/member_photos/${member._id}`, png)
  assert.notEqual(second.body.data.url, first.body.data.url)
  assert.equal(await statusOf(first.body.data.url), 404)
  assert.equal(await storedFiles(), before)

  const editor = await as('editor')
  assert.equal((await editor.delete(`/member_photos/${member._id}`)).status, 204)
  assert.equal(await statusOf(second.body.data.url), 404)
  assert.equal(await storedFiles(), before - 1)
  assert.equal((await editor.get(`/member_photos/${member._id}`)).status, 404)
  assert.equal((await editor.delete(`/member_photos/${member._id}`)).status, 404)
  assert.equal((await editor.get(`/members/${member._id}`)).body.data['photoUrl'], null)
})

test('the files of a replaced photo are noted in its transaction, so that a kill before their deletion leaves none', async (t) => {
  const member = await make.member()
  await upload(`/member_photos/${member._id}`, png)
  const replaced = await photoOf(member['personId'])
  const began = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  t.mock.method(app.world.files, 'remove', async () => {
    began.resolve()
    await finish.promise
    return true
  })
  const replacing = upload(`/member_photos/${member._id}`, png)
  await began.promise
  assert.deepEqual(await sql('SELECT id, kept_until FROM discarded_files'), [
    { id: replaced, kept_until: null },
  ])
  finish.resolve()
  assert.equal((await replacing).status, 201)
  assert.deepEqual(await sql('SELECT FROM discarded_files'), [])
})

test('changes of a photo have audit events of the person and the member', async () => {
  const member = await make.member()
  await upload(`/member_photos/${member._id}`, png)
  await upload(`/member_photos/${member._id}`, png)
  const events = await sql(
    `SELECT resource, record_id, action, changes FROM audit_events WHERE changes::text LIKE '%photoUrl%' AND record_id = ANY($1) ORDER BY at, resource`,
    [[member._id, member['personId']]],
  )
  const entry = (resource: string, id: unknown, from: unknown, to: string) => ({
    resource,
    record_id: id,
    action: 'updated',
    changes: [{ field: 'photoUrl', from, to }],
  })
  assert.deepEqual(events, [
    entry('members', member._id, null, 'Fotografia'),
    entry('people', member['personId'], null, 'Fotografia'),
    entry('members', member._id, 'Fotografia', 'Nova fotografia'),
    entry('people', member['personId'], 'Fotografia', 'Nova fotografia'),
  ])
})

test('invalid images are rejected, and no file is stored', async () => {
  const person = await make.person()
  const path = `/person_photos/${person._id}`
  const before = await storedFiles()
  const noise = Buffer.from(Array.from({ length: 400 * 300 * 3 }, () => Math.random() * 256))
  const jpeg = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer()
  const wide = await picture(4000, 40).png().toBuffer()
  const refusals: [string, Buffer, number][] = [
    ['text', Buffer.from('isto não é uma imagem'), 415],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'), 415],
    ['gif', await picture(100, 100).gif().toBuffer(), 415],
    ['avif', await picture(100, 100).avif().toBuffer(), 415],
    ['pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), 415],
    ['nothing', Buffer.alloc(0), 422],
    ['cut short', jpeg.subarray(0, jpeg.length / 2), 422],
    ['cut short png', png.subarray(0, png.length - 40), 422],
    ['too long', wide, 422],
    ['too small', await picture(20, 20).png().toBuffer(), 422],
    ['a bomb', pngOf(16_000, 16_000), 422],
    ['too large', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413],
  ]
  for (const [what, content, status] of refusals) {
    const answer = await upload(path, content)
    assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`)
    assert.ok(answer.body.errors['file']?.[0], what)
  }
  assert.equal(await photoOf(person._id), null)
  assert.equal(await storedFiles(), before)
  assert.equal((await upload(path, png, { field: 'photo' })).status, 422)
})

/** A black PNG of one bit per pixel: a few kilobytes that decode to hundreds of megabytes. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const pixels = deflateSync(Buffer.alloc((width / 8 + 1) * height))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('bodies that are not a complete multipart form are rejected', async () => {
  const editor = await as('editor')
  const person = await make.person()
  assert.equal((await editor.post(`/person_photos/${person._id}`, { file: 'x' })).status, 415)
  const cut = await editor.send(
    'POST',
    `/person_photos/${person._id}`,
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    { 'content-type': 'multipart/form-data; boundary=x' },
  )
  assert.equal(cut.status, 400)
  const empty = await editor.send('POST', `/person_photos/${person._id}`, '--x--\r\n', {
    'content-type': 'multipart/form-data; boundary=x',
  })
  assert.ok([400, 422].includes(empty.status), empty.text)
})

test('members can change and see only their own photo', async () => {
  const member = await another('member')
  const other = await make.member()
  assert.equal((await upload(`/member_photos/${member.memberId}`, png, { by: member })).status, 201)
  assert.equal((await upload(`/person_photos/${member.personId}`, png, { by: member })).status, 201)
  assert.equal((await member.get(`/member_photos/${member.memberId}`)).status, 200)
  await upload(`/member_photos/${other._id}`, png)
  assert.equal((await upload(`/member_photos/${other._id}`, png, { by: member })).status, 404)
  assert.equal((await member.get(`/member_photos/${other._id}`)).status, 404)
  assert.equal((await member.delete(`/member_photos/${other._id}`)).status, 404)
  assert.equal(await statusOf(`/api/member_photos/${other._id}`), 401)
  assert.equal(await statusOf(`/api/member_photos/${other._id}`, 'DELETE'), 401)
})

test('photos of unknown ids get 404', async () => {
  const editor = await as('editor')
  for (const id of ['x', '01890a5d-ac96-774b-bcce-b302099a8057']) {
    assert.equal((await editor.get(`/member_photos/${id}`)).status, 404)
    assert.equal((await upload(`/member_photos/${id}`, png)).status, 404)
  }
})

test('a request repeated with its idempotency key stores one photo', async () => {
  const person = await make.person()
  const before = await storedFiles()
  const first = await upload(`/person_photos/${person._id}`, png, { key: 'chave-1' })
  const again = await upload(`/person_photos/${person._id}`, png, { key: 'chave-1' })
  assert.equal(again.status, 201)
  assert.deepEqual(again.body, first.body)
  assert.equal(await storedFiles(), before + 1)
  assert.equal(await statusOf(first.body.data.url), 200)
})

test('concurrent uploads for one person leave one photo, with its files', async () => {
  const member = await make.member()
  const before = await storedFiles()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      upload(
        index % 2 ? `/member_photos/${member._id}` : `/person_photos/${String(member['personId'])}`,
        png,
      ),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 201),
  )
  assert.equal(await storedFiles(), before + 1)
  const { body } = await (await as('editor')).get(`/member_photos/${member._id}`)
  assert.equal(await statusOf(String(body.data['url'])), 200)
  takeErrors()
})
