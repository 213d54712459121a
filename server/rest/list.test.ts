import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { compareNames } from '@agremia/resources/rules/names.ts'
import fc from 'fast-check'
import { insertSampleMembers } from '../setup/sample-members.ts'
import type { TestRecord } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'
import { crossed } from '../testing/volume.ts'

/** Connections of the application: a list that kept its own would soon leave none. */
const connections = 4
const { app, as, make, sql, today, database } = await testApp({ poolSize: connections })
const admin = await as('admin')
await insertSampleMembers(database.pool, { count: 300, today: await today(), firstNumber: 100 })
app.world.totals.forgetAll()
const everyMember = (await admin.get('/members?_limit=-1')).body.data as TestRecord[]

const stored = (Object.values(definitions) as unknown as Definition[]).filter(
  ({ kind }) => kind !== 'computed',
)
const list = async (query: string, path = '/members') => {
  const { status, body } = await admin.get(`${path}?${query}`)
  assert.equal(status, 200, `${query}: ${body.message}`)
  return body
}
const refusal = async (query: string, path = '/members') => {
  const { status, body } = await admin.get(`${path}?${query}`)
  assert.equal(status, 400, query)
  return body.message
}
const ids = (records: TestRecord[]) => records.map(({ _id }) => _id)
const idsWhere = (matches: (member: TestRecord) => boolean) => ids(everyMember.filter(matches)).sort()

const orderableOf = ({ fields }: Definition) =>
  Object.entries(fields)
    .filter(
      ([, { writeOnly, column, type, detail, computed, sealed }]) =>
        !writeOnly &&
        column !== 'list' &&
        column !== 'json' &&
        type !== 'image' &&
        !detail &&
        !computed &&
        !sealed,
    )
    .map(([name]) => name)

describe('pages', () => {
  test('limit: default 100, at least 1, at most 500, -1 for all', async () => {
    for (const [given, limit, length] of [
      ['', 100, 100],
      ['_limit=', 100, 100],
      ['_limit=0', 1, 1],
      ['_limit=-2', 1, 1],
      ['_limit=-99999999999999999999', 1, 1],
      ['_limit=7', 7, 7],
      ['_limit=501', 500, 300],
      ['_limit=99999999999999999999999', 500, 300],
      ['_limit=-1', -1, 300],
      ['_limit=5&_limit=6', 6, 6],
    ] as const) {
      const { data, meta } = await list(given)
      assert.deepEqual([meta.limit, data.length, meta.total, meta.page], [limit, length, 300, 1], given)
    }
    for (const given of ['text', '1.5', '1e2', 'null', 'NaN', '--1', '0x10', '%00']) {
      assert.match(await refusal(`_limit=${given}`), /^_limit/)
    }
  })

  test('page numbers begin at 1, and pages after the last are empty', async () => {
    assert.equal((await list('_page=3')).data.length, 100)
    for (const page of [4, 10_000_000]) {
      const { data, meta } = await list(`_page=${page}&_limit=500`)
      assert.deepEqual([data, meta.page, meta.total], [[], page, 300])
      assert.equal((await list(`_page=${page}&_search=silva`)).data.length, 0)
    }
    for (const page of ['0', '-1', '1.5', 'x', '', '10000001', '99999999999999999999', 'null']) {
      assert.match(await refusal(`_page=${page}`), /^_page/)
    }
  })

  test('all records: short and streamed lists are the same', async () => {
    for (const count of [1, 99, 100, 101, 250]) {
      const query = `_memberNumber_to=${99 + count}&_sort=-memberNumber`
      const whole = await list(`${query}&_limit=-1`)
      const page = await list(`${query}&_limit=500`)
      assert.deepEqual([whole.data, whole.meta.total], [page.data, count], query)
    }
    assert.deepEqual((await list('_memberNumber_to=0&_limit=-1')).data, [])
    const whole = await admin.get('/unsettled_payments?_limit=-1&_status=open')
    const page = await admin.get('/unsettled_payments?_limit=500&_status=open')
    assert.deepEqual(whole.body.meta['sums'], page.body.meta['sums'])
  })

  test('the total is the same on each page, with and without a search', async () => {
    for (const query of ['', '_search=silva&', '_gender=female&', '_search=maria&_gender=female&']) {
      const all = await list(`${query}_limit=-1`)
      for (const page of [1, 2, 40]) {
        assert.equal((await list(`${query}_limit=10&_page=${page}`)).meta.total, all.meta.total, query)
      }
    }
  })

  for (const definition of crossed(stored)) {
    const orderable = orderableOf(definition)
    const path = `/${resourcePath(definition.name)}`

    test(`${definition.name}: pages cover all records once, in any order`, async () => {
      const expected = ids((await list('_limit=-1', path)).data).sort()
      const order = fc.uniqueArray(
        fc
          .tuple(fc.boolean(), fc.constantFrom('created_at', '_id', 'updated_at', ...orderable))
          .map(([down, name]) => `${down ? '-' : ''}${name}`),
        { maxLength: 3 },
      )
      await fc.assert(
        fc.asyncProperty(order, fc.integer({ min: 20, max: 120 }), async (names, limit) => {
          const seen: string[] = []
          for (let page = 1; ; page++) {
            const { data } = await list(`_sort=${names.join(',')}&_limit=${limit}&_page=${page}`, path)
            seen.push(...ids(data))
            if (data.length < limit) break
          }
          const whole = ids((await list(`_sort=${names.join(',')}&_limit=-1`, path)).data)
          assert.deepEqual(seen, whole, 'pages follow the order of the whole')
          assert.deepEqual(seen.sort(), expected)
        }),
        { numRuns: 8 },
      )
    })
  }
})

