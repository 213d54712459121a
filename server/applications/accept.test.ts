import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, addYears, birthdayAt } from '@agremia/resources/rules/dates.ts'
import sharp from 'sharp'
import type { TestRecord } from '../testing/caller.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { applicationTools } from '../testing/application-tools.ts'

const tested = await testApp()
const { app, sql, make, as, today, visitor, takeErrors } = tested
const { admin, apply, form, byNumber, read, act, codeOf, idOf, knownLink, messagesAbout, set } =
  await applicationTools(tested)
const second = await testApp({ with: tested })
const elsewhere = await second.as('editor')

const accept = (record: TestRecord, input: object = {}, who = admin) => act(record, 'accept', input, who)
const memberOf = async ({ memberId }: TestRecord) =>
  succeeded(await admin.get(`/members/${String(memberId)}`))
const personOf = async ({ personId }: TestRecord) => succeeded(await admin.get(`/people/${String(personId)}`))

/** The number of rows in each table that an admission writes to. */
async function countRows(): Promise<unknown> {
  const tables = ['people', 'members', 'member_states', 'consents', 'messages', 'audit_events']
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
  const [row] = await sql(
    `SELECT ${counts.join(', ')}, (SELECT sum(version) FROM member_applications) AS versions`,
  )
  return row
}

async function assertRejected(record: TestRecord, input: object, fields: string[]) {
  const before = await countRows()
  const { status, body } = await accept(record, input)
  assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, fields], body.message)
  assert.deepEqual(await countRows(), before, 'nothing is written')
  assert.equal((await read(record))['memberId'], null)
  return body.errors
}

test('the preview of an admission answers number, charges and messages, and writes nothing', async () => {
  const plan = await make.plan({ chargesOnAdmission: true, proRata: false })
  await make.price({ quotaPlanId: plan._id, amount: 30, joia: 12.5, validFrom: '2000-01-01' })
  const category = await make.category({ quotaPlanId: plan._id })
  const record = await apply({ name: 'Olívia Prevista', nif: nifOf(71) })
  await visitor.post('/member_applications/verifyEmail', { verificationCode: await knownLink(record) })
  const path = `/member_applications/${record._id}/accept/preview`
  const preview = async (input: object, who = admin) => who.post(path, input)
  const before = await countRows()
  const input = { categoryId: category._id, newPerson: true }
  const previewed = succeeded(await preview(input)) as unknown as {
    memberNumber: number
    charges: { description: string; amount: number }[]
    messages: { recipient: string; state: string }[]
  }
  assert.deepEqual(await countRows(), before)
  assert.deepEqual(previewed.charges.map(({ amount }) => amount).toSorted(), [12.5, 30])
  assert.ok(previewed.messages.every(({ recipient }) => recipient === record['email']))
  assert.ok(previewed.messages.every(({ state }) => state === 'queued'))
  await set('mailHost', '')
  const { messages: held } = succeeded(await preview(input)) as unknown as typeof previewed
  await set('mailHost', 'localhost')
  assert.ok(held.length > 0 && held.every(({ state }) => state === 'held'))
  const member = await memberOf(succeeded(await accept(record, input)))
  assert.equal(member['memberNumber'], previewed.memberNumber)
  assert.deepEqual(
    (await sql('SELECT count(*)::int AS count FROM messages WHERE person_id = $1', [member['personId']]))[0],
    { count: previewed.messages.length },
    'the messages of the preview',
  )
  const charged = await admin.get(`/members/${member._id}/unsettled_payments`)
  assert.equal(charged.body.meta.total, 2)
  assert.equal((await preview(input, await as('member'))).status, 403)
  assert.equal((await preview({})).body.data, null, 'accepted already')
})

/** The warnings before the member that `input` describes is created. */
async function warningsOf(input: object): Promise<Record<string, string[]>> {
  const { body } = await admin.post('/members/validate', input)
  assert.deepEqual(body.errors, {})
  return (body as unknown as { warnings: Record<string, string[]> }).warnings
}

