import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { addDays, addYears, formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import { raw, sql as statement } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { refreshSearchTextSql } from '../rest/write-row.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { untilSomeoneWaits } from '../testing/lock-waits.ts'
import { testApp } from '../testing/test-app.ts'

const { as, make, sql, today, database, visitor } = await testApp()
const admin = await as('admin')
const categories = new Map(
  (await admin.get('/member_categories')).body.data.map(({ name, _id }) => [String(name), _id]),
)
const day = await today()
const aged = (years: number) => addYears(day, -years)
const base = (fields = {}) => ({
  name: 'Beatriz Campos',
  categoryId: categories.get('Fundador'),
  admissionDate: '2020-01-01',
  ...fields,
})
const errorsOf = async (fields: object) => (await admin.post('/members/validate', base(fields))).body.errors
const read = async (path: string) => succeeded(await admin.get(path))

describe('member numbers', () => {
  const highest = async () =>
    (await sql<{ max: number }>('SELECT coalesce(max(member_number), 0) AS max FROM members'))[0]?.max ?? 0

  test('start at the setting, and continue after the highest', async () => {
    await admin.patch('/settings/membersFirstNumber', { value: '500' })
    assert.equal((await make.member())['memberNumber'], 500)
    assert.equal((await make.member())['memberNumber'], 501)
    await make.member({ memberNumber: 900 })
    assert.equal((await make.member())['memberNumber'], 901)
    await admin.patch('/settings/membersFirstNumber', { value: '1' })
    assert.equal((await make.member())['memberNumber'], 902)
    for (const nothing of [null, '']) {
      assert.equal((await make.member({ memberNumber: nothing }))['memberNumber'], await highest())
    }
  })

  test('of concurrent admissions are distinct and without gaps', async () => {
    const from = await highest()
    const members = await Promise.all(Array.from({ length: 20 }, () => make.member()))
    const numbers = members.map((member) => Number(member['memberNumber'])).sort((one, other) => one - other)
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, index) => from + 1 + index),
    )
  })

  test('given explicitly do not collide with those assigned concurrently', async () => {
    const from = await highest()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        admin.post('/members', base(index % 3 === 0 ? { memberNumber: from + 1 + index } : {})),
      ),
    )
    // Only requests with an explicit number may be rejected.
    for (const [index, { status, body }] of answers.entries()) {
      if (index % 3 !== 0) assert.equal(status, 201, body.message)
      else if (status !== 201) assert.deepEqual(body.errors, { memberNumber: ['Número já atribuído.'] })
    }
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.data['memberNumber'])
    assert.equal(new Set(numbers).size, numbers.length)
  })

  test('already taken are rejected on the field', async () => {
    const [one, other] = [await make.member(), await make.member()]
    const taken = { memberNumber: ['Número já atribuído.'] }
    const memberNumber = one['memberNumber']
    assert.deepEqual((await admin.post('/members', base({ memberNumber }))).body.errors, taken)
    assert.deepEqual((await admin.patch(`/members/${other._id}`, { memberNumber })).body.errors, taken)
    assert.deepEqual(await errorsOf({ memberNumber }), taken)
    succeeded(await admin.patch(`/members/${one._id}`, { memberNumber }))
  })

  test('are integers from 1 to 2 000 000 000, and cannot be cleared', async () => {
    for (const memberNumber of [0, -1, 1.5, 'doze', 2_000_000_001, 1e308]) {
      assert.deepEqual(Object.keys(await errorsOf({ memberNumber })), ['memberNumber'])
    }
    const member = await make.member()
    const emptied = succeeded(
      await admin.patch(`/members/${member._id}`, { memberNumber: null, section: 'Sul' }),
    )
    assert.equal(emptied['memberNumber'], member['memberNumber'])
  })

  test('of deleted members are reserved while the member can be restored', async () => {
    const [lower, gone] = [await make.member(), await make.member({ name: 'Ana Saída' })]
    const number = Number(gone['memberNumber'])
    assert.equal((await admin.delete(`/members/${gone._id}`)).status, 204)
    const [event] = (await admin.get(`/audit_events?_recordId=${gone._id}`)).body.data

    assert.equal((await read('/members/next_number'))['memberNumber'], number + 1)
    assert.equal((await make.member())['memberNumber'], number + 1)

    // Thirty times 24 hours, which may end on the next day where summer begins.
    const until = todayIn('Europe/Lisbon', Date.parse(String(event?.['_created_at'])) + 30 * 86_400_000)
    const message = `O número ${number} era de «Ana Saída», eliminado em ${formatDate(day)}, e fica guardado até ${formatDate(until)}: indique outro, ou recupere esse registo em «Eliminados».`
    const reserved = { memberNumber: [message] }
    assert.deepEqual(await errorsOf({ memberNumber: number }), reserved)
    const typed = { memberNumber: number }
    const application = await make.application()
    for (const answer of [
      await admin.post('/members', base(typed)),
      await admin.patch(`/members/${lower._id}`, typed),
      await admin.post(`/member_applications/${application._id}/accept`, typed),
    ])
      assert.deepEqual([answer.status, answer.body.errors], [422, reserved])

    const back = succeeded(await admin.post(`/audit_events/${event?._id}/restore`))
    assert.deepEqual([back._id, back['memberNumber']], [gone._id, number])
    assert.deepEqual(await errorsOf(typed), { memberNumber: ['Número já atribuído.'] })
  })

  test('of deleted members are free after 30 days, and do not skip the next numbers', async () => {
    const next = (await highest()) + 1
    const gone = await make.member({ memberNumber: next + 5000 })
    await admin.delete(`/members/${gone._id}`)
    assert.equal((await make.member())['memberNumber'], next)
    const reserved = { memberNumber: next + 5000 }
    assert.deepEqual(Object.keys(await errorsOf(reserved)), ['memberNumber'])
    await sql(`UPDATE audit_events SET at = at - interval '31 days' WHERE record_id = $1`, [gone._id])
    assert.deepEqual(await errorsOf(reserved), {})
  })

  test('of deleted members are given again by a person alone, for ever', async () => {
    const gone = await make.member()
    const memberNumber = Number(gone['memberNumber'])
    await admin.delete(`/members/${gone._id}`)
    await sql(`UPDATE audit_events SET at = at - interval '31 days' WHERE record_id = $1`, [gone._id])
    assert.equal((await make.member())['memberNumber'], memberNumber + 1)
    assert.equal(
      succeeded(await admin.post('/members', base({ memberNumber })))['memberNumber'],
      memberNumber,
    )
  })

  test('taken by another member prevent a restore until they are changed', async () => {
    const gone = await make.member()
    const memberNumber = gone['memberNumber']
    await admin.delete(`/members/${gone._id}`)
    const [event] = (await admin.get(`/audit_events?_recordId=${gone._id}`)).body.data
    const other = await make.member({ name: 'Rui Novo' })
    // As in data from before numbers of deleted members were reserved.
    await sql('UPDATE members SET member_number = $2 WHERE id = $1', [other._id, memberNumber])
    const restore = () => admin.post(`/audit_events/${event?._id}/restore`)
    const { status, body } = await restore()
    assert.equal(status, 409)
    assert.equal(
      body.message,
      `Não pode ser recuperado: N.º de sócio ${String(memberNumber)} já é de «Rui Novo». Altere-o nesse registo e recupere este outra vez.`,
    )
    succeeded(await admin.patch(`/members/${other._id}`, { memberNumber: (await highest()) + 1 }))
    assert.equal(succeeded(await restore())['memberNumber'], memberNumber)
  })

  test('the next number is for staff only', async () => {
    assert.equal((await (await as('member')).get('/members/next_number')).status, 403)
    assert.equal((await visitor.get('/members/next_number')).status, 401)
    assert.equal((await admin.get('/members/next_number?x=1')).status, 400)
  })

  test('continue after the largest number that can be typed', async () => {
    const last = await make.member({ memberNumber: 2_000_000_000 })
    assert.equal((await make.member())['memberNumber'], 2_000_000_001)
    for (const table of ['member_states', 'member_quota_terms'])
      await sql(
        `DELETE FROM ${table} WHERE member_id IN (SELECT id FROM members WHERE member_number >= 2000000000)`,
      )
    await sql('DELETE FROM members WHERE member_number >= 2000000000')
    assert.equal((await admin.get(`/members/${last._id}`)).status, 404)
  })
})