describe('orders', () => {
  const valueOf = (record: TestRecord, name: string) => record[name] as string | number | null

  test('sort by the field in both directions, empty values last', async () => {
    for (const name of ['memberNumber', 'birthDate', 'admissionDate', 'stateSince', 'postalCode']) {
      const present = everyMember.map((member) => valueOf(member, name)).filter((value) => value !== null)
      const sorted = present.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
      const empty = everyMember.length - sorted.length
      const up = (await list(`_limit=-1&_sort=${name}`)).data.map((member) => valueOf(member, name))
      assert.deepEqual(up, [...sorted, ...Array.from({ length: empty }, () => null)], name)
      const down = (await list(`_limit=-1&_sort=-${name}`)).data.map((member) => valueOf(member, name))
      assert.deepEqual(down, [...sorted.toReversed(), ...Array.from({ length: empty }, () => null)], name)
    }
  })

  test('sort names by Portuguese collation', async () => {
    const names = (await list('_limit=-1&_sort=name')).data.map((member) => String(member['name']))
    assert.deepEqual(names, names.toSorted(compareNames))
    assert.ok(names.some((name) => name.startsWith('Á')))
  })

  test('sort by several fields', async () => {
    const data = (await list('_limit=-1&_sort=gender,-memberNumber')).data
    const expected = everyMember.toSorted(
      (one, other) =>
        String(one['gender'] ?? '~').localeCompare(String(other['gender'] ?? '~')) ||
        Number(other['memberNumber']) - Number(one['memberNumber']),
    )
    assert.deepEqual(ids(data), ids(expected))
  })

  test('by default newest first', async () => {
    assert.deepEqual((await list('')).data, (await list('_sort=-created_at')).data)
    assert.deepEqual((await list('_sort=')).data, (await list('_sort=-_created_at')).data)
    const created = (await list('_sort=created_at&_limit=-1')).data.map((member) => member._created_at)
    assert.deepEqual(created, created.toSorted())
  })

  test('category and state sort by the order in the settings, also after it changes, with paging and filters', async () => {
    const placesOf = async (path: string) =>
      new Map(
        ((await admin.get(`${path}?_limit=-1&_sort=order,name`)).body.data as TestRecord[]).map(
          ({ _id }, place) => [_id, place],
        ),
      )
    for (const [field, path] of [
      ['categoryId', '/member_categories'],
      ['currentStateId', '/member_state_names'],
    ] as const)
      for (const sort of [field, `-${field}`]) {
        const places = await placesOf(path)
        const expected = everyMember
          .map((member) => ({ id: member._id, place: places.get(String(member[field])) ?? 0 }))
          .sort((a, b) => (a.place - b.place || (a.id < b.id ? -1 : 1)) * (sort === field ? 1 : -1))
          .map(({ id }) => id)
        const paged: string[] = []
        for (const page of [1, 2, 3, 4])
          paged.push(...ids((await list(`_sort=${sort}&_limit=90&_page=${page}`)).data))
        assert.deepEqual(paged, expected.slice(0, 360), sort)
        assert.deepEqual(ids((await list(`_sort=${sort}&_limit=-1`)).data), expected, `${sort}, all at once`)
        const [state] = [...(await placesOf('/member_state_names')).keys()]
        const few = new Set(idsWhere((member) => member['currentStateId'] === state))
        const { data } = await list(`_sort=${sort}&_currentStateId=${state}&_limit=500`)
        assert.deepEqual(ids(data), expected.filter((id) => few.has(id)).slice(0, 500), `${sort}, filtered`)
        const [category] = [...(await placesOf('/member_categories')).keys()]
        await admin.patch(`/member_categories/${category}`, { order: sort === field ? 9000 : 1 })
      }
  })

  test('an unknown field, or one without an order, is rejected by name', async () => {
    const wrong = [
      'nada',
      '-',
      'name,',
      'titles',
      'constructor',
      'toString',
      '__proto__',
      '_version',
      'password',
      'name;drop',
      '%00',
      'name%20desc',
      'photoUrl',
      'categoryLabel',
    ]
    for (const name of wrong) assert.match(await refusal(`_sort=${name}`), /^_sort/)
  })
})

