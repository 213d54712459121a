import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ConfidentialKind } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { confidentialKinds } from '@agremia/resources/settings/privacy-settings.ts'
import { lettersToDigits, mod97CheckDigits } from '@agremia/resources/rules/bank-identifiers.ts'
import type { TestCaller, TestRecord } from '../../testing/caller.ts'
import { nifOf, succeeded } from '../../testing/make.ts'
import { createSamples, makeOneOfEach } from '../../testing/samples.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { as, make, sql } = app
const admin = await as('admin')
const samples = createSamples(app)
/** From whom settings hide fields. */
const readers = { editor: await as('editor'), auditor: await as('auditor') }
const stored = (Object.values(definitions) as unknown as Definition[]).filter(
  ({ kind }) => kind !== 'computed',
)

let used = 0
const values: Record<ConfidentialKind, () => string> = {
  nif: () => nifOf(61_000 + ++used),
  documents: () => `QW${5_550_000 + ++used}`,
  iban() {
    const account = String(810_000_000_000_000_000n + BigInt(++used))
    return `DE${mod97CheckDigits(lettersToDigits(`${account}DE`))}${account}`
  },
  notes: () => `Reservado ${7_000_000 + ++used}`,
}

interface Case {
  definition: Definition
  /** Fields that a setting hides, and the value of the record. */
  entered: Record<string, string>
  record: TestRecord
}

const cases: Case[] = []

before(async () => {
  await makeOneOfEach(app, admin, samples)
  for (const definition of stored) {
    const entered = Object.fromEntries(
      Object.entries(definition.fields).flatMap(
        ([name, { confidential, readOnly, storage, column, options }]) =>
          confidential &&
          !readOnly &&
          storage.in !== 'beside' &&
          column === 'text' &&
          !options &&
          name !== 'niss'
            ? [[name, values[confidential]()]]
            : [],
      ),
    )
    if (Object.keys(entered).length === 0) continue
    const input =
      definition.name === 'mandates'
        ? { memberId: (await make.member())._id, signedOn: '2026-01-31' }
        : await samples[definition.name as ResourceName]!.input()
    const more = 'idDocumentNumber' in entered ? { idDocumentType: 'PASSAPORTE' } : {}
    const path = `/${resourcePath(definition.name)}`
    const { _id } = succeeded(await admin.post(path, { ...input, ...more, ...entered }))
    // Each value is in a history too.
    const others = Object.fromEntries(
      Object.keys(entered).map((name) => [name, values[definition.fields[name]!.confidential!]()]),
    )
    succeeded(await admin.patch(`${path}/${_id}`, others))
    const record = succeeded(await admin.patch(`${path}/${_id}`, entered))
    cases.push({ definition, entered, record })
  }
})

const hide = async (value: 'true' | 'false') => {
  for (const setting of Object.values(confidentialKinds))
    succeeded(await admin.patch(`/settings/${setting}`, { value }))
}

