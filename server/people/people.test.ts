import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addYears } from '@agremia/resources/rules/dates.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import type { TestCaller } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'

const { as, make, sql, today, visitor } = await testApp()
const admin = await as('admin')

describe('people_researcher', () => {
  const search = async (query: Record<string, string>) => {
    const { status, body } = await admin.get(`/people_researcher?${new URLSearchParams(query).toString()}`)
    assert.equal(status, 200)
    return body.data
  }
  const found = async (query: Record<string, string>) =>
    (await search(query)).map(({ name, reason }) => `${String(name)}: ${String(reason)}`)

  test('finds by NIF, by name and birth date, by email, and by search, the strongest match first', async () => {
    await make.person({
      name: 'Inês d’Orey Pacheco',
      nif: nifOf(1),
      birthDate: '1980-05-20',
      email: 'Ines@exemplo.pt',
    })
    await make.person({ name: 'Ines Dorey Pacheco', birthDate: '1980-05-20' })
    assert.deepEqual(await found({ nif: `PT${nifOf(1)}` }), ['Inês d’Orey Pacheco: nif'])
    assert.deepEqual(await found({ email: ' INES@exemplo.pt ' }), ['Inês d’Orey Pacheco: email'])
    assert.deepEqual(await found({ name: "INES D'OREY  pacheco", birthDate: '1980-05-20' }), [
      'Inês d’Orey Pacheco: nameBirth',
    ])
    assert.deepEqual(await found({ search: 'pacheco' }), [
      'Inês d’Orey Pacheco: search',
      'Ines Dorey Pacheco: search',
    ])
    assert.deepEqual(await found({ nif: nifOf(1), search: 'pacheco', email: 'ines@exemplo.pt' }), [
      'Inês d’Orey Pacheco: nif',
      'Ines Dorey Pacheco: search',
    ])
  })

  test('finds names of other scripts, in any case', async () => {
    await make.person({ name: 'Андрій Їжак', birthDate: '1990-01-01' })
    assert.deepEqual(await found({ name: 'андрій їжак', birthDate: '1990-01-01' }), [
      'Андрій Їжак: nameBirth',
    ])
    assert.deepEqual(await found({ search: 'Андрій' }), ['Андрій Їжак: search'])
  })

  test('answers identifying fields only, with the latest membership', async () => {
    const member = await make.member({
      name: 'Tomé Varela',
      birthDate: '1970-01-02',
      city: 'Loulé',
      nif: nifOf(2),
      iban: 'PT50000201231234567890154',
      state: 'Licença',
    })
    assert.deepEqual(await search({ nif: nifOf(2) }), [
      {
        _id: member['personId'],
        name: 'Tomé Varela',
        birthYear: 1970,
        city: 'Loulé',
        memberId: member._id,
        memberNumber: member['memberNumber'],
        stateLabel: 'Licença',
        reason: 'nif',
      },
    ])
    assert.deepEqual(await search({ nif: nifOf(2), except: String(member['personId']) }), [])
  })

  test('accepts the parameters of lists, and finds member numbers', async () => {
    const named = await Promise.all(
      ['Ulpiano Um', 'Ulpiano Dois', 'Ulpiano Três'].map((name) => make.member({ name, city: 'Évora' })),
    )
    const list = async (query: string) => (await admin.get(`/people_researcher?${query}`)).body
    const names = async (query: string) => (await list(query)).data.map(({ name }) => name)
    assert.deepEqual(await names('_search=ulpiano&_sort=-name&_limit=2'), ['Ulpiano Um', 'Ulpiano Três'])
    const second = await list('_search=ulpiano&_sort=-name&_limit=2&_page=2')
    assert.deepEqual(
      [second.data.map(({ name }) => name), second.meta],
      [['Ulpiano Dois'], { total: 3, page: 2, limit: 2 }],
    )
    assert.equal((await names(`_search=${String(named[1]?.['memberNumber'])}`))[0], 'Ulpiano Dois')
    assert.equal((await names('search=ulpiano')).length, 3, 'the older parameter')
    assert.equal((await admin.get('/people_researcher?_sort=nif&_search=x')).status, 400)
  })

  test('finds nothing for incomplete criteria, and at most 20 by default', async () => {
    for (const query of [
      {},
      { nif: '123' },
      { name: 'Ana' },
      { birthDate: '1980-05-20' },
      { email: 'ana' },
      { search: ' - ' },
    ]) {
      assert.deepEqual(await search(query as Record<string, string>), [], JSON.stringify(query))
    }
    await sql(
      `INSERT INTO people (id, name, search_text) SELECT gen_random_uuid(), 'Muitos ' || n, ' muitos ' || n FROM generate_series(1, 50) n`,
    )
    assert.equal((await search({ search: 'muitos' })).length, 20)
  })
})