describe('filters', () => {
  test('match equal values; repeated ones match any of them', async () => {
    assert.deepEqual(
      ids((await list('_limit=-1&_gender=male')).data).sort(),
      idsWhere((m) => m['gender'] === 'male'),
    )
    assert.deepEqual(
      ids((await list('_limit=-1&_city=Porto&_city=Braga&_gender=female')).data).sort(),
      idsWhere((m) => (m['city'] === 'Porto' || m['city'] === 'Braga') && m['gender'] === 'female'),
    )
    const number = Number(everyMember[5]?.['memberNumber'])
    assert.deepEqual(
      ids((await list(`_memberNumber=${number}`)).data),
      idsWhere((m) => m['memberNumber'] === number),
    )
    assert.deepEqual((await list('_city=porto')).data, [], 'filters are case-sensitive')
  })

  test('null matches empty and notNull other values, also combined', async () => {
    const nifs = await list('_limit=-1&_nif=notNull')
    assert.deepEqual(
      ids(nifs.data).sort(),
      idsWhere((m) => m['nif'] !== null),
    )
    assert.equal((await list('_nif=notNull&_nif=null')).meta.total, 300)
    assert.equal((await list('_titles=notNull')).meta.total, 0)
    assert.deepEqual(
      ids((await list('_limit=-1&_nif=null')).data).sort(),
      idsWhere((m) => m['nif'] === null),
    )
    assert.deepEqual(
      ids((await list('_limit=-1&_gender=null&_gender=male')).data).sort(),
      idsWhere((m) => m['gender'] === null || m['gender'] === 'male'),
    )
  })

  test('from and to are inclusive limits of dates, numbers and timestamps', async () => {
    assert.deepEqual(
      ids((await list('_limit=-1&_birthDate_from=1970-01-01&_birthDate_to=1979-12-31')).data).sort(),
      idsWhere((m) => String(m['birthDate']) >= '1970-01-01' && String(m['birthDate']) <= '1979-12-31'),
    )
    assert.deepEqual(
      ids((await list('_limit=-1&_memberNumber_from=150&_memberNumber_to=160')).data).sort(),
      idsWhere((m) => Number(m['memberNumber']) >= 150 && Number(m['memberNumber']) <= 160),
    )
    assert.equal(
      (await list('_birthDate_from=01/01/1970&_limit=-1')).meta.total,
      idsWhere((m) => String(m['birthDate']) >= '1970-01-01' && m['birthDate'] !== null).length,
    )
    const day = everyMember[0]?._created_at.slice(0, 10)
    assert.equal((await list(`_created_at_from=${day}&_created_at_to=${day}`)).meta.total, 300)
    assert.equal((await list('_created_at_to=2000-01-01')).meta.total, 0)
    assert.equal((await list('_created_at_from=2000-01-01T10:00:00%2B01:00')).meta.total, 300)
  })

  test('references, ids, booleans and lists', async () => {
    const category = everyMember[0]?.['categoryId']
    assert.deepEqual(
      ids((await list(`_limit=-1&_categoryId=${String(category)}`)).data).sort(),
      idsWhere((m) => m['categoryId'] === category),
    )
    const some = everyMember.slice(0, 3).map(({ _id }) => _id)
    assert.deepEqual(ids((await list(some.map((id) => `_id=${id}`).join('&'))).data).sort(), some.toSorted())
    assert.equal((await list(`__id=${some[0]}`)).data[0]?._id, some[0])
    for (const [given, marksEnd, count] of [
      ['true', true, 7],
      ['false', false, 6],
      ['sim', true, 7],
      ['0', false, 6],
    ] as const) {
      const { data } = await list(`_marksEnd=${given}`, '/member_state_names')
      assert.equal(data.length, count, given)
      assert.ok(data.every((state) => state['marksEnd'] === marksEnd))
    }
    const member = await make.member({ titles: ['Mérito', 'Fundador'] })
    assert.deepEqual(ids((await list('_titles=Fundador')).data), [member._id])
    assert.equal((await list('_titles=null')).meta.total, 300)
    await admin.delete(`/members/${member._id}`)
  })

  test('by fields of a referenced record, with all its operators', async () => {
    const [one, other, third] = everyMember
    const ofMembers = (values: object) =>
      Promise.all([one, other].map((m) => make.charge({ memberId: m?._id, ...values })))
    const [first, second] = await ofMembers({ year: 1999, dueDate: '1999-03-31' })
    await make.charge({ memberId: third?._id, year: 1999, dueDate: '1999-03-31' })
    const charges = async (query: string) =>
      ids((await list(`_year=1999&${query}`, '/unsettled_payments')).data).sort()
    for (const [member, section] of [
      [one, 'Teatro'],
      [other, 'Coro'],
    ] as const)
      await admin.patch(`/members/${member?._id}`, { section })
    const both = [first?._id, second?._id].sort()
    assert.deepEqual(await charges('_memberId.section=Teatro'), [first?._id])
    assert.deepEqual(await charges('_memberId.section=Teatro&_memberId.section=Coro'), both)
    assert.deepEqual(await charges('_memberId.section=notNull'), both)
    const name = encodeURIComponent(String(one?.['name']))
    assert.deepEqual(await charges(`_memberId.name=${name}&_memberId.section=Teatro`), [first?._id])
    assert.deepEqual(await charges(`_memberId.section=Coro&_memberId.admissionDate_from=2200-01-01`), [])
    assert.deepEqual(await charges('_categoryId.name=Nenhuma'), [])
    await admin.patch(`/members/${other?._id}`, { section: 'Teatro' })
    assert.equal((await list('_memberId.section=Teatro&_year=1999', '/unsettled_payments')).meta.total, 2)
    const groups = await list('_year=1999&_memberId.section=Teatro', '/charges_by_member')
    assert.deepEqual(ids(groups.data).sort(), [one?._id, other?._id].sort())
    const exported = await admin.get('/unsettled_payments/export?_columns=memberId&_memberId.section=Teatro')
    assert.equal(exported.text.trim().split('\n').length, 3)
    for (const member of [one, other]) await admin.patch(`/members/${member?._id}`, { section: null })
  })

  test('by fields of a referenced record: its changes change the total', async () => {
    const { quotaPlanId } = await make.price()
    const total = async () => (await list('_quotaPlanId.name=Outro', '/quota_prices')).meta.total
    assert.equal(await total(), 0)
    await admin.patch(`/quota_plans/${String(quotaPlanId)}`, { name: 'Outro' })
    assert.equal(await total(), 1)
  })

  test('by fields of a referenced record only for callers who may read all its records', async () => {
    const member = await as('member')
    assert.equal((await member.get('/unsettled_payments?_memberId.section=Teatro')).status, 400)
    assert.equal((await member.get('/members?_categoryId.name=Efetivo')).status, 200)
    assert.equal((await (await as('auditor')).get('/payments?_memberId.section=x')).status, 200)
  })

  test('an unknown filter or an invalid value is rejected by name', async () => {
    for (const query of [
      '_categoryId.nada=1',
      '_categoryId.=1',
      '_.name=1',
      '_name.name=1',
      '_nada.name=1',
      '_categoryId.quotaPlanId.name=1',
      '_categoryId.__proto__=1',
      '_categoryId.minAge=dez',
      '_nada=1',
      'name=Ana',
      'page=1',
      '_constructor=1',
      '_toString=1',
      '___proto__=1',
      '_hasOwnProperty_from=1',
      '_notes_from=a',
      '_name_from=a',
      '_categoryId_to=1',
      '_categoryId=nada',
      '_id=nada',
      '_memberNumber=doze',
      '_memberNumber=1.5',
      '_memberNumber=99999999999',
      '_memberNumber_from=null',
      '_birthDate=1980-02-30',
      '_birthDate_from=',
      '_birthDate_to=0000-01-01',
      '_created_at=ontem',
      '_created_at_from=0000-01-01',
      '_created_at_from=0000-01-01T00:00:00Z',
      '_created_at_to=9999-12-31T23:59:59-23:59',
      '_name=',
      '_name=%00',
      '_photoUrl=x',
      '_categoryLabel=Efetivo',
      '_search_text=a',
      '=',
      '_=1',
      '__=1',
    ]) {
      const message = await refusal(query)
      const [parameter = ''] = query.split('=')
      assert.ok(message.includes(parameter), `${query}: ${message}`)
    }
    assert.match(await refusal('_active=talvez', '/member_categories'), /_active/)
    assert.match(await refusal('_active=', '/member_categories'), /_active/)
  })
})