describe('the person of a member', () => {
  test('is stored once for several memberships', async () => {
    const first = await make.member({
      name: 'Vera Paiva',
      nif: nifOf(1),
      email: 'vera@exemplo.pt',
      city: 'Braga',
    })
    const { personId } = first
    const second = await make.member({ personId })
    for (const name of ['name', 'nif', 'email', 'city', 'kind', 'country']) {
      assert.equal(second[name], first[name], name)
    }
    assert.notEqual(second['memberNumber'], first['memberNumber'])
    assert.equal((await admin.get(`/people?_nif=${nifOf(1)}`)).body.meta.total, 1)
    assert.equal((await admin.get('/members?_search=vera%20paiva%20braga')).body.meta.total, 2)
  })

  test('changed through one membership changes the other, and raises its version', async () => {
    const first = await make.member({ name: 'Duarte Melo' })
    const second = await make.member({ personId: first['personId'] })
    const person = await read(`/people/${String(first['personId'])}`)
    const changed = succeeded(await admin.patch(`/members/${first._id}`, { city: 'Olhão', section: 'Sul' }))
    const other = await read(`/members/${second._id}`)
    assert.deepEqual([other['city'], other['section']], ['Olhão', null])
    assert.deepEqual([changed._version, other._version], [first._version + 1, second._version + 1])
    assert.equal((await read(`/people/${person._id}`))._version, person._version + 1)
    const stale = await admin.patch(`/members/${second._id}`, {
      _version: second._version,
      phone: '223456789',
    })
    assert.equal(stale.status, 409)
    assert.equal(stale.body.data['city'], 'Olhão')
    assert.equal((await admin.get('/members?_search=duarte%20olhao')).body.meta.total, 2)
  })

  test('changed directly changes every membership', async () => {
    const member = await make.member({ name: 'Lídia Faria' })
    const before = member._version
    succeeded(await admin.patch(`/people/${String(member['personId'])}`, { name: 'Lídia Faria Neto' }))
    const after = await read(`/members/${member._id}`)
    assert.deepEqual([after['name'], after._version], ['Lídia Faria Neto', before + 1])
    assert.equal((await admin.get('/members?_search=lidia%20neto')).body.meta.total, 1)
  })

  test('is not changed by fields of the membership', async () => {
    const member = await make.member()
    const person = await read(`/people/${String(member['personId'])}`)
    succeeded(
      await admin.patch(`/members/${member._id}`, { section: 'Norte', iban: 'PT50000201231234567890154' }),
    )
    assert.deepEqual(await read(`/people/${person._id}`), person)
  })

  test('keeps the fields that a new membership does not contain', async () => {
    const person = await make.person({
      name: 'Gil Antunes',
      country: 'FR',
      gender: 'male',
      postalCode: '75001',
    })
    const member = await make.member({ personId: person._id, city: 'Paris' })
    assert.deepEqual(
      [member['name'], member['country'], member['gender'], member['city']],
      ['Gil Antunes', 'FR', 'male', 'Paris'],
    )
    assert.equal((await read(`/people/${person._id}`))['city'], 'Paris')
  })

  test('has a unique NIF, also when written through members', async () => {
    await make.person({ nif: nifOf(77) })
    const taken = { nif: ['Já existe uma pessoa com este NIF.'] }
    assert.deepEqual((await admin.post('/members', base({ nif: nifOf(77) }))).body.errors, taken)
    assert.deepEqual(await errorsOf({ nif: `PT ${nifOf(77)}` }), taken)
    const at = await Promise.all([1, 2, 3].map(() => admin.post('/members', base({ nif: nifOf(78) }))))
    assert.deepEqual(at.map(({ status }) => status).sort(), [201, 422, 422])
    for (const { status, body } of at) if (status === 422) assert.deepEqual(body.errors, taken)
  })

  test('has a correct search text after concurrent writes', async () => {
    const first = await make.member({ name: 'Ivo Serrano' })
    const second = await make.member({ personId: first['personId'] })
    const person = `/people/${String(first['personId'])}`
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        admin.patch(`/members/${first._id}`, { city: `Cidade${round}` }),
        admin.patch(`/members/${first._id}`, { email: `ivo${round}@exemplo.pt` }),
        admin.patch(`/members/${second._id}`, { mobile: `91234560${round}` }),
        admin.patch(`/members/${second._id}`, { section: `Secção${round}` }),
        admin.patch(person, { name: `Ivo Serrano ${'x'.repeat(round + 1)}` }),
      ])
      for (const { status, body } of answers) assert.equal(status, 200, body.message)
    }
    const texts = () =>
      sql(
        `SELECT search_text FROM members WHERE person_id = $1 UNION ALL SELECT search_text FROM people WHERE id = $1`,
        [first['personId']],
      )
    const left = await texts()
    for (const name of ['members', 'people'] as const) {
      const definition = definitions[name] as unknown as Definition
      const column = raw(name === 'people' ? 'id' : 'person_id')
      await database.pool.query(
        refreshSearchTextSql(definition, { where: statement`t.${column} = ${first['personId']}` }),
      )
    }
    assert.deepEqual(left, await texts())
    assert.match(JSON.stringify(left), /cidade4 .*|ivo4/)
  })
})

