import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'
import type { KnownCards } from '@agremia/resources/card-verification.ts'
import { knownKeyBytes } from '@agremia/resources/card-verification.ts'
import type { Answer, TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { samplePhoto } from '../testing/sample-photo.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { as, make, sql, visitor, clock } = app
const admin = await as('admin')
const issue = async (memberId: string): Promise<TestRecord> =>
  succeeded(await admin.post('/membership_cards', { memberId }))

/** All that an answer says, but for what says which answer it is. */
function saidBy({ status, headers, text }: Answer): string {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return JSON.stringify([status, rest, text])
}

test('nothing tells a code that is none from one that is nobody’s, or nearly somebody’s', async () => {
  const { code } = await issue((await make.member())._id)
  const near = `${String(code).slice(0, 11)}${String(code).endsWith('0') ? '1' : '0'}`
  const given = ['000000000000', near, 'x', '%00', 'AAAA-BBBB-CCC!', 'a/b', 'é'.repeat(30), 'A'.repeat(900)]
  const answers = await Promise.all(
    given.map((one) => visitor.get(`/membership_cards/verify/${one.startsWith('%') ? one : encodeURI(one)}`)),
  )
  const [first = ''] = answers.map(saidBy)
  for (const [index, answer] of answers.entries())
    assert.deepEqual([given[index], saidBy(answer)], [given[index], first])
  assert.equal(answers[0]?.status, 404)
  assert.equal(answers[0]?.headers['x-robots-tag'], 'noindex')
  assert.equal(answers[0]?.headers['cache-control'], 'no-store')
})

test('the card of somebody who died is not valid, also where only the date of the death was written down', async () => {
  const member = await make.member({ birthDate: '1950-01-01' })
  const { code } = await issue(member._id)
  const standing = async () =>
    succeeded(await visitor.get(`/membership_cards/verify/${String(code)}`))['status']
  assert.equal(await standing(), 'valido')
  succeeded(await admin.patch(`/members/${member._id}`, { deathDate: '2024-05-01' }))
  assert.equal(await standing(), 'invalido')
  succeeded(await admin.patch(`/members/${member._id}`, { deathDate: null }))
  assert.equal(await standing(), 'valido', 'a mistake is corrected')
})

test('codes are looked up by their whole hash, which is unique, and by nothing else', async () => {
  const plans = await sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM membership_cards WHERE code_hash = sha256('x'::bytea)`,
  )
  assert.match(plans.map((line) => line['QUERY PLAN']).join('\n'), /membership_cards_code/)
  const ways = await sql<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE tablename = 'membership_cards' AND indexdef ~ '\\(code[,)]'`,
  )
  assert.deepEqual(
    ways,
    [],
    'an index of the codes themselves would answer sooner for those that are nearly right',
  )
})

test('whoever tries codes has thirty a minute, whatever they try, and learns nothing from the refusal', async () => {
  const { code } = await issue((await make.member())._id)
  assert.equal((await visitor.get('/membership_cards/verify/nada')).status, 404)
  await sql(`UPDATE login_attempts SET failures = 450 WHERE subject LIKE 'cardVerification:%'`)
  const answers = await Promise.all(
    [code, '000000000000', 'nada'].map((one) => visitor.get(`/membership_cards/verify/${String(one)}`)),
  )
  assert.equal(new Set(answers.map(saidBy)).size, 1)
  assert.equal(answers[0]?.status, 429)
  assert.equal((await admin.get(`/membership_cards/verify/${String(code)}`)).status, 200)
  clock.advance({ minutes: 16 })
  assert.equal((await visitor.get(`/membership_cards/verify/${String(code)}`)).status, 200)
})

const known = async (headers: Record<string, string> = {}) => admin.get('/membership_cards/known', headers)
const listOf = ({ body }: { body: unknown }) => (body as { data: KnownCards }).data

/** What the list says of a code. */
function lookUp(list: KnownCards, code: unknown) {
  const key = createHash('sha256').update(String(code)).digest().subarray(0, knownKeyBytes)
  for (const page of list.pages) {
    const keys = Buffer.from(page.keys, 'base64')
    for (let place = 0; place < page.numbers.length; place++) {
      if (!keys.subarray(place * knownKeyBytes, (place + 1) * knownKeyBytes).equals(key)) continue
      return {
        number: page.numbers[place],
        name: page.names[place],
        status: list.statuses[page.statuses[place] ?? -1],
        category: list.categories[page.categories[place] ?? -1],
        until: page.until[place],
      }
    }
  }
  return undefined
}