describe('values of a field', () => {
  const values = async (field: string, query = '', path = '/members') => {
    const { data } = await list(query, `${path}/values/${field}`)
    return data as unknown as { value: unknown; label?: string; count: number }[]
  }

  test('are counted, most frequent first, empty ones too', async () => {
    for (const field of ['gender', 'city', 'kind', 'birthDate']) {
      const expected = new Map<unknown, number>()
      for (const member of everyMember) expected.set(member[field], (expected.get(member[field]) ?? 0) + 1)
      // Other tests add members after these.
      const query = '_memberNumber_to=399'
      const found = await values(field, query)
      const counts = found.map(({ count }) => count)
      assert.deepEqual(
        counts,
        counts.toSorted((one, other) => other - one),
      )
      for (const { value, count } of found)
        assert.equal(count, expected.get(value), `${field} ${String(value)}`)
      assert.equal(found.length, Math.min(200, expected.size))
      assert.equal((await list(query, `/members/values/${field}`)).meta.total, expected.size)
    }
  })

  test('of references have their label; filters and search choose the records', async () => {
    const [first] = await values('categoryId', '_gender=female&_search=maria')
    const of = everyMember.filter((m) => m['categoryId'] === first?.value)
    assert.equal(first?.label, of[0]?.['categoryLabel'])
    const { total } = (await list(`_categoryId=${String(first?.value)}&_gender=female&_search=maria`)).meta
    assert.equal(first?.count, total)
  })

  test('of the records that the caller may read', async () => {
    const member = await as('member')
    await make.charge({ memberId: member.memberId })
    const { data } = (await member.get('/unsettled_payments/values/status')).body
    assert.deepEqual(data, [{ value: 'open', count: 1 }])
  })

  test('exist for the fields of lists alone', async () => {
    const member = await as('member')
    for (const field of [
      'nada',
      '_id',
      'created_at',
      'titles',
      'photoUrl',
      'quotaStrip',
      '__proto__',
      'constructor',
    ])
      assert.equal((await admin.get(`/members/values/${field}`)).status, 404, field)
    assert.equal((await member.get('/members/values/notes')).status, 404)
    assert.equal((await admin.get('/members/values/city?_nada=1')).status, 400)
  })
})

