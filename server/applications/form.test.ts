import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { embedOrigins } from './index.ts'
import { applicationTools } from '../testing/application-tools.ts'

const tested = await testApp({ sendsJunk: true })
const { visitor, make, sql, today, clock, as } = tested
const { admin, form, apply, byNumber, idOf, codeOf, messagesAbout, set, act } = await applicationTools(tested)

interface DescribedField {
  name: string
  validation: string[]
  options?: { value: string; label: string }[]
  appliesTo?: string
  required?: boolean
  text?: string
}

interface Form {
  isOpen: boolean
  fields: DescribedField[]
  consents: DescribedField[]
  categories: { name: string; minAge: number | null; allowsCollective: boolean }[]
  texts: { intro: string }
  proposers: number
  minimumTitles: number
}

const getForm = async () => (await visitor.get('/application_form')).body.data as unknown as Form
const send = (input: object, headers?: Record<string, string>) =>
  visitor.post('/application_form', input, headers)
const countApplications = async () =>
  (await sql<{ count: number }>('SELECT count(*)::int AS count FROM member_applications'))[0]?.count

/** The number of applications that wait for the staff, as in the menu. */
const countWaiting = async () => Number((await admin.get('/member_applications/waiting')).body.data['count'])

/** Checks that the form is rejected with errors on `fields`, and that nothing is stored. */
async function assertRejected(input: object, fields: string[]) {
  const before = await countApplications()
  const { status, body } = await send(input)
  assert.deepEqual([status, Object.keys(body.errors ?? {}).sort()], [422, [...fields].sort()], body.message)
  const validated = await visitor.post('/application_form/validate', input)
  assert.deepEqual([validated.status, validated.body], [200, { errors: body.errors }])
  assert.equal(await countApplications(), before)
  return body.errors
}

afterEach(async () => {
  const ours = settingNames.filter((name) => settingOf(name).group === 'Candidaturas')
  for (const name of [...ours, 'orgType', 'hasMemberApplication'] as const)
    await sql('UPDATE settings SET value = $2 WHERE name = $1 AND value <> $2', [
      name,
      settingOf(name).default,
    ])
  tested.app.world.organisation.forget()
  clock.advance({ minutes: 16 })
})

describe('the form', () => {
  test('answers fields, texts, consents and categories to visitors', async () => {
    const { isOpen, fields, consents, categories, proposers, minimumTitles } = await getForm()
    assert.equal(isOpen, true)
    const names = fields.map(({ name }) => name)
    for (const name of ['kind', 'name', 'nif', 'birthDate', 'email', 'guardianName', 'representativeName'])
      assert.ok(names.includes(name), name)
    for (const name of [
      'stateId',
      'number',
      'internalNotes',
      'proposer1Id',
      'capitalTitles',
      'maritalStatus',
    ])
      assert.ok(!names.includes(name), name)
    const category = fields.find(({ name }) => name === 'categoryId')
    assert.ok(category?.options?.some(({ label }) => label === 'Efetivo'))
    assert.ok(!category?.options?.some(({ label }) => label === 'Honorário'), 'honorary members do not apply')
    assert.deepEqual(
      categories.find(({ name }) => name === 'Juvenil'),
      {
        ...categories.find(({ name }) => name === 'Juvenil'),
        minAge: null,
        maxAge: 17,
        allowsCollective: false,
      },
    )
    assert.deepEqual(
      consents.map(({ name, required }) => [name, required]),
      [
        ['terms', true],
        ['privacyNotice', true],
        ['newsletter', false],
        ['sms', false],
        ['imageUse', false],
        ['guardianConsent', true],
      ],
    )
    assert.match(consents[0]?.text ?? '', /pretendo ser sócio/)
    assert.match(consents[1]?.text ?? '', /Comissão Nacional de Proteção de Dados/)
    assert.deepEqual([proposers, minimumTitles], [0, 0])
    assert.deepEqual(fields.find(({ name }) => name === 'birthDate')?.appliesTo, 'natural')
    assert.ok(fields.find(({ name }) => name === 'email')?.validation.includes('required'))
  })

  test('requires and hides fields by the settings, but never hides the email', async () => {
    await set('memberApplicationsRequiredFields', 'mobile')
    await set('memberApplicationsHiddenFields', 'phone,newsletter,email')
    const { fields, consents } = await getForm()
    const field = (name: string) => fields.find((known) => known.name === name)
    assert.ok(field('mobile')?.validation.includes('required'))
    assert.equal(field('phone'), undefined)
    assert.ok(field('email'), 'email is always required online')
    assert.ok(!consents.some(({ name }) => name === 'newsletter'))
    await assertRejected(form(), ['mobile'])
    await assertRejected(form({ mobile: '912345678', phone: '212345678' }), ['phone'])
  })

  test('rejects applications while it is closed', async () => {
    for (const name of ['applicationsOnline', 'hasMemberApplication']) {
      await set(name, 'false')
      assert.equal((await getForm()).isOpen, false)
      const before = await countApplications()
      const { status, body } = await send(form())
      assert.deepEqual([status, /fechadas/.test(body.message)], [409, true])
      assert.equal(await countApplications(), before)
      await set(name, 'true')
    }
  })
})