test('accepting an application returns the charges left out, with the reason, as entering the member warns', async () => {
  const day = await today()
  const told = async (plan: object, price: object, input: object = {}) => {
    const { _id: quotaPlanId } = await make.plan({ proRata: false, ...plan })
    await make.price({ quotaPlanId, amount: 30, joia: 12.5, validFrom: '2000-01-01', ...price })
    const { _id: categoryId } = await make.category({ quotaPlanId })
    const record = await apply({ name: `Otília ${quotaPlanId.slice(-6)}`, nif: undefined })
    await visitor.post('/member_applications/verifyEmail', { verificationCode: await knownLink(record) })
    const notCharged = succeeded(await accept(record, { categoryId, newPerson: true, ...input }))[
      'notCharged'
    ]
    const entered = { name: 'Otília Nova', birthDate: '1985-06-15', categoryId, admissionDate: day, ...input }
    const warned = await warningsOf(entered)
    assert.equal(
      warned['admissionDate']?.join('\n') ?? null,
      notCharged,
      'warned of a member that is entered',
    )
    const own = await warningsOf({ ...entered, customQuota: 20 })
    if (own['admissionDate']) assert.doesNotMatch(own['admissionDate'].join(), /não tem preço/)
    return notCharged
  }
  assert.equal(await told({ chargesOnAdmission: true }, {}), null)
  assert.match(
    String(await told({ chargesOnAdmission: false }, {})),
    /^O plano não cobra na admissão: a joia \(12,50.€\) e as quotas não são cobradas agora\.$/,
  )
  assert.match(
    String(await told({ chargesOnAdmission: true }, {}, { admissionDate: addDays(day, -800) })),
    /^A admissão não é recente: a joia e as quotas de/,
  )
  assert.match(
    String(await told({ chargesOnAdmission: true }, { validFrom: addDays(day, 5) })),
    /^Quota \d+: O plano não tem preço para o período\.$/,
  )
})

test('accepting an application judges ages by the day of admission', async () => {
  const day = await today()
  const birthDate = addDays(addYears(day, -18), 12)
  const birthday = birthdayAt(birthDate, 18)
  const { _id: categoryId } = await make.category({ minAge: 18 })
  const young = { birthDate, guardianName: 'Rosa Melo', guardianConsent: true }
  const { _id: open } = await make.category()
  const record = await make.application({ ...young, categoryId: open })
  await sql('UPDATE member_applications SET guardian_name = NULL WHERE id = $1', [record._id])
  const input = { categoryId, newPerson: true }
  await assertRejected(record, input, ['guardianName', 'categoryId'])
  await assertRejected(record, { ...input, admissionDate: addDays(birthday, -1) }, [
    'guardianName',
    'categoryId',
  ])
  const { admissionDate, guardianName } = await memberOf(
    succeeded(await accept(record, { ...input, admissionDate: birthday })),
  )
  assert.deepEqual([admissionDate, guardianName], [birthday, null])

  const adult = await make.application({ birthDate: addYears(addDays(day, -1), -18), categoryId: open })
  const admission = { newPerson: true, admissionDate: addDays(day, -30) }
  await assertRejected(adult, { ...admission, categoryId }, ['categoryId'])
  succeeded(await accept(adult, admission))
})