describe('searches', () => {
  const found = async (text: string) => (await list(`_limit=-1&_search=${encodeURIComponent(text)}`)).data
  const names = async (text: string) => (await found(text)).map((member) => member['name'])

  test('ignore accents, case, word order and punctuation', async () => {
    const member = await make.member({ name: 'Conceição D’Ávila Gonçalves', email: 'c.avila@exemplo.pt' })
    for (const text of [
      'conceicao avila',
      'CONCEIÇÃO',
      'gonçalves  conceicão',
      "d'avila",
      'Ávila, Conceição',
      'goncal',
      'c.avila@exemplo.pt',
      'conceição de ávila',
    ])
      assert.ok((await names(text)).includes(member['name']), text)
    assert.deepEqual(await names('conceicao xyz'), [])
    await admin.delete(`/members/${member._id}`)
  })

  test('of punctuation alone find nothing, in every list', async () => {
    const searched = stored.filter(
      ({ fields, list }) => list?.searchIn || Object.values(fields).some(({ searchable }) => searchable),
    )
    assert.ok(searched.length > 5)
    for (const definition of searched) {
      const path = `/${resourcePath(definition.name)}`
      for (const text of ['-', ' . ', '%', '_', '\\', '«»', '🙂'])
        assert.equal((await list(`_search=${encodeURIComponent(text)}`, path)).meta.total, 0, definition.name)
      assert.deepEqual(await list('_search=%20', path), await list('', path), definition.name)
    }
    assert.deepEqual((await admin.get('/people_researcher?search=-')).body.data, [])
    assert.deepEqual((await admin.get('/countries?_search=-')).body.data, [])
    const { data } = (await admin.get('/countries?_search=suica')).body
    assert.deepEqual(
      data.map((country) => country['_id']),
      ['CH'],
    )
  })

  test('match each word anywhere, and short words at the start of words', async () => {
    const texts = everyMember.map((member) => ({
      id: member._id,
      text: ` ${foldText(['name', 'nif', 'mobile', 'phone', 'email', 'postalCode', 'city', 'memberNumber'].map((name) => member[name] ?? '').join(' '))}`,
    }))
    for (const query of [
      'ana',
      'an',
      'maria silva',
      'silva por',
      'or',
      '4050',
      'jo si',
      '912',
      'porto exemplo',
    ]) {
      const matches = ({ text }: { text: string }) =>
        query.split(' ').every((word) => text.includes(word.length < 3 ? ` ${word}` : word))
      assert.deepEqual(
        ids(await found(query)).sort(),
        texts
          .filter(matches)
          .map(({ id }) => id)
          .sort(),
        query,
      )
    }
  })

  test('the member with exactly the searched number comes first', async () => {
    for (const number of [110, 101, 333]) {
      const records = await found(String(number))
      assert.equal(records[0]?.['memberNumber'], number)
    }
    const { data } = await list('_search=11&_sort=-memberNumber&_limit=-1')
    const numbers = data.map((member) => Number(member['memberNumber']))
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => other - one),
      'no member has number 11',
    )
  })

  test('wildcards of patterns have no meaning', async () => {
    for (const text of ['%', '_', '%%%', '\\', '*', '?', "'", '"', '—', '😀']) {
      assert.equal((await found(text)).length, 0, `«${text}» is no word of anybody`)
    }
    for (const text of ['a%a', 'm_ria', 'si\\lva', '%ilva']) {
      assert.deepEqual(ids(await found(text)).sort(), ids(await found(foldText(text))).sort(), text)
    }
    assert.ok((await found('m_ria')).length < (await found('ria')).length)
  })

  test('are limited in length, and rejected in lists without search', async () => {
    assert.match(await refusal(`_search=${'a'.repeat(201)}`), /^_search/)
    assert.match(await refusal(`_search=${'ab cd ef gh ij kl mn op qr'.replaceAll(' ', '%20')}`), /^_search/)
    for (const path of ['/settings', '/quota_prices']) {
      assert.match(await refusal('_search=a', path), /^_search/)
      await list('_search=', path)
    }
  })

  test('find each record by its own searchable values', async () => {
    for (const definition of crossed(stored)) {
      const searchable = Object.entries(definition.fields).filter(([, field]) => field.searchable) as [
        string,
        Field,
      ][]
      const path = `/${resourcePath(definition.name)}`
      const [record] = (await list('_limit=1', path)).data
      for (const [name] of searchable) {
        const value = record?.[name]
        if (value === null || value === undefined) continue
        const { data } = await list(`_limit=-1&_search=${encodeURIComponent(String(value))}`, path)
        assert.ok(ids(data).includes(record?._id ?? ''), `${definition.name}.${name}`)
      }
    }
  })

  test('combine with filters and order', async () => {
    const { data } = await list('_search=silva&_gender=female&_sort=-memberNumber&_limit=-1')
    const expected = everyMember
      .filter((m) => m['gender'] === 'female' && foldText(String(m['name'])).includes('silva'))
      .toSorted((one, other) => Number(other['memberNumber']) - Number(one['memberNumber']))
    assert.ok(expected.length > 0)
    assert.deepEqual(ids(data), ids(expected))
  })
})