describe('an online application', () => {
  test('is unverified until the email is confirmed, and stores the consents with their evidence', async () => {
    const input = form({ nif: nifOf(1), newsletter: true, city: 'Aveiro', message: 'Olá.\nSou vizinho.' })
    const { status, body } = await send(input)
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body.data).sort(), ['confirmation', 'number'])
    assert.equal(body.data['confirmation'], 'link')
    const record = await byNumber(body.data['number'])
    assert.deepEqual(
      [await codeOf(record), record['source'], record['emailVerifiedAt'], record['memberId']],
      ['unverified', 'site', null, null],
    )
    for (const [name, value] of Object.entries(input)) assert.deepEqual(record[name], value, name)
    assert.ok(record['submittedAt'])
    const consents = (await admin.get(`/member_applications/${record._id}/member_application_consents`)).body
    const rows = consents.data.map((row) => [
      row['purpose'],
      row['accepted'],
      row['textVersion'],
      row['method'],
    ])
    assert.deepEqual(rows.sort(), [
      ['imageUse', false, 1, 'site'],
      ['newsletter', true, 1, 'site'],
      ['privacyNotice', true, 1, 'site'],
      ['sms', false, 1, 'site'],
      ['terms', true, 1, 'site'],
    ])
    assert.ok(consents.data.every((row) => row['address'] === '127.0.0.1' && row['at']))
    assert.deepEqual(await messagesAbout(record), ['applicationVerification'])
    const history = (await admin.get(`/member_applications/${record._id}/audit_events`)).body.data
    assert.deepEqual(
      history.map((event) => [event['action'], event['userName']]),
      [['created', 'Página de inscrição']],
    )
    const people = await sql('SELECT FROM people WHERE name = $1', [input.name])
    assert.equal(people.length, 0, 'an applicant is not a person yet')
  })

  test('is submitted at once when the setting requires no confirmation', async () => {
    await set('applicationsVerification', 'false')
    const { body } = await send(form())
    assert.equal(body.data['confirmation'], 'none')
    const record = await byNumber(body.data['number'])
    assert.equal(await codeOf(record), 'submitted')
    assert.deepEqual(await messagesAbout(record), ['applicationReceived'])
  })

  for (const [name, value, why] of [
    ['SendMessages', 'false', 'sending is off'],
    ['mailHost', '', 'there is no mail server'],
  ] as const)
    test(`is submitted without confirmed email while ${why}`, async () => {
      const before = (await sql('SELECT value FROM settings WHERE name = $1', [name]))[0]?.['value']
      await set(name, value)
      const waiting = await countWaiting()
      const { body } = await send(form())
      assert.equal(body.data['confirmation'], 'staff')
      const trapped = await send({ ...form(), website: 'x' })
      assert.equal(trapped.body.data['confirmation'], 'staff')
      const record = await byNumber(body.data['number'])
      assert.deepEqual([await codeOf(record), record['emailVerifiedAt']], ['submitted', null])
      assert.equal(await countWaiting(), waiting + 1)
      // The message with the link is held until sending works.
      assert.deepEqual(await messagesAbout(record), ['applicationVerification'])
      const resent = await act(record, 'send_verification')
      assert.deepEqual([resent.status, /não sai nenhuma mensagem/.test(resent.body.message)], [409, true])
      await set(name, String(before))
      succeeded(await act(record, 'send_verification'))
      succeeded(await act(record, 'accept'))
      assert.equal((await act(record, 'send_verification')).status, 409)
    })

  test('is created once by concurrent requests with the same idempotency key', async () => {
    const before = Number(await countApplications())
    const input = form()
    const key = { 'idempotency-key': 'candidatura-1' }
    const answers = await Promise.all([send(input, key), send(input, key), send(input, key)])
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]?.status, 201)
    assert.equal(await countApplications(), before + 1)
  })

  test('is found by number, name, NIF, email and telephone', async () => {
    const record = await apply({ name: 'Éster Ñuñez', nif: nifOf(2), mobile: '934567890' })
    const words = [String(record['number']), 'ester nunez', nifOf(2), String(record['email']), '934567890']
    for (const word of words) {
      const { body } = await admin.get(`/member_applications?_search=${encodeURIComponent(word)}`)
      assert.ok(
        body.data.some(({ _id }) => _id === record._id),
        word,
      )
    }
  })
})