describe('contacts', () => {
  test('only one of each type is preferred for a person', async () => {
    const [one, other] = [await make.person(), await make.person()]
    const first = await make.contact({ personId: one._id, preferred: true })
    const phone = await make.contact({
      personId: one._id,
      type: 'mobile',
      value: '912345678',
      preferred: true,
    })
    const elsewhere = await make.contact({ personId: other._id, preferred: true })
    const second = await make.contact({ personId: one._id, preferred: true })
    const preferred = async () =>
      (await admin.get('/contacts?_preferred=true&_limit=-1')).body.data.map(({ _id }) => _id).sort()
    assert.deepEqual(await preferred(), [phone._id, elsewhere._id, second._id].sort())
    assert.equal((await admin.get(`/contacts/${first._id}`)).body.data._version, first._version + 1)

    succeeded(await admin.patch(`/contacts/${first._id}`, { preferred: true }))
    assert.deepEqual(await preferred(), [phone._id, elsewhere._id, first._id].sort())
    await Promise.all(
      Array.from({ length: 4 }, () =>
        admin.post('/contacts', {
          personId: one._id,
          type: 'email',
          value: 'x@exemplo.pt',
          preferred: true,
        }),
      ),
    )
    const rows = await sql(`SELECT 1 FROM contacts WHERE person_id = $1 AND type = 'email' AND preferred`, [
      one._id,
    ])
    assert.equal(rows.length, 1)
  })

  test('are validated by their type, also when it changes', async () => {
    const { _id: personId } = await make.person()
    for (const [type, value] of [
      ['email', '912345678'],
      ['mobile', 'ana@exemplo.pt'],
      ['phone', '123'],
    ]) {
      const { status, body } = await admin.post('/contacts', { personId, type, value })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['value']])
    }
    const contact = await make.contact({ personId, type: 'other', value: '912 345 678' })
    assert.equal(contact['value'], '912 345 678')
    const wrong = await admin.patch(`/contacts/${contact._id}`, { type: 'email' })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['value']])
    const right = succeeded(await admin.patch(`/contacts/${contact._id}`, { type: 'mobile' }))
    assert.equal(right['value'], '+351912345678')
  })
})

describe('people', () => {
  test('are stored with normalised texts', async () => {
    const person = await make.person({
      name: '  ana   sofia ',
      nif: 'PT 501 442 600',
      mobile: '912 345 678',
      email: 'Ana@EXEMPLO.pt',
      postalCode: '4050262',
      nationality: 'pt',
    })
    const { name, nif, mobile, email, postalCode, nationality } = person
    assert.deepEqual(
      [name, nif, mobile, email, postalCode, nationality],
      ['ana sofia', '501442600', '+351912345678', 'Ana@exemplo.pt', '4050-262', 'PT'],
    )
  })

  test('postal codes are validated by country, also when it changes', async () => {
    const person = await make.person({ postalCode: '4050-262' })
    succeeded(await admin.patch(`/people/${person._id}`, { country: 'FR', postalCode: '75001' }))
    const { status, body } = await admin.patch(`/people/${person._id}`, { country: 'PT' })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['postalCode']])
  })

  test('document numbers are validated by type, also when it changes', async () => {
    const person = await make.person({ idDocumentType: 'PASSAPORTE', idDocumentNumber: 'ab123' })
    assert.equal(person['idDocumentNumber'], 'AB123')
    const { status, body } = await admin.patch(`/people/${person._id}`, { idDocumentType: 'CC' })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['idDocumentNumber']])
  })

  test('the kind is natural when it is not given', async () => {
    const person = await make.person({ kind: null })
    assert.equal(person['kind'], 'natural')
    assert.equal(succeeded(await admin.patch(`/people/${person._id}`, { kind: null }))['kind'], 'natural')
  })

  test('an unusual email domain is a warning, not an error', async () => {
    const { body } = await admin.post('/people/validate', { name: 'Ana Reis', email: 'ana@gmail.con' })
    assert.deepEqual([body.errors, Object.keys(body.warnings)], [{}, ['email']])
  })

  test('a NIF of the other kind of person is a warning, not an error', async () => {
    const validate = async (kind: string, nif: string) => {
      const { body } = await admin.post('/people/validate', {
        name: 'Ana Reis',
        representativeName: 'Rui',
        kind,
        nif,
      })
      return [Object.keys(body.errors), Object.keys(body.warnings)]
    }
    assert.deepEqual(await validate('natural', '500000000'), [[], ['nif']])
    assert.deepEqual(await validate('legal', nifOf(98_765)), [[], ['nif']])
    assert.deepEqual(await validate('natural', nifOf(98_765)), [[], []])
    assert.deepEqual(await validate('legal', '500000000'), [[], []])

    for (const path of ['/members/validate', '/member_applications/validate'])
      for (const [kind, isWarned] of [
        ['natural', true],
        ['legal', false],
      ] as const) {
        const { body } = await admin.post(path, { name: 'Ana Reis', kind, nif: '500000000' })
        assert.equal('nif' in body.warnings, isWarned, `${path}, ${kind}`)
      }
  })

  test('have notes that all staff read and change, and the person does not see', async () => {
    const member = await as('member')
    const editor = await as('editor')
    const path = `/people/${member.personId}`
    const saved = succeeded(await editor.patch(path, { personNotes: 'Prefere telefone.' }))
    assert.equal(saved['personNotes'], 'Prefere telefone.')
    const own = succeeded(await member.get(path))
    assert.equal('personNotes' in own, false)
  })

  test('are validated on update only for the changed fields', async () => {
    const adult = await make.person({ birthDate: addYears(await today(), -18) })
    await sql('UPDATE people SET birth_date = birth_date + 400, postal_code = $2 WHERE id = $1', [
      adult._id,
      'antigo',
    ])
    succeeded(await admin.patch(`/people/${adult._id}`, { city: 'Viseu' }))
    const record = (await admin.get(`/people/${adult._id}`)).body.data
    succeeded(await admin.put(`/people/${adult._id}`, { ...record, city: 'Guarda' }))
    const { body } = await admin.patch(`/people/${adult._id}`, { postalCode: 'outro' })
    assert.deepEqual(Object.keys(body.errors), ['postalCode'])
  })
})