describe('streamed lists', () => {
  test('are complete over many batches and release their connection', async () => {
    await sql(
      `INSERT INTO member_categories (id, name, "order", search_text)
       SELECT gen_random_uuid(), 'Lote ' || n, n, ' lote ' || n FROM generate_series(1, 2500) n`,
    )
    const expected = (await sql<{ count: number }>('SELECT count(*)::int AS count FROM member_categories'))[0]
      ?.count
    for (let round = 0; round < connections + 4; round++) {
      const { data, meta } = await list('_limit=-1&_sort=order', '/member_categories')
      assert.deepEqual([data.length, meta.total, meta.limit], [expected, expected, -1])
      assert.equal(new Set(ids(data)).size, expected)
    }
    await sql(`DELETE FROM member_categories WHERE name LIKE 'Lote %'`)
  })

  test('release their connection when the client aborts', async () => {
    await sql(
      `INSERT INTO member_categories (id, name, "order", search_text)
       SELECT gen_random_uuid(), 'Lote ' || n || repeat(' e mais', 1000), n, ' lote ' || n FROM generate_series(1, 2500) n`,
    )
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { tokens } = await as('admin')
    let streamed = 0
    for (let tries = 0; streamed <= connections; tries++) {
      assert.ok(tries < 1500, 'turns are released')
      const stop = new AbortController()
      const answer = await fetch(`${address}/api/member_categories?_limit=-1`, {
        headers: { authorization: `Bearer ${tokens.access}` },
        signal: stop.signal,
      })
      // The previous turn is released when its statement ends.
      assert.ok([200, 429].includes(answer.status))
      stop.abort()
      if (answer.status === 200) streamed++
      else await sleep(20)
    }
    // More than the pool's connections were aborted: if they leaked, this request would wait for one.
    assert.equal((await list('_limit=1', '/member_categories')).data.length, 1)
    await sql(`DELETE FROM member_categories WHERE name LIKE 'Lote %'`)
  })
})

