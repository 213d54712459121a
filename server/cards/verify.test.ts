import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'
import { addDays } from '@agremia/resources/rules/dates.ts'
import type { KnownCards } from '@agremia/resources/card-verification.ts'
import { knownKeyBytes } from '@agremia/resources/card-verification.ts'
import type { Answer, TestRecord } from '../testing/caller.ts'
import { maintain } from '../maintenance.ts'
import { succeeded } from '../testing/make.ts'
import { samplePhoto } from '../testing/sample-photo.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { as, make, sql, visitor, clock, today } = app
const admin = await as('admin')
const issue = async (memberId: string): Promise<TestRecord> =>
  succeeded(await admin.post('/membership_cards', { memberId }))

/** Status, headers and body of an answer, without its date and request id. */
function comparable({ status, headers, text }: Answer): string {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return JSON.stringify([status, rest, text])
}

test('malformed, unknown and nearly right codes get identical answers', async () => {
  const { code } = await issue((await make.member())._id)
  const near = `${String(code).slice(0, 11)}${String(code).endsWith('0') ? '1' : '0'}`
  const codes = ['000000000000', near, 'x', '%00', 'AAAA-BBBB-CCC!', 'a/b', 'é'.repeat(30), 'A'.repeat(900)]
  const answers = await Promise.all(
    codes.map((one) => visitor.get(`/membership_cards/verify/${one.startsWith('%') ? one : encodeURI(one)}`)),
  )
  const [first = ''] = answers.map(comparable)
  for (const [index, answer] of answers.entries())
    assert.deepEqual([codes[index], comparable(answer)], [codes[index], first])
  assert.equal(answers[0]?.status, 404)
  assert.equal(answers[0]?.headers['x-robots-tag'], 'noindex')
  assert.equal(answers[0]?.headers['cache-control'], 'no-store')
})

test('the card of a deceased person is invalid as soon as the date of death is recorded, and valid when it is removed', async () => {
  const member = await make.member({ birthDate: '1950-01-01' })
  const { code } = await issue(member._id)
  const validity = async () =>
    succeeded(await visitor.get(`/membership_cards/verify/${String(code)}`))['status']
  assert.equal(await validity(), 'valido')
  succeeded(await admin.patch(`/members/${member._id}`, { deathDate: '2024-05-01' }))
  assert.equal(await validity(), 'invalido')
  succeeded(await admin.patch(`/members/${member._id}`, { deathDate: null }))
  assert.equal(await validity(), 'valido', 'the date was removed')
})

test('codes are looked up by the index of their hash, and no index contains the code itself', async () => {
  const plans = await sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM membership_cards WHERE code_hash = sha256('x'::bytea)`,
  )
  assert.match(plans.map((line) => line['QUERY PLAN']).join('\n'), /membership_cards_code/)
  const codeIndexes = await sql<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE tablename = 'membership_cards' AND indexdef ~ '\\(code[,)]'`,
  )
  assert.deepEqual(
    codeIndexes,
    [],
    'the response time of an index on the codes would reveal nearly right codes',
  )
})

test('a visitor over the rate limit gets the same 429 for valid and invalid codes; staff are not limited', async () => {
  const { code } = await issue((await make.member())._id)
  assert.equal((await visitor.get('/membership_cards/verify/nada')).status, 404)
  await sql(`UPDATE login_attempts SET failures = 450 WHERE subject LIKE 'cardVerification:%'`)
  const answers = await Promise.all(
    [code, '000000000000', 'nada'].map((one) => visitor.get(`/membership_cards/verify/${String(one)}`)),
  )
  assert.equal(new Set(answers.map(comparable)).size, 1)
  assert.equal(answers[0]?.status, 429)
  assert.equal((await admin.get(`/membership_cards/verify/${String(code)}`)).status, 200)
  clock.advance({ minutes: 16 })
  assert.equal((await visitor.get(`/membership_cards/verify/${String(code)}`)).status, 200)
})

const known = async (headers: Record<string, string> = {}) => admin.get('/membership_cards/known', headers)
const listOf = ({ body }: { body: unknown }) => (body as { data: KnownCards }).data

/** The entry of a code in the list. */
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