describe('fields that settings hide', () => {
  before(() => hide('true'))
  after(() => hide('false'))

  test('are those of each kind', () => {
    const kinds = new Set(
      cases.flatMap(({ definition, entered }) =>
        Object.keys(entered).map((name) => definition.fields[name]!.confidential),
      ),
    )
    assert.deepEqual([...kinds].toSorted(), Object.keys(confidentialKinds).toSorted())
  })

  for (const [role, reader] of Object.entries(readers)) {
    test(`${role}: no record, list, export or history has them, and none can be filtered, sorted or found by them`, async () => {
      for (const { definition, entered, record } of cases) {
        const path = `/${resourcePath(definition.name)}`
        const where = `${role} ${definition.name}`
        const [name = ''] = Object.keys(entered)
        const read = await reader.get(`${path}/${record._id}`)
        assert.equal(read.status, 200, where)
        for (const field of Object.keys(entered)) {
          assert.ok(!(field in read.body.data), `${where} ${field}`)
          assert.equal(
            (await reader.get(`${path}?_${field}=${entered[field]}`)).status,
            400,
            `${where} ${field}`,
          )
          assert.equal((await reader.get(`${path}?_sort=${field}`)).status, 400, `${where} ${field}`)
          assert.equal((await reader.get(`${path}?_columns=${field}`)).status, 400, `${where} ${field}`)
          assert.equal((await reader.get(`${path}/values/${field}`)).status, 404, `${where} ${field}`)
        }
        const searched = encodeURIComponent(entered[name] ?? '')
        const found = await reader.get(`${path}?_search=${searched}`)
        if (found.status !== 400) assert.deepEqual(found.body.data, [], where)
        const texts = [
          read.text,
          (await reader.get(`${path}/${record._id}/audit_events`)).text,
          (await reader.get(`${path}?_limit=-1`)).text,
          (await reader.get(`${path}/export?format=csv`)).text,
        ]
        for (const value of Object.values(entered))
          for (const text of texts)
            assert.ok(!text.includes(value), `${where}: ${value} in ${text.slice(0, 200)}`)
        if (role === 'editor') {
          const { status, body } = await reader.patch(`${path}/${record._id}`, entered)
          assert.equal(status, 422, where)
          assert.deepEqual(Object.keys(body.errors ?? {}).toSorted(), Object.keys(entered).toSorted())
        }
      }
    })

    test(`${role}: no list of any resource and no search for people has them`, async () => {
      const all = cases.flatMap(({ entered }) => Object.values(entered))
      const paths = [
        ...stored.map(({ name }) => `/${resourcePath(name)}?_limit=-1`),
        '/activity?_limit=500',
        '/explainer',
        ...all.map((value) => `/people_researcher?nif=${value}&_search=${encodeURIComponent(value)}`),
      ]
      for (const path of paths) {
        const { text } = await reader.get(path)
        const shown = all.filter((value) => text.includes(value))
        assert.deepEqual(path.includes('researcher') ? [] : shown, [], path)
        if (path.includes('researcher')) assert.ok(!text.includes('"_id"'), path)
      }
      const { data } = (await reader.get('/explainer')).body as unknown as {
        data: Record<string, Record<string, unknown>>
      }
      for (const { definition, entered } of cases)
        for (const field of Object.keys(entered)) assert.ok(!data[definition.name]?.[field], field)
      // They have the values of all fields.
      for (const path of ['/imports', '/merges', '/merges/preview'])
        assert.equal((await reader.get(path)).status, 403, path)
      assert.equal((await reader.get('/reports/donations/table')).status, 403)
    })
  }

  test('administrators read, find and change them', async () => {
    for (const { definition, entered, record } of cases) {
      const path = `/${resourcePath(definition.name)}`
      const shown = succeeded(await admin.get(`${path}/${record._id}`))
      for (const [field, value] of Object.entries(entered)) {
        assert.equal(shown[field], value)
        const { data } = (await admin.get(`${path}?_${field}=${encodeURIComponent(value)}`)).body
        assert.deepEqual(
          data.map(({ _id }: TestRecord) => _id),
          [record._id],
          `${definition.name} ${field}`,
        )
      }
    }
    const [member] = cases.filter(({ definition }) => definition.name === 'members')
    const found = await admin.get(`/members?_search=${member!.entered['nif']}`)
    assert.equal(found.body.data.length, 1)
  })

  test('members read their own', async () => {
    const member: TestCaller & { [name: string]: unknown } = (await as('member')) as never
    const { data } = (await member.get('/members')).body
    assert.ok('iban' in succeeded(await member.get(`/members/${data[0]!._id}`)))
  })
})

test('without the settings editors read and find them', async () => {
  const { editor } = readers
  for (const { definition, entered, record } of cases) {
    const shown = succeeded(await editor.get(`/${resourcePath(definition.name)}/${record._id}`))
    for (const [field, value] of Object.entries(entered)) assert.equal(shown[field], value)
  }
  const [row] = await sql<{ nif: string }>('SELECT nif FROM people WHERE nif IS NOT NULL LIMIT 1')
  assert.ok((await editor.get(`/people?_search=${row!.nif}`)).body.data.length > 0)
})