describe('columns', () => {
  for (const definition of crossed(stored)) {
    const path = `/${resourcePath(definition.name)}`
    const listed = Object.entries(definition.fields).filter(
      ([, { writeOnly, detail }]) => !writeOnly && !detail,
    )

    test(`${definition.name}: the requested fields, with system fields and labels of references`, async () => {
      const { data: whole } = await list('_limit=-1', path)
      const fields = Object.keys(definition.fields)
      const columnSets = fc.uniqueArray(fc.constantFrom(...listed.map(([name]) => name)), {
        minLength: 1,
        maxLength: 6,
      })
      await fc.assert(
        fc.asyncProperty(columnSets, fc.constantFrom('20', '-1', '500'), async (names, limit) => {
          const sort = names.find((name) => orderableOf(definition).includes(name))
          const { data } = await list(
            `_columns=${names.join(',')}&_limit=${limit}${sort ? `&_sort=${sort}` : ''}`,
            path,
          )
          const beside = names.flatMap((name) => ['Label', 'Tone'].map((word) => referenceBase(name) + word))
          const isRequested = (key: string) =>
            key.startsWith('_') || names.includes(key) || (beside.includes(key) && !fields.includes(key))
          for (const record of data) {
            const known = whole.find(({ _id }: TestRecord) => _id === record._id) as TestRecord
            const expected = Object.entries(known).filter(([key]) => isRequested(key))
            assert.deepEqual(record, Object.fromEntries(expected), names.join())
          }
          assert.equal(data.length, Math.min(whole.length, limit === '-1' ? Infinity : Number(limit)))
        }),
        { numRuns: 12 },
      )
    })
  }

  test('in searches too; an empty list means all', async () => {
    const { data } = await list('_search=silva&_columns=memberNumber&_limit=1')
    assert.deepEqual(Object.keys(data[0] ?? {}), [
      '_id',
      '_created_at',
      '_updated_at',
      '_version',
      'memberNumber',
    ])
    assert.deepEqual((await list('_columns=&_limit=3')).data, (await list('_limit=3')).data)
  })

  test('an unknown or unreadable column is rejected by name', async () => {
    for (const name of ['shoeSize', '_id', 'currentStateLabel', 'constructor'])
      assert.match(await refusal(`_columns=name,${name}`), new RegExp(`^_columns.*${name}`))
    assert.match(await refusal('_columns=password', '/users'), /^_columns/)
    const member = await as('member')
    const { status, body } = await member.get('/members?_columns=notes')
    assert.deepEqual([status, /^_columns.*notes/.test(body.message)], [400, true])
    assert.equal((await member.get('/members?_columns=name')).status, 200)
  })
})