describe('the form rejects', () => {
  test('missing required fields and consents, and malformed values', async () => {
    await assertRejected({}, ['name', 'email', 'birthDate', 'categoryId', 'terms', 'privacyNotice'])
    await assertRejected(form({ terms: false, privacyNotice: null }), ['terms', 'privacyNotice'])
    await assertRejected(form({ nif: '123456780', email: 'nada', birthDate: '2999-01-01' }), [
      'nif',
      'email',
      'birthDate',
    ])
  })

  test('fields that are not in the form', async () => {
    const draft = await idOf('/member_application_states', 'Rascunho')
    const [state] = await sql<{ id: string }>(
      `SELECT id FROM member_application_states WHERE code = 'accepted'`,
    )
    const input: Record<string, unknown> = {
      stateId: draft,
      source: 'counter',
      number: 1,
      internalNotes: 'x',
      proposer1Id: (await make.member())._id,
      memberId: (await make.member())._id,
      emailVerifiedAt: '2026-01-01T00:00:00Z',
      capitalTitles: 9,
      _id: (await apply())._id,
      photoUrl: 'x',
      constructor: 'x',
    }
    await assertRejected(form(input), Object.keys(input))
    assert.ok(state)
  })

  test('minors without the name and the consent of a guardian', async () => {
    const birthDate = addDays(addYears(await today(), -18), 1)
    const juvenile = await idOf('/member_categories', 'Juvenil')
    const young = { birthDate, categoryId: juvenile }
    await assertRejected(form(young), ['guardianName', 'guardianConsent'])
    await assertRejected(form({ ...young, guardianName: 'Rosa Melo' }), ['guardianConsent'])
    await assertRejected(form({ birthDate, guardianName: 'Rosa Melo', guardianConsent: true }), [
      'categoryId',
    ])
    const record = await apply({ ...young, guardianName: 'Rosa Melo', guardianConsent: true })
    const consents = (await admin.get(`/member_applications/${record._id}/member_application_consents`)).body
      .data
    assert.ok(consents.some((row) => row['purpose'] === 'guardianConsent' && row['accepted'] === true))
    await apply({ birthDate: addYears(await today(), -18) })
  })

  test('legal persons without a representative or in a category for natural persons', async () => {
    const collective = await idOf('/member_categories', 'Coletivo')
    const legal = { kind: 'legal', name: 'Padaria Central, Lda.', birthDate: null }
    await assertRejected(form({ ...legal, categoryId: collective }), ['representativeName'])
    await assertRejected(form({ ...legal, representativeName: 'Rita Lopes' }), ['categoryId'])
    const record = await apply({ ...legal, categoryId: collective, representativeName: 'Rita Lopes' })
    assert.equal(record['kind'], 'legal')
  })

  test('categories that are closed to applications or inactive', async () => {
    const { _id } = await make.category({ acceptsApplications: false })
    const other = await make.category()
    await assertRejected(form({ categoryId: _id }), ['categoryId'])
    await admin.patch(`/member_categories/${other._id}`, { active: false })
    await assertRejected(form({ categoryId: other._id }), ['categoryId'])
  })

  test('too few titles of capital in a cooperative', async () => {
    await set('orgType', 'cooperative')
    assert.equal((await getForm()).minimumTitles, 3)
    await assertRejected(form(), ['capitalTitles'])
    await assertRejected(form({ capitalTitles: 2 }), ['capitalTitles'])
    const record = await apply({ capitalTitles: 3 })
    assert.equal(record['capitalTitles'], 3)
    assert.equal(record['decisionDue'], addDays(await today(), 180))
    await set('applicationsMinimumTitles', '10')
    await assertRejected(form({ capitalTitles: 9 }), ['capitalTitles'])
  })

  test('missing or repeated proposers, but not unknown ones, so that it reveals no members', async () => {
    await set('applicationsProposers', '2')
    const first = await make.member({ name: 'Carlos Manuel Pereira Gomes' })
    const gone = await make.member({ name: 'Zulmira Torres', state: 'Exonerado' })
    const named = { proposer1Number: first['memberNumber'], proposer1Name: 'carlos gomes' }
    await assertRejected(form(named), ['proposer2Number', 'proposer2Name'])
    const same = { proposer2Number: first['memberNumber'], proposer2Name: 'Carlos Gomes' }
    await assertRejected(form({ ...named, ...same }), ['proposer2Number'])
    const [right, wrong] = [await make.member({ name: 'Ana Brito' }), gone]
    const good = { proposer2Number: right['memberNumber'], proposer2Name: 'Ana Brito' }
    const tied = await apply({ ...named, ...good })
    assert.deepEqual([tied['proposer1Id'], tied['proposer2Id']], [first._id, right._id])
    // Wrong names, unknown numbers and former members are accepted: only the staff sees that they match no member.
    for (const other of [
      { proposer2Number: wrong['memberNumber'], proposer2Name: 'Zulmira Torres' },
      { proposer2Number: 999_999, proposer2Name: 'Ninguém Conhecido' },
      { proposer2Number: right['memberNumber'], proposer2Name: 'Ana Costa' },
      { proposer2Number: right['memberNumber'], proposer2Name: 'Ana' },
    ]) {
      const input = form({ ...named, ...other })
      assert.deepEqual((await visitor.post('/application_form/validate', input)).body, { errors: {} })
      const record = await byNumber(succeeded(await send(input))['number'])
      assert.deepEqual([record['proposer2Id'], record['proposer2Name']], [null, other.proposer2Name])
    }
  })

  test('no NIF or email of existing people, so that it does not reveal them', async () => {
    const person = await make.person({ nif: nifOf(3), email: 'conhecido@exemplo.pt' })
    const known = { nif: person['nif'], email: person['email'], name: person['name'] }
    const answers = [await send(form(known)), await send(form({ nif: nifOf(4) }))]
    for (const { status, body } of answers)
      assert.deepEqual([status, Object.keys(body.data).sort()], [201, ['confirmation', 'number']])
    assert.deepEqual((await visitor.post('/application_form/validate', form(known))).body, { errors: {} })
  })
})