test('the list for a door without network says what the server would, and no code can be read from it', async () => {
  const good = await make.member({ name: 'Graça Maria Lobo Antunes', category: 'Juvenil' })
  const bad = await make.member({ state: 'Suspenso (quotas)' })
  const [first, second] = [await issue(good._id), await issue(bad._id)]
  succeeded(await admin.post(`/membership_cards/${first._id}/issue_copy`, { lost: true, chargeFee: false }))
  const cards = (await admin.get(`/members/${good._id}/membership_cards`)).body as { data: TestRecord[] }
  const copyId = cards.data.find((card) => card['issue'] === 2)?._id ?? ''
  const copy = succeeded(await admin.get(`/membership_cards/${copyId}`))
  const answer = await known()
  const list = listOf(answer)
  assert.deepEqual(lookUp(list, copy['code']), {
    number: good['memberNumber'],
    name: 'Graça A.',
    status: 'valido',
    category: 'Juvenil',
    until: copy['validUntil'],
  })
  assert.equal(lookUp(list, second['code'])?.status, 'suspenso')
  assert.equal(lookUp(list, first['code'])?.status, 'invalido')
  assert.equal(lookUp(list, '000000000000'), undefined)
  for (const { code } of [first, second, copy]) assert.ok(!answer.text.includes(String(code)))
  assert.ok(!answer.text.includes('Lobo'))
  assert.equal(list.listedAt, clock().toISOString())
})

test('cards that ended long ago are not in the list', async () => {
  const { _id, code } = await issue((await make.member())._id)
  await sql(`UPDATE membership_cards SET status = 'expired', valid_until = '2019-12-31' WHERE id = $1`, [_id])
  assert.equal(lookUp(listOf(await known()), code), undefined)
})

test('the list travels compressed, and not again while nothing changed', async () => {
  const first = await known()
  const tag = String(first.headers['etag'])
  clock.advance({ minutes: 1 })
  const again = await known({ 'if-none-match': tag })
  assert.deepEqual([again.status, again.text], [304, ''])
  await issue((await make.member())._id)
  const other = await known({ 'if-none-match': tag })
  assert.equal(other.status, 200)
  assert.notEqual(other.headers['etag'], tag)
  const { tokens } = await app.another('admin')
  const raw = await app.app.inject({
    url: '/api/membership_cards/known',
    headers: { authorization: `Bearer ${tokens.access}`, 'accept-encoding': 'gzip, br' },
  })
  assert.equal(raw.headers['content-encoding'], 'gzip')
  assert.deepEqual(listOf({ body: JSON.parse(gunzipSync(raw.rawPayload).toString()) }), listOf(other))
})

test('the list is the staff’s', async () => {
  const member = await as('member')
  assert.equal((await member.get('/membership_cards/known')).status, 403)
  assert.equal((await visitor.get('/membership_cards/known')).status, 401)
})

/** Puts a photo on a member's record, as the interface does. */
async function addPhoto(memberId: string): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await samplePhoto(1))]), 'foto.jpg')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const { tokens } = await app.another('admin')
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: `/api/member_photos/${memberId}`,
    headers: {
      'content-type': String(request.headers.get('content-type')),
      authorization: `Bearer ${tokens.access}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  assert.equal(statusCode, 201)
}

test('a face is shown only where the organisation shows faces and its owner agreed', async () => {
  const member = await make.member()
  const { code } = await issue(member._id)
  await addPhoto(member._id)
  const photo = async () =>
    (await visitor.get(`/membership_cards/verify/${String(code)}`)).body.data['photoUrl']
  const show = async (value: string) => succeeded(await admin.patch('/settings/verifyShowsPhoto', { value }))
  const consent = { personId: String(member['personId']), purpose: 'imageUse' }
  assert.equal(await photo(), null)
  await show('true')
  assert.equal(await photo(), null)
  await make.consent({ ...consent, status: 'given' })
  const address = await photo()
  assert.match(String(address), /^\/api\/files\//)
  assert.equal((await app.app.inject(String(address))).statusCode, 200)
  clock.advance({ minutes: 1 })
  await make.consent({ ...consent, status: 'withdrawn' })
  assert.equal(await photo(), null)
  await show('false')
})

test('a member sees the own card, whose large code is that of the card, and nobody else’s', async () => {
  const member = await app.another('member')
  const { _id, code } = await issue(String(member.memberId))
  const other = await issue((await make.member())._id)
  const { body } = await member.get(`/membership_cards/${_id}/preview`)
  assert.equal(String(body.data['code']).replaceAll('-', ''), code)
  assert.equal(await readQr(String(body.data['qr'])), `http://localhost:3000/v/${String(code)}`)
  assert.equal((await member.get(`/membership_cards/${other._id}/preview`)).status, 404)
  const listed = (await member.get('/membership_cards')).body as { data: TestRecord[] }
  assert.deepEqual(
    listed.data.map((card) => card._id),
    [_id],
  )
})

/** What a camera reads from a picture. */
async function readQr(svg: string): Promise<string | undefined> {
  const side = 600
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  context.drawImage(await loadImage(Buffer.from(svg)), 0, 0, side, side)
  return (jsqr as unknown as typeof jsqr.default)(context.getImageData(0, 0, side, side).data, side, side)
    ?.data
}
