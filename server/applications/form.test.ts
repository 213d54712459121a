import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { embedOrigins } from './index.ts'
import { applicationTools } from '../testing/application-tools.ts'

const tested = await testApp()
const { visitor, make, sql, today, clock, as } = tested
const { admin, form, apply, byNumber, idOf, codeOf, messagesAbout, set, act } = await applicationTools(tested)

interface Described {
  name: string
  validation: string[]
  options?: { value: string; label: string }[]
  appliesTo?: string
  required?: boolean
  text?: string
}

interface Form {
  isOpen: boolean
  fields: Described[]
  consents: Described[]
  categories: { name: string; minAge: number | null; allowsCollective: boolean }[]
  texts: { intro: string }
  proposers: number
  minimumTitles: number
}

const described = async () => (await visitor.get('/application_form')).body.data as unknown as Form
const send = (given: object, headers?: Record<string, string>) =>
  visitor.post('/application_form', given, headers)
const countOf = async () =>
  (await sql<{ count: number }>('SELECT count(*)::int AS count FROM member_applications'))[0]?.count

/** Applications that wait for the staff, as the menu counts them. */
const countWaiting = async () => Number((await admin.get('/member_applications/waiting')).body.data['count'])

/** A refusal names the fields, and nothing is kept. */
async function refused(given: object, fields: string[]) {
  const before = await countOf()
  const { status, body } = await send(given)
  assert.deepEqual([status, Object.keys(body.errors ?? {}).sort()], [422, [...fields].sort()], body.message)
  const judged = await visitor.post('/application_form/validate', given)
  assert.deepEqual([judged.status, judged.body], [200, { errors: body.errors }])
  assert.equal(await countOf(), before)
  return body.errors
}

afterEach(async () => {
  const ours = settingNames.filter((name) => settingOf(name).group === 'Candidaturas')
  for (const name of [...ours, 'orgType', 'hasMemberApplication'] as const)
    await sql('UPDATE settings SET value = $2 WHERE name = $1 AND value <> $2', [
      name,
      settingOf(name).default,
    ])
  tested.app.engine.world.organisation.forget()
  clock.advance({ minutes: 16 })
})