describe('bots', () => {
  test('that fill in the honeypot field get the usual answer, and nothing is stored', async () => {
    const before = await countApplications()
    const trapped = await send({ ...form(), website: 'https://exemplo.pt' })
    const real = await send(form())
    assert.deepEqual(Object.keys(trapped.body.data), Object.keys(real.body.data))
    assert.equal(trapped.status, 201)
    assert.equal(trapped.body.data['number'], real.body.data['number'])
    assert.equal(await countApplications(), Number(before) + 1)
    assert.equal((await send({ website: 'x' })).status, 201)
    assert.equal(await countApplications(), Number(before) + 1)
  })

  test('are rate limited for a while', async () => {
    let status = 0
    let tries = 0
    while (status !== 429 && tries++ < 200) status = (await send({})).status
    assert.equal(status, 429)
    const stopped = await send(form())
    assert.equal(stopped.status, 429)
    assert.ok(Number(stopped.headers['retry-after']) > 0)
    assert.match(stopped.body.message, /Demasiadas tentativas/)
    // Signing in from the same address is not limited.
    const login = { email: 'ninguem@exemplo.pt', password: 'nada-disto-serve' }
    assert.equal((await visitor.post('/auth', login)).status, 403)
    clock.advance({ minutes: 16 })
    assert.equal((await send(form())).status, 201)
  })
})

test('malformed bodies of the form never cause a server error', async () => {
  const values = [null, '', 'x'.repeat(9000), -1, 1e308, [], {}, [null], true, '\u0000', '\ud800', '$1']
  const names = Object.keys(definitions.memberApplications.fields)
  for (const value of values) {
    const body = Object.fromEntries([...names, 'photo', 'website', '_id', '__k'].map((name) => [name, value]))
    for (const path of ['/application_form', '/application_form/validate']) {
      const { status, text } = await visitor.post(path, body)
      assert.ok(status < 500, `${path} ${JSON.stringify(value).slice(0, 40)}: ${text}`)
    }
    for (const path of ['verifyEmail', 'resendVerification']) {
      const answer = await visitor.post(`/member_applications/${path}`, { verificationCode: value })
      assert.ok(answer.status < 500, answer.text)
    }
  }
  for (const path of ['/application_form', '/application_form/validate', '/member_applications/verifyEmail'])
    for (const body of ['null', '[]', '"x"', '{', ''])
      assert.equal((await visitor.send('POST', path, body)).status, 400, `${path} ${body}`)
})

test('an application sent by a signed-in user is recorded as sent by the form', async () => {
  const editor = await as('editor')
  const { body } = await editor.post('/application_form', form())
  const record = await byNumber(body.data['number'])
  assert.equal(record['source'], 'site')
  const [event] = (await admin.get(`/member_applications/${record._id}/audit_events`)).body.data
  assert.equal(event?.['userName'], 'Página de inscrição')
})

test('embed origins: none by default, normalised when saved, rejected when no origin', async () => {
  const { world } = tested.app
  assert.deepEqual(await embedOrigins(world), [])
  await set('applicationsEmbedOrigins', 'https://WWW.exemplo.pt/ , http://localhost:8080')
  assert.deepEqual(await embedOrigins(world), ['https://www.exemplo.pt', 'http://localhost:8080'])
  for (const value of ['*', 'exemplo.pt', "https://exemplo.pt; script-src 'unsafe-inline'", 'javascript:x']) {
    const { status } = await admin.patch('/settings/applicationsEmbedOrigins', { value })
    assert.equal(status, 422, value)
  }
})