describe('categories', () => {
  test('limit the age', async () => {
    const cases: [string, number, string | undefined][] = [
      ['Efetivo', 18, undefined],
      ['Efetivo', 17, '«Efetivo» é a partir dos 18 anos.'],
      ['Juvenil', 17, undefined],
      ['Juvenil', 18, '«Juvenil» é até aos 17 anos.'],
      ['Estudante', 30, undefined],
      ['Estudante', 31, '«Estudante» é até aos 30 anos.'],
      ['Sénior', 64, '«Sénior» é a partir dos 65 anos.'],
    ]
    for (const [category, age, problem] of cases) {
      const fields = {
        categoryId: categories.get(category),
        birthDate: aged(age),
        admissionDate: day,
        guardianName: 'Rosa Campos',
      }
      assert.deepEqual(await errorsOf(fields), problem ? { categoryId: [problem] } : {}, `${category} ${age}`)
    }
    const eve = {
      categoryId: categories.get('Efetivo'),
      guardianName: 'Rosa',
      birthDate: addDays(aged(18), 1),
      admissionDate: day,
    }
    assert.deepEqual(Object.keys(await errorsOf(eve)), ['categoryId'], 'the birthday is tomorrow')
  })

  test('are validated on update only when the age or the category changes', async () => {
    const member = await make.member({ birthDate: aged(40), category: 'Efetivo' })
    const young = categories.get('Juvenil')
    assert.equal((await admin.patch(`/members/${member._id}`, { categoryId: young })).status, 422)
    await admin.patch(`/member_categories/${categories.get('Efetivo')}`, { minAge: 50 })
    succeeded(await admin.patch(`/members/${member._id}`, { section: 'Sul' }))
    const { status, body } = await admin.patch(`/members/${member._id}`, { birthDate: aged(41) })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['categoryId']])
    await admin.patch(`/member_categories/${categories.get('Efetivo')}`, { minAge: 18 })
  })

  test('are validated by the age of an existing person', async () => {
    const child = await make.person({ birthDate: aged(10), guardianName: 'Rosa Campos' })
    const input = { personId: child._id, categoryId: categories.get('Efetivo'), admissionDate: '2020-01-01' }
    const { status, body } = await admin.post('/members', input)
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['categoryId']])
  })

  test('reject a minimum age above the maximum, and promotion to themselves', async () => {
    const wrong = await admin.post('/member_categories', { name: 'Ao contrário', minAge: 30, maxAge: 20 })
    assert.deepEqual(Object.keys(wrong.body.errors), ['maxAge'])
    const category = await make.category()
    const itself = await admin.patch(`/member_categories/${category._id}`, { autoPromoteToId: category._id })
    assert.deepEqual(Object.keys(itself.body.errors), ['autoPromoteToId'])
  })
})