describe('the form', () => {
  test('describes itself to anybody: its fields, texts, consents and categories', async () => {
    const { isOpen, fields, consents, categories, proposers, minimumTitles } = await described()
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
    assert.ok(!category?.options?.some(({ label }) => label === 'Honorário'), 'nobody applies for an honour')
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

  test('asks for what the settings say, and hides what they hide', async () => {
    await set('memberApplicationsRequiredFields', 'mobile')
    await set('memberApplicationsHiddenFields', 'phone,newsletter,email')
    const { fields, consents } = await described()
    const field = (name: string) => fields.find((known) => known.name === name)
    assert.ok(field('mobile')?.validation.includes('required'))
    assert.equal(field('phone'), undefined)
    assert.ok(field('email'), 'without an email nobody applies online')
    assert.ok(!consents.some(({ name }) => name === 'newsletter'))
    await refused(form(), ['mobile'])
    await refused(form({ mobile: '912345678', phone: '212345678' }), ['phone'])
  })

  test('takes no application while it is closed, and says so', async () => {
    for (const name of ['applicationsOnline', 'hasMemberApplication']) {
      await set(name, 'false')
      assert.equal((await described()).isOpen, false)
      const before = await countOf()
      const { status, body } = await send(form())
      assert.deepEqual([status, /fechadas/.test(body.message)], [409, true])
      assert.equal(await countOf(), before)
      await set(name, 'true')
    }
  })
})

describe('an application that is sent', () => {
  test('waits for its email, with what was accepted and from where', async () => {
    const given = form({ nif: nifOf(1), newsletter: true, city: 'Aveiro', message: 'Olá.\nSou vizinho.' })
    const { status, body } = await send(given)
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body.data).sort(), ['confirmation', 'number'])
    assert.equal(body.data['confirmation'], 'link')
    const record = await byNumber(body.data['number'])
    assert.deepEqual(
      [await codeOf(record), record['source'], record['emailVerifiedAt'], record['memberId']],
      ['unverified', 'site', null, null],
    )
    for (const [name, value] of Object.entries(given)) assert.deepEqual(record[name], value, name)
    assert.ok(record['submittedAt'])
    const consents = (await admin.get(`/member_applications/${record._id}/member_application_consents`)).body
    const said = consents.data.map((row) => [
      row['purpose'],
      row['accepted'],
      row['textVersion'],
      row['method'],
    ])
    assert.deepEqual(said.sort(), [
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
    const people = await sql('SELECT FROM people WHERE name = $1', [given.name])
    assert.equal(people.length, 0, 'an applicant is not a person yet')
  })

  test('goes straight to the staff where emails are not confirmed', async () => {
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
    test(`reaches the staff, its email to be confirmed by them, while ${why}`, async () => {
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
      // The link is written, for when messages leave; nobody is told meanwhile that one was sent.
      assert.deepEqual(await messagesAbout(record), ['applicationVerification'])
      const resent = await act(record, 'send_verification')
      assert.deepEqual([resent.status, /não sai nenhuma mensagem/.test(resent.body.message)], [409, true])
      await set(name, String(before))
      succeeded(await act(record, 'send_verification'))
      succeeded(await act(record, 'accept'))
      assert.equal((await act(record, 'send_verification')).status, 409)
    })

  test('is one, however many times it is sent with its key', async () => {
    const before = Number(await countOf())
    const given = form()
    const key = { 'idempotency-key': 'candidatura-1' }
    const answers = await Promise.all([send(given, key), send(given, key), send(given, key)])
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]?.status, 201)
    assert.equal(await countOf(), before + 1)
  })

  test('is found by its number, name, NIF, email and telephone', async () => {
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

describe('the rules', () => {
  test('nobody applies without what makes an application', async () => {
    await refused({}, ['name', 'email', 'birthDate', 'categoryId', 'terms', 'privacyNotice'])
    await refused(form({ terms: false, privacyNotice: null }), ['terms', 'privacyNotice'])
    await refused(form({ nif: '123456780', email: 'nada', birthDate: '2999-01-01' }), [
      'nif',
      'email',
      'birthDate',
    ])
  })

  test('nothing but the fields of the form passes', async () => {
    const draft = await idOf('/member_application_states', 'Rascunho')
    const [state] = await sql<{ id: string }>(
      `SELECT id FROM member_application_states WHERE code = 'accepted'`,
    )
    const given: Record<string, unknown> = {
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
    await refused(form(given), Object.keys(given))
    assert.ok(state)
  })

  test('minors bring a guardian, who authorises it', async () => {
    const birthDate = addDays(addYears(await today(), -18), 1)
    const juvenile = await idOf('/member_categories', 'Juvenil')
    const young = { birthDate, categoryId: juvenile }
    await refused(form(young), ['guardianName', 'guardianConsent'])
    await refused(form({ ...young, guardianName: 'Rosa Melo' }), ['guardianConsent'])
    await refused(form({ birthDate, guardianName: 'Rosa Melo', guardianConsent: true }), ['categoryId'])
    const record = await apply({ ...young, guardianName: 'Rosa Melo', guardianConsent: true })
    const consents = (await admin.get(`/member_applications/${record._id}/member_application_consents`)).body
      .data
    assert.ok(consents.some((row) => row['purpose'] === 'guardianConsent' && row['accepted'] === true))
    await apply({ birthDate: addYears(await today(), -18) })
  })

  test('legal persons say who represents them, and have categories of their own', async () => {
    const collective = await idOf('/member_categories', 'Coletivo')
    const legal = { kind: 'legal', name: 'Padaria Central, Lda.', birthDate: null }
    await refused(form({ ...legal, categoryId: collective }), ['representativeName'])
    await refused(form({ ...legal, representativeName: 'Rita Lopes' }), ['categoryId'])
    const record = await apply({ ...legal, categoryId: collective, representativeName: 'Rita Lopes' })
    assert.equal(record['kind'], 'legal')
  })

  test('no category that is closed to applications, nor out of use', async () => {
    const { _id } = await make.category({ acceptsApplications: false })
    const other = await make.category()
    await refused(form({ categoryId: _id }), ['categoryId'])
    await admin.patch(`/member_categories/${other._id}`, { active: false })
    await refused(form({ categoryId: other._id }), ['categoryId'])
  })

  test('cooperatives ask for titles of capital', async () => {
    await set('orgType', 'cooperative')
    assert.equal((await described()).minimumTitles, 3)
    await refused(form(), ['capitalTitles'])
    await refused(form({ capitalTitles: 2 }), ['capitalTitles'])
    const record = await apply({ capitalTitles: 3 })
    assert.equal(record['capitalTitles'], 3)
    assert.equal(record['decisionDue'], addDays(await today(), 180))
    await set('applicationsMinimumTitles', '10')
    await refused(form({ capitalTitles: 9 }), ['capitalTitles'])
  })

  test('proposers are named by number and name, and nobody learns who is a member', async () => {
    await set('applicationsProposers', '2')
    const first = await make.member({ name: 'Carlos Manuel Pereira Gomes' })
    const gone = await make.member({ name: 'Zulmira Torres', state: 'Exonerado' })
    const named = { proposer1Number: first['memberNumber'], proposer1Name: 'carlos gomes' }
    await refused(form(named), ['proposer2Number', 'proposer2Name'])
    const same = { proposer2Number: first['memberNumber'], proposer2Name: 'Carlos Gomes' }
    await refused(form({ ...named, ...same }), ['proposer2Number'])
    const [right, wrong] = [await make.member({ name: 'Ana Brito' }), gone]
    const good = { proposer2Number: right['memberNumber'], proposer2Name: 'Ana Brito' }
    const tied = await apply({ ...named, ...good })
    assert.deepEqual([tied['proposer1Id'], tied['proposer2Id']], [first._id, right._id])
    // Wrong names, numbers of nobody and former members are taken alike: only the staff sees that they are not tied.
    for (const other of [
      { proposer2Number: wrong['memberNumber'], proposer2Name: 'Zulmira Torres' },
      { proposer2Number: 999_999, proposer2Name: 'Ninguém Conhecido' },
      { proposer2Number: right['memberNumber'], proposer2Name: 'Ana Costa' },
      { proposer2Number: right['memberNumber'], proposer2Name: 'Ana' },
    ]) {
      const given = form({ ...named, ...other })
      assert.deepEqual((await visitor.post('/application_form/validate', given)).body, { errors: {} })
      const record = await byNumber(succeeded(await send(given))['number'])
      assert.deepEqual([record['proposer2Id'], record['proposer2Name']], [null, other.proposer2Name])
    }
  })

  test('a known NIF or email is taken like any other', async () => {
    const person = await make.person({ nif: nifOf(3), email: 'conhecido@exemplo.pt' })
    const known = { nif: person['nif'], email: person['email'], name: person['name'] }
    const answers = [await send(form(known)), await send(form({ nif: nifOf(4) }))]
    for (const { status, body } of answers)
      assert.deepEqual([status, Object.keys(body.data).sort()], [201, ['confirmation', 'number']])
    assert.deepEqual((await visitor.post('/application_form/validate', form(known))).body, { errors: {} })
  })
})

describe('programs that fill in everything', () => {
  test('are answered as if it had gone well, and nothing is written', async () => {
    const before = await countOf()
    const trapped = await send({ ...form(), website: 'https://exemplo.pt' })
    const real = await send(form())
    assert.deepEqual(Object.keys(trapped.body.data), Object.keys(real.body.data))
    assert.equal(trapped.status, 201)
    assert.equal(trapped.body.data['number'], real.body.data['number'])
    assert.equal(await countOf(), Number(before) + 1)
    assert.equal((await send({ website: 'x' })).status, 201)
    assert.equal(await countOf(), Number(before) + 1)
  })

  test('are stopped after too many, and let in again later', async () => {
    let status = 0
    let tries = 0
    while (status !== 429 && tries++ < 200) status = (await send({})).status
    assert.equal(status, 429)
    const stopped = await send(form())
    assert.equal(stopped.status, 429)
    assert.ok(Number(stopped.headers['retry-after']) > 0)
    assert.match(stopped.body.message, /Demasiadas tentativas/)
    // Whoever only signs in from the same address is not bothered.
    const login = { email: 'ninguem@exemplo.pt', password: 'nada-disto-serve' }
    assert.equal((await visitor.post('/auth', login)).status, 403)
    clock.advance({ minutes: 16 })
    assert.equal((await send(form())).status, 201)
  })
})

test('whatever is sent, the form survives it', async () => {
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

test('signed in or not, it is the form that wrote it', async () => {
  const editor = await as('editor')
  const { body } = await editor.post('/application_form', form())
  const record = await byNumber(body.data['number'])
  assert.equal(record['source'], 'site')
  const [event] = (await admin.get(`/member_applications/${record._id}/audit_events`)).body.data
  assert.equal(event?.['userName'], 'Página de inscrição')
})

test('the sites that may show the form are addresses, and none unless said', async () => {
  const { world } = tested.app.engine
  assert.deepEqual(await embedOrigins(world), [])
  await set('applicationsEmbedOrigins', 'https://WWW.exemplo.pt/ , http://localhost:8080')
  assert.deepEqual(await embedOrigins(world), ['https://www.exemplo.pt', 'http://localhost:8080'])
  for (const value of ['*', 'exemplo.pt', "https://exemplo.pt; script-src 'unsafe-inline'", 'javascript:x']) {
    const { status } = await admin.patch('/settings/applicationsEmbedOrigins', { value })
    assert.equal(status, 422, value)
  }
})