test('the locality of a postal code is the one that most people have, or else that of its first four digits', async () => {
  const found = async (caller: TestCaller, postalCode: string) =>
    succeeded(await caller.get(`/people_researcher/locality?postalCode=${postalCode}`))
  const live = (postalCode: string, city: string | null, municipality?: string) =>
    make.person({ postalCode, city, ...(municipality !== undefined && { municipality }) })
  assert.equal(await found(admin, '3060-187'), null)
  await live('3060-187', 'Cantanhede', 'Cantanhede')
  await live('3060-187', 'Cantanhede')
  await live('3060-187', 'Outeiro')
  await live('3060-187', null)
  for (let one = 0; one < 3; one++) await live('3060-900', 'Ançã', 'Cantanhede')
  assert.deepEqual(await found(admin, '3060187'), { city: 'Cantanhede', municipality: 'Cantanhede' })
  assert.deepEqual(await found(admin, '3060-555'), { city: 'Ançã', municipality: 'Cantanhede' })
  assert.equal(await found(admin, '3061-187'), null)
  for (const wrong of ['', '3060', '3060-1', 'x']) {
    const { status, body } = await admin.get(`/people_researcher/locality?postalCode=${wrong}`)
    assert.deepEqual([status, body.message], [400, 'postalCode: O código postal tem a forma 1234-567.'])
  }

  succeeded(await admin.patch('/settings/protectsPeople', { value: 'true' }))
  const protectedPerson = await live('7780-100', 'Entradas')
  assert.deepEqual(await found(admin, '7780-100'), { city: 'Entradas', municipality: null })
  succeeded(await admin.post(`/people/${protectedPerson._id}/protect`, { reason: 'Testemunha' }))
  for (const caller of [admin, await as('editor')]) assert.equal(await found(caller, '7780-100'), null)
})

test('countries are listed for visitors, Portugal first', async () => {
  const { data, meta } = (await visitor.get('/countries')).body
  assert.deepEqual([data[0]?.['name'], data[0]?.['_k']], ['Portugal', -1])
  assert.equal(data.filter(({ name }) => name === 'Portugal').length, 2)
  assert.equal(meta.total, data.length)
})

test('countries accept the parameters of lists', async () => {
  const { data, meta } = (await visitor.get('/countries?_search=portug&_page=1&_limit=1&_sort=-created_at'))
    .body
  assert.deepEqual([data.length, data[0]?.['name']], [1, 'Portugal'])
  assert.deepEqual(meta, { total: 2, page: 1, limit: 1 })
})

test('lists reject unknown and malformed parameters by name', async () => {
  for (const path of [
    '/countries?_cor=azul',
    '/countries?_limit=muitos',
    '/countries?_sort=_cor',
    '/people_researcher?_cor=azul',
    '/people_researcher?birthDate=abc&nif=1',
    '/people_researcher?except=ninguem&nif=1',
    '/audit_events?_cor=azul',
    '/audit_events?_recordId=abc',
    '/audit_events?_resource=cor',
    `/people/${(await make.person())._id}/audit_events?_cor=azul`,
    '/payment_advice?_cor=azul',
  ]) {
    const { status, body } = await admin.get(path)
    const name = /_cor|_limit|birthDate|except|_recordId|_resource/.exec(path)?.[0] ?? ''
    assert.equal(status, 400, path)
    assert.ok(String(body.message).includes(name), `${path}: ${body.message}`)
  }
})