describe('minors and legal persons', () => {
  const legal = { kind: 'legal', name: 'Padaria Sol, Lda.' }

  test('minors require a guardian', async () => {
    const child = { birthDate: aged(12), categoryId: categories.get('Juvenil') }
    assert.deepEqual(Object.keys(await errorsOf(child)), ['guardianName'])
    assert.deepEqual(await errorsOf({ ...child, guardianName: 'Rosa Campos' }), {})
    assert.deepEqual(await errorsOf({ birthDate: aged(18) }), {})
    const member = await make.member({ ...child, guardianName: 'Rosa Campos' })
    for (const path of [`/members/${member._id}`, `/people/${String(member['personId'])}`]) {
      const { status, body } = await admin.patch(path, { guardianName: null })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['guardianName']])
    }
  })

  test('legal persons require a representative and a category for legal persons', async () => {
    assert.deepEqual(Object.keys(await errorsOf(legal)).sort(), ['categoryId', 'representativeName'])
    const good = { ...legal, categoryId: categories.get('Coletivo'), representativeName: 'Rui Sol' }
    assert.deepEqual(await errorsOf(good), {})
    const member = await make.member(good)
    for (const path of [`/members/${member._id}`, `/people/${String(member['personId'])}`]) {
      const { status, body } = await admin.patch(path, { representativeName: '' })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['representativeName']])
    }
    const person = await admin.post('/people', legal)
    assert.deepEqual(Object.keys(person.body.errors), ['representativeName'])
  })
})