test('the offline list gives the same validity as the server, and contains no codes and no full names', async () => {
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

/** The validity of a card at the door and in the offline list. */
async function validityOf(code: unknown): Promise<[unknown, unknown]> {
  const atDoor = succeeded(await visitor.get(`/membership_cards/verify/${String(code)}`))['status']
  return [atDoor, lookUp(listOf(await known()), code)?.status]
}
const longAgo = { year: 2024, dueDate: '2024-03-31' }

test('only overdue quotas make a card irregular, and other debts do not', async () => {
  const { _id: memberId } = await make.member({ admissionDate: '2020-01-01' })
  const { code } = await issue(memberId)
  await make.charge({ memberId, type: 'other', amount: 80, dueDate: '2024-03-31' })
  assert.deepEqual(await validityOf(code), ['valido', 'valido'])
  const quota = await make.charge({ memberId, type: 'quota', amount: 24, ...longAgo })
  assert.deepEqual(await validityOf(code), ['irregular', 'irregular'])
  succeeded(await admin.post(`/unsettled_payments/${quota._id}/exempt`, { reason: 'Desemprego' }))
  assert.deepEqual(await validityOf(code), ['valido', 'valido'])
})

test('who keeps a payment agreement is in order everywhere, until an instalment is missing or the agreement ends', async () => {
  const { _id: memberId } = await make.member({ admissionDate: '2020-01-01' })
  const { code } = await issue(memberId)
  for (const type of ['quota', 'other']) await make.charge({ memberId, type, amount: 24, ...longAgo })
  const order = async () => {
    const { overdueAmount, quotasUpToDate, oldestDebt } = succeeded(await admin.get(`/members/${memberId}`))
    const { body } = await admin.get(`/charges_by_member?_memberId=${memberId}`)
    return [
      overdueAmount,
      quotasUpToDate,
      oldestDebt,
      body.data[0]?.['overdueAmount'],
      await validityOf(code),
    ]
  }
  const late = [48, false, '2024-03-31', 48, ['irregular', 'irregular']]
  const inOrder = [0, true, null, 0, ['valido', 'valido']]
  assert.deepEqual(await order(), late)
  const agreed = { memberId, instalments: 2, firstDate: await app.today() }
  const { _id } = await make.agreement(agreed)
  assert.deepEqual(await order(), inOrder)
  succeeded(await admin.post(`/payment_agreements/${_id}/cancel`, { reason: 'Engano' }))
  assert.deepEqual(await order(), late)
  await make.agreement(agreed)
  await maintain(app.app.world)
  assert.deepEqual(await order(), inOrder)
  clock.advance({ days: 20 })
  await maintain(app.app.world)
  assert.deepEqual(await order(), late)
  const payment = { memberId, amount: 24, date: await app.today(), method: 'transfer' }
  succeeded(await admin.post('/payments', payment))
  assert.deepEqual(await order(), inOrder)
})

test('the offline list omits cards that ended more than a year ago', async () => {
  const { _id, code } = await issue((await make.member())._id)
  await sql(`UPDATE membership_cards SET status = 'expired', valid_until = '2019-12-31' WHERE id = $1`, [_id])
  assert.equal(lookUp(listOf(await known()), code), undefined)
})

test('the offline list is compressed, and answers 304 while no card changed', async () => {
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

test('the offline list is for staff only', async () => {
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

test('a verification shows the photo only when the setting is on and the member consents', async () => {
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

test('members see only their own card, and its QR code holds the verification URL', async () => {
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

/** Decodes the QR code of an SVG. */
async function readQr(svg: string): Promise<string | undefined> {
  const side = 600
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  context.drawImage(await loadImage(Buffer.from(svg)), 0, 0, side, side)
  return (jsqr as unknown as typeof jsqr.default)(context.getImageData(0, 0, side, side).data, side, side)
    ?.data
}

test('the card of who is admitted later is invalid until that day, at the door and in the offline list', async () => {
  const day = addDays(await today(), 20)
  const member = await make.member({ admissionDate: day })
  const { code } = await issue(member._id)
  assert.deepEqual(await validityOf(code), ['invalido', 'invalido'])
  clock.advance({ days: 20 })
  assert.deepEqual(await validityOf(code), ['valido', 'valido'])
})