describe('accepting an application', () => {
  test('creates person, member, state, consents and messages from the form', async () => {
    const record = await apply({
      name: 'Mariana Évora Pinto',
      nif: nifOf(1),
      mobile: '912345678',
      city: 'Évora',
      interests: ['Teatro', 'Coro'],
      paymentMethod: 'transfer',
      newsletter: true,
    })
    await visitor.post('/member_applications/verifyEmail', { verificationCode: await knownLink(record) })
    const decision = { decisionBody: 'Direção', minuteRef: '7/2026', decisionDate: '2026-10-30' }
    const after = succeeded(await accept(record, { ...decision, admissionDate: '2026-11-01' }))
    assert.equal(await codeOf(after), 'accepted')
    assert.deepEqual([after['reviewerId'], after['minuteRef']], [admin.userId, '7/2026'])
    const member = await memberOf(after)
    for (const name of ['name', 'nif', 'mobile', 'city', 'interests', 'paymentMethod', 'birthDate', 'email'])
      assert.deepEqual(member[name], record[name], name)
    const { admissionDate, admissionBody, admissionMinute, currentStateLabel, categoryLabel } = member
    assert.deepEqual(
      { admissionDate, admissionBody, admissionMinute, currentStateLabel, categoryLabel },
      {
        admissionDate: '2026-11-01',
        admissionBody: 'Direção',
        admissionMinute: '7/2026',
        currentStateLabel: 'Ativo',
        categoryLabel: 'Efetivo',
      },
    )
    const states = (await admin.get(`/members/${member._id}/member_states`)).body.data
    assert.deepEqual(
      states.map((state) => state['startDate']),
      ['2026-11-01'],
    )
    const consents = (await admin.get(`/people/${String(after['personId'])}/consents`)).body.data
    const summaries = consents.map(({ purpose, status, method, givenBy }) => [
      purpose,
      status,
      method,
      givenBy,
    ])
    assert.deepEqual(summaries.sort(), [
      ['imageUse', 'refused', 'webForm', 'self'],
      ['newsletter', 'given', 'webForm', 'self'],
      ['privacyNotice', 'given', 'webForm', 'self'],
      ['sms', 'refused', 'webForm', 'self'],
      ['terms', 'given', 'webForm', 'self'],
    ])
    assert.ok(consents.every(({ evidence }) => /^Candidatura n\.º \d+, 127\.0\.0\.1$/.test(String(evidence))))
    assert.deepEqual(await messagesAbout(record), [
      'applicationVerification',
      'applicationReceived',
      'applicationAccepted',
    ])
    const welcome = await sql<{ body_text: string; person_id: string }>(
      `SELECT body_text, person_id FROM messages WHERE about_id = $1 AND cause = 'welcome'`,
      [member._id],
    )
    assert.equal(welcome.length, 1)
    assert.equal(welcome[0]?.person_id, after['personId'])
    assert.match(
      welcome[0]?.body_text ?? '',
      new RegExp(`número de sócio é ${String(member['memberNumber'])}\\.`),
    )
    const history = (await admin.get(`/members/${member._id}/audit_events`)).body.data
    assert.deepEqual(
      history.map((event) => [event['action'], event['userName']]),
      [
        [
          'created',
          (await sql<{ name: string }>('SELECT name FROM users WHERE id = $1', [admin.userId]))[0]?.name,
        ],
      ],
    )
  })

  test('uses the given number and category, or the next number and the category of the application', async () => {
    const first = await memberOf(succeeded(await accept(await make.application())))
    const second = await memberOf(succeeded(await accept(await make.application())))
    assert.equal(second['memberNumber'], Number(first['memberNumber']) + 1)
    const categoryId = await idOf('/member_categories', 'Auxiliar')
    const input = { memberNumber: 5000, categoryId }
    const after = succeeded(await accept(await make.application(), input))
    const member = await memberOf(after)
    assert.deepEqual(
      [member['memberNumber'], member['categoryId'], after['categoryId']],
      [5000, categoryId, categoryId],
    )
    assert.equal(member['admissionDate'], await today())
  })

  test('a second time is refused, and writes nothing', async () => {
    const record = await make.application()
    succeeded(await accept(record))
    const before = await countRows()
    const { status, body } = await accept(record, { memberNumber: 7777 })
    assert.deepEqual([status, body.message], [409, 'Esta candidatura já foi aceite.'])
    assert.deepEqual(await countRows(), before)
  })

  test('concurrently in two processes creates one member', async () => {
    for (let round = 0; round < 3; round++) {
      const record = await make.application()
      const answers = await Promise.all([
        accept(record),
        accept(record, {}, elsewhere),
        accept(record),
        accept(record, {}, elsewhere),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
      const members = await sql(
        'SELECT FROM members m JOIN people p ON p.id = m.person_id WHERE p.name = $1',
        [record['name']],
      )
      assert.equal(members.length, 1)
    }
  })

  test('several applications concurrently gives each member a different number', async () => {
    const records = await Promise.all(Array.from({ length: 6 }, () => make.application()))
    const answers = await Promise.all(
      records.map((record, index) => accept(record, {}, index % 2 ? elsewhere : admin)),
    )
    const members = await Promise.all(answers.map(({ body }) => memberOf(body.data)))
    assert.equal(new Set(members.map((member) => member['memberNumber'])).size, 6)
  })

  test('concurrently with a refusal, one of the two gets 409', async () => {
    const record = await make.application()
    const answers = await Promise.all([accept(record), act(record, 'refuse', { reason: 'x' }, elsewhere)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const after = await read(record)
    assert.equal((await codeOf(after)) === 'accepted', after['memberId'] !== null)
  })
})

describe('accepting an application of an existing person', () => {
  const known = { name: 'Teresa Rosário', nif: nifOf(20), birthDate: '1975-02-03' }

  test('requires choosing a similar person or confirming a new one', async () => {
    const person = await make.person({ ...known, email: 'teresa@exemplo.pt' })
    const record = await make.application({ ...known, nif: null, city: 'Beja' })
    const errors = await assertRejected(record, {}, ['personId'])
    assert.match(errors['personId']?.[0] ?? '', /parecidas/)
    const after = succeeded(await accept(record, { personId: person._id }))
    assert.equal(after['personId'], person._id)
    const namesakes = await make.application({ name: known.name, birthDate: known.birthDate })
    const other = succeeded(await accept(namesakes, { newPerson: true }))
    assert.notEqual(other['personId'], person._id)
  })

  test('fills in only the empty fields of the person', async () => {
    const person = await make.person({ name: 'Hugo Paiva', city: 'Guarda', mobile: '912000000' })
    const input = { name: 'Hugo Miguel Paiva', city: 'Covilhã', mobile: '913000000', profession: 'Oleiro' }
    const after = succeeded(await accept(await make.application(input), { personId: person._id }))
    const updated = await personOf(after)
    assert.deepEqual(
      [updated['name'], updated['city'], updated['mobile'], updated['profession']],
      ['Hugo Paiva', 'Guarda', '+351912000000', 'Oleiro'],
    )
  })

  test('overwrites the fields of the person with updatePerson', async () => {
    const person = await make.person({ name: 'Hugo Paiva', city: 'Guarda', profession: 'Oleiro' })
    const record = await make.application({ name: 'Hugo Miguel Paiva', city: 'Covilhã' })
    const after = succeeded(await accept(record, { personId: person._id, updatePerson: true }))
    const updated = await personOf(after)
    assert.deepEqual(
      [updated['name'], updated['city'], updated['profession']],
      ['Hugo Miguel Paiva', 'Covilhã', 'Oleiro'],
    )
  })

  test('is rejected for a current member, and allowed for a former one', async () => {
    const member = await make.member()
    const errors = await assertRejected(await make.application(), { personId: member['personId'] }, [
      'personId',
    ])
    assert.match(errors['personId']?.[0] ?? '', /^Já tem o número \d+, no estado «Ativo»\.$/)
    const former = await make.member({ state: 'Exonerado' })
    const after = succeeded(await accept(await make.application(), { personId: former['personId'] }))
    assert.notEqual(after['memberId'], former._id)
  })

  test('with two applications at once creates one member', async () => {
    const person = await make.person()
    const records = [await make.application(), await make.application()]
    const answers = await Promise.all(
      records.map((record, index) => accept(record, { personId: person._id }, index ? elsewhere : admin)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    assert.equal((await sql('SELECT FROM members WHERE person_id = $1', [person._id])).length, 1)
  })
})

describe('an application with the NIF of an existing person', () => {
  test('is rejected for another person, naming the holder of the NIF', async () => {
    const holder = await make.member({ name: 'Rui Paz', nif: nifOf(30), email: 'rui@exemplo.pt' })
    const alike = await make.person({ name: 'Ana Paz', email: 'ana@exemplo.pt' })
    const record = await make.application({ nif: nifOf(30), email: 'ana@exemplo.pt' })
    const message = new RegExp(
      `^O NIF é de Rui Paz, n\\.º ${String(holder['memberNumber'])} \\(Ativo\\): .*corrija o NIF.*duplicada`,
    )
    const another = await assertRejected(record, { newPerson: true }, ['newPerson'])
    assert.match(another['newPerson']?.[0] ?? '', message)
    const chosen = await assertRejected(record, { personId: alike._id }, ['personId'])
    assert.match(chosen['personId']?.[0] ?? '', message)
    succeeded(await admin.patch(`/member_applications/${record._id}`, { nif: nifOf(31) }))
    assert.equal((await accept(record, { newPerson: true })).status, 200)
  })

  test('matches a member when any membership of the person is current', async () => {
    const member = await make.member({ nif: nifOf(32) })
    await make.member({ personId: member['personId'], state: 'Exonerado' })
    const record = await make.application({ nif: nifOf(32) })
    const [match] = (await admin.get(`/member_applications/${record._id}/matches`)).body.data
    assert.deepEqual([match?.['isMember'], match?.['memberId']], [true, member._id])
  })

  test('is accepted for a person with a different NIF, which does not change', async () => {
    await make.person({ nif: nifOf(33) })
    const person = await make.person({ nif: nifOf(34), email: 'dois@exemplo.pt' })
    const record = await make.application({ nif: nifOf(33), email: 'dois@exemplo.pt' })
    const after = succeeded(await accept(record, { personId: person._id }))
    assert.equal((await personOf(after))['nif'], nifOf(34))
  })
})

describe('an admission that fails', () => {
  test('is rejected by field, and writes nothing', async () => {
    const taken = await make.member()
    const record = await make.application()
    await assertRejected(record, { memberNumber: taken['memberNumber'] }, ['memberNumber'])
    await assertRejected(record, { admissionDate: '2999-01-01' }, ['admissionDate'])
    await assertRejected(record, { admissionDate: 'nada' }, ['admissionDate'])
    await assertRejected(record, { personId: taken._id }, ['personId'])
    await assertRejected(record, { categoryId: taken._id }, ['categoryId'])
    await assertRejected(record, { categoryId: await idOf('/member_categories', 'Juvenil') }, ['categoryId'])
    await assertRejected(record, { outra: 1 }, ['outra'])
    const nowhere = await make.application({ categoryId: null })
    await assertRejected(nowhere, {}, ['categoryId'])
    await set('membersRequiredFields', 'city')
    await assertRejected(record, {}, ['city'])
    await set('membersRequiredFields', '')
  })

  test('is rolled back completely when the last step throws', async () => {
    const record = await make.application({ terms: true })
    const before = await countRows()
    const area = app.world.areas.find((each) => each.prepare)
    assert.ok(area)
    const { on } = area
    area.on = { ...on, memberAdmitted: () => Promise.reject(new Error('sem quotas')) }
    const { status } = await accept(record)
    area.on = on
    assert.equal(status, 500)
    takeErrors()
    assert.deepEqual(await countRows(), before)
    assert.equal(await codeOf(await read(record)), 'submitted')
    succeeded(await accept(record))
  })
})

test('memberAdmitted is published once, in the transaction of the admission', async () => {
  const area = app.world.areas.find((each) => each.prepare)
  assert.ok(area)
  const published: unknown[] = []
  const { on } = area
  area.on = {
    ...on,
    async memberAdmitted({ db, memberId, personId, applicationId, date }) {
      const { rows } = await db.query({
        text: 'SELECT person_id FROM members WHERE id = $1',
        values: [memberId],
      })
      published.push([(rows[0] as { person_id: string }).person_id === personId, applicationId, date])
    },
  }
  const record = await make.application()
  succeeded(await accept(record))
  assert.equal((await accept(record)).status, 409)
  area.on = on
  assert.deepEqual(published, [[true, record._id, await today()]])
})

test('consents of a minor are given by the guardian, with the method paper for applications at the counter', async () => {
  const record = await make.application({
    birthDate: '2015-05-05',
    categoryId: await idOf('/member_categories', 'Juvenil'),
    guardianName: 'Rosa Melo',
    guardianConsent: true,
    imageUse: true,
  })
  const after = succeeded(await accept(record))
  assert.equal((await personOf(after))['guardianName'], 'Rosa Melo')
  const consents = (await admin.get(`/people/${String(after['personId'])}/consents`)).body.data
  const summaries = consents.map(({ purpose, status, method, givenBy }) => [purpose, status, method, givenBy])
  assert.deepEqual(summaries.sort(), [
    ['imageUse', 'given', 'paper', 'guardian'],
    ['minor', 'given', 'paper', 'guardian'],
  ])
})

describe('the photo', () => {
  const boundary = 'x'
  const uploadTo = async (path: string, image: Buffer, token?: string) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), image, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    return {
      status: statusCode,
      body: JSON.parse(body || '{}') as { data: Record<string, string>; errors: object },
    }
  }
  const png = () =>
    sharp({ create: { width: 200, height: 260, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  const seen = async (path: string) => (await admin.get(path)).status

  test('is uploaded before the application, attached to it once, and moved to the person when accepted', async () => {
    const { status, body } = await uploadTo('/application_form/photo', await png())
    assert.equal(status, 201)
    const input = form({ photo: body.data['token'] })
    const record = await byNumber(succeeded(await visitor.post('/application_form', input))['number'])
    assert.ok(record['photoUrl'])
    assert.equal(await seen(`/member_application_photos/${record._id}`), 200)
    const again = await visitor.post('/application_form', form({ photo: body.data['token'] }))
    assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['photo']])
    await visitor.post('/member_applications/verifyEmail', { verificationCode: await knownLink(record) })
    const after = succeeded(await accept(record))
    assert.equal(after['photoUrl'], null)
    assert.equal(await seen(`/member_application_photos/${record._id}`), 404)
    assert.equal(await seen(`/member_photos/${String(after['memberId'])}`), 200)
    // Existing clients use this route with the id of a person too.
    assert.equal(await seen(`/member_application_photos/${String(after['personId'])}`), 200)
    const { url } = (await admin.get(`/member_photos/${String(after['memberId'])}`)).body.data
    assert.equal((await app.inject(String(url))).statusCode, 200)
  })

  test('of an existing person is replaced only with updatePerson', async () => {
    const { access } = admin.tokens
    for (const updatePerson of [false, true]) {
      const person = await make.person()
      await uploadTo(`/person_photos/${person._id}`, await png(), access)
      const record = await make.application()
      await uploadTo(`/member_application_photos/${record._id}`, await png(), access)
      const [application] = await sql<{ photo_id: string }>(
        'SELECT photo_id FROM member_applications WHERE id = $1',
        [record._id],
      )
      succeeded(await accept(record, { personId: person._id, updatePerson }))
      const [personAfter] = await sql<{ photo_id: string }>('SELECT photo_id FROM people WHERE id = $1', [
        person._id,
      ])
      assert.equal(personAfter?.photo_id === application?.photo_id, updatePerson)
    }
  })

  test('is required, unknown or optional by the setting; invalid tokens and files are rejected', async () => {
    await set('applicationsPhoto', 'required')
    const without = await visitor.post('/application_form', form())
    assert.deepEqual([without.status, Object.keys(without.body.errors)], [422, ['photo']])
    await set('applicationsPhoto', 'no')
    const { body } = await uploadTo('/application_form/photo', await png())
    const unwanted = await visitor.post('/application_form', form({ photo: body.data['token'] }))
    assert.deepEqual([unwanted.status, Object.keys(unwanted.body.errors)], [422, ['photo']])
    await set('applicationsPhoto', 'optional')
    for (const photo of ['nada', 5, {}, [1]])
      assert.equal((await visitor.post('/application_form', form({ photo }))).status, 422)
    const text = await uploadTo('/application_form/photo', Buffer.from('isto não é uma imagem'))
    assert.equal(text.status, 415)
  })

  test('can be changed and removed by staff only', async () => {
    const record = await make.application()
    const path = `/member_application_photos/${record._id}`
    const member = await as('member')
    assert.equal((await uploadTo(path, await png(), member.tokens.access)).status, 403)
    assert.equal((await uploadTo(path, await png())).status, 401)
    const { status, body } = await uploadTo(path, await png(), admin.tokens.access)
    assert.deepEqual([status, body.data['_id']], [201, record._id])
    assert.equal((await admin.delete(path)).status, 204)
    assert.equal(await seen(path), 404)
    const history = (await admin.get(`/member_applications/${record._id}/audit_events`)).body.data
    assert.equal(history.filter((event) => JSON.stringify(event['changes']).includes('Fotografia')).length, 2)
  })
})

describe('titles of capital', () => {
  const capitalOf = async (member: TestRecord) =>
    (await admin.get(`/members/${member._id}/unsettled_payments?_type=capital`)).body.data.map(
      ({ description, amount, origin, status }) => [description, amount, origin, status],
    )

  test('in a cooperative are copied to the member and charged as capital, once', async () => {
    await set('orgType', 'cooperative')
    await set('capitalTitleValue', '25')
    const record = await make.application({ capitalTitles: 4 })
    const after = succeeded(await accept(record))
    await Promise.all([accept(record), accept(record, {}, elsewhere)])
    const member = await memberOf(after)
    assert.equal(member['capitalTitles'], 4)
    assert.deepEqual(await capitalOf(member), [['4 títulos de capital', 100, 'admission', 'open']])
    const [balance] = await sql<{ balance: string }>('SELECT balance FROM member_balances WHERE id = $1', [
      member._id,
    ])
    assert.ok(Number(balance?.balance) >= 10_000, 'they are part of the debt')
    await set('orgType', 'association')
  })

  test('in an association are not charged', async () => {
    const record = await make.application()
    await sql('UPDATE member_applications SET capital_titles = 5 WHERE id = $1', [record._id])
    const member = await memberOf(succeeded(await accept(record)))
    assert.deepEqual(await capitalOf(member), [])
  })
})