describe('admission', () => {
  test('is rejected before the foundation and more than a year ahead', async () => {
    await admin.patch('/settings/foundationDate', { value: '1990-05-01' })
    assert.deepEqual(await errorsOf({ admissionDate: '1990-04-30' }), {
      admissionDate: ['Data de admissão inválida: não pode ser anterior a «Data de fundação» (01/05/1990).'],
    })
    assert.deepEqual(await errorsOf({ admissionDate: '1990-05-01' }), {})
    assert.deepEqual(await errorsOf({ admissionDate: addYears(day, 1) }), {})
    assert.deepEqual(Object.keys(await errorsOf({ admissionDate: addDays(addYears(day, 1), 1) })), [
      'admissionDate',
    ])
    await admin.patch('/settings/foundationDate', { value: '' })
  })

  test('starts the history in the first active state', async () => {
    const member = await make.member({ admissionDate: '2019-03-02' })
    assert.deepEqual(
      [member['currentStateLabel'], member['currentStateTone'], member['stateSince'], member['endDate']],
      ['Ativo', 'green', '2019-03-02', null],
    )
    const { data } = (await admin.get(`/members/${member._id}/member_states`)).body
    assert.deepEqual(
      data.map(({ startDate, endDate, stateNameLabel, createdByName }) => [
        startDate,
        endDate,
        stateNameLabel,
        String(createdByName).split(' ')[0],
      ]),
      [['2019-03-02', null, 'Ativo', 'admin']],
    )
  })

  test('is rejected without an active state', async () => {
    await sql('UPDATE member_state_names SET active = false')
    const { status, body } = await admin.post('/members', base())
    assert.equal(status, 409)
    assert.match(body.message, /reveja os estados/)
    await sql('UPDATE member_state_names SET active = true')
  })

  test('that is rejected creates no person', async () => {
    const count = () => sql('SELECT count(*)::int AS count FROM people')
    const before = await count()
    await admin.post(
      '/members',
      base({ name: 'Fulano', memberNumber: (await make.member())['memberNumber'] }),
    )
    const person = (await count())[0]?.['count']
    assert.equal(person, Number(before[0]?.['count']) + 1, 'only the person of the other member')
  })
})

describe('deleting', () => {
  test('is only possible without a history of states, and keeps the person', async () => {
    const mistaken = await make.member()
    assert.equal((await admin.delete(`/members/${mistaken._id}`)).status, 204)
    assert.equal((await admin.get(`/people/${String(mistaken['personId'])}`)).status, 200)
    const suspended = await make.member({ state: 'Suspenso (quotas)' })
    const { status, body } = await admin.delete(`/members/${suspended._id}`)
    assert.equal(status, 409)
    assert.match(body.message, /Exonerado/)
  })
})

describe('labels of members', () => {
  test('equal the name of the person after concurrent writes of both', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, place) => make.person({ name: `Antes ${place}` })),
    )
    await Promise.all(
      people.flatMap(({ _id, _version }, place) => [
        make.member({ personId: _id }),
        admin.patch(`/people/${_id}`, { name: `Depois ${place}`, _version }),
      ]),
    )
    const rows = await sql(
      'SELECT m.label, p.name FROM members m JOIN people p ON p.id = m.person_id WHERE p.id = ANY($1)',
      [people.map(({ _id }) => _id)],
    )
    assert.equal(rows.length, 8)
    for (const { label, name } of rows) assert.equal(label, name)
    assert.deepEqual(
      await sql('SELECT m.id FROM members m JOIN people p ON p.id = m.person_id WHERE m.label <> p.name'),
      [],
    )
  })

  test('follow the name when it is changed through the member, the person or before a restore', async () => {
    const { _id, personId } = await make.member({ name: 'Ana Primeira' })
    const shown = async () => {
      const { data } = (await admin.get(`/member_states?_memberId=${_id}`)).body
      return data[0]?.['memberLabel']
    }
    assert.equal(await shown(), 'Ana Primeira')
    succeeded(await admin.patch(`/members/${_id}`, { name: 'Ana Segunda' }))
    assert.equal(await shown(), 'Ana Segunda')
    succeeded(await admin.patch(`/people/${String(personId)}`, { name: 'Ana Terceira' }))
    assert.equal(await shown(), 'Ana Terceira')
    await admin.delete(`/members/${_id}`)
    succeeded(await admin.patch(`/people/${String(personId)}`, { name: 'Ana Quarta' }))
    const [event] = (await admin.get(`/audit_events?_resource=members&_recordId=${_id}`)).body.data
    succeeded(await admin.post(`/audit_events/${String(event?._id)}/restore`))
    assert.equal(await shown(), 'Ana Quarta')
  })

  test('equal the name after concurrent writes of the person and two memberships', async () => {
    const { _id: personId } = await make.person({ name: 'Antes' })
    const [one, other] = [await make.member({ personId }), await make.member({ personId })]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        admin.patch(`/people/${personId}`, { name: `Pessoa ${round}` }),
        admin.patch(`/members/${one._id}`, { name: `Primeira ${round}`, notes: `${round}` }),
        admin.patch(`/members/${other._id}`, { name: `Segunda ${round}`, notes: `${round}` }),
        admin.patch(`/members/${one._id}`, { notes: `outra ${round}` }),
        make.member({ personId }).then(() => ({ status: 200 })),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        answers.map(() => 200),
      )
    }
    const rows = await sql(
      'SELECT m.label, p.name FROM members m JOIN people p ON p.id = m.person_id WHERE p.id = $1',
      [personId],
    )
    assert.equal(rows.length, 7)
    for (const { label, name } of rows) assert.equal(label, name)
  })

  test('a member of a person who is deleted concurrently is rejected', async () => {
    const { _id: personId } = await make.person()
    const input = { personId, categoryId: categories.get('Fundador'), admissionDate: '2020-01-01' }
    const { pending } = await inTransaction(database, async (db) => {
      await db.query({ text: 'DELETE FROM people WHERE id = $1', values: [personId] })
      const post = admin.post('/members', input)
      await untilSomeoneWaits({ sql }, post)
      return { pending: post }
    })
    const { body, status } = await pending
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['personId']])
  })
})
