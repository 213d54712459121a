import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { v7 as newId } from 'uuid'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { createSamples, makeOneOfEach } from '../testing/samples.ts'
import { testApp } from '../testing/test-app.ts'
import { crossed, isCrossed } from '../testing/volume.ts'
import type { ActionCall, Hooks } from './modules.ts'
import { tableNameOf } from './plan.ts'

const app = await testApp()
const { as, make, sql, visitor } = app
const admin = await as('admin')
const samples = createSamples(app)
const stored = (Object.values(definitions) as unknown as Definition[]).filter(
  ({ kind }) => kind !== 'computed',
)
await makeOneOfEach(app, admin, samples)

async function countOf(definition: Definition): Promise<number> {
  const [row] = await sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${tableNameOf(definition)}`)
  return row?.count ?? 0
}

/** Sum of an amount field, in euros. */
function sumOf(records: TestRecord[], name: string): number {
  return records.reduce((cents, record) => cents + Math.round(Number(record[name]) * 100), 0) / 100
}

/** Resources whose `GET …/:id` has more than the record's fields. */
const hasExtraProperties = new Set([
  'bulkActions',
  'imports',
  'membershipCards',
  'membershipCardLetters',
  'quotaRuns',
])

for (const definition of crossed(stored)) {
  const path = `/${resourcePath(definition.name)}`
  const fields = Object.entries(definition.fields)

  describe(`${definition.name}: read`, () => {
    test('list with meta', async () => {
      const { status, body, headers } = await admin.get(path)
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), /^application\/json; charset=utf-8/)
      assert.ok(body.data.length > 0)
      const { sums, ...meta } = body.meta
      const limit = definition.kind === 'byName' ? 500 : 100
      assert.deepEqual(meta, { total: await countOf(definition), page: 1, limit })
      const summed = fields.filter(([, field]) => field.summed).map(([name]) => name)
      assert.deepEqual(Object.keys(sums ?? {}), summed)
      const { field = '_id', values } = definition.list?.summedWhere ?? {}
      const added = body.data.filter((record) => !values || values.includes(String(record[field])))
      for (const name of summed) assert.equal(sums?.[name], sumOf(added, name), name)
    })

    test('single record with all fields, system fields and labels of references', async () => {
      const [first] = (await admin.get(path)).body.data
      assert.ok(first)
      const { status, body } = await admin.get(`${path}/${first._id}`)
      assert.equal(status, 200)
      const inLists = Object.entries(body.data).filter(
        ([name]) =>
          !definition.fields[name]?.detail && (name in first || !hasExtraProperties.has(definition.name)),
      )
      assert.deepEqual(Object.fromEntries(inLists), first)
      assert.match(first._id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
      for (const name of ['_created_at', '_updated_at'] as const) {
        assert.match(first[name], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      }
      assert.ok(Number.isInteger(first._version))
      for (const [name, field] of Object.entries(definition.fields)) {
        assert.equal(name in body.data, !field.writeOnly, name)
        if (field.reference) assert.ok(`${referenceBase(name)}Label` in first, name)
        if (field.reference && first[name])
          assert.equal(typeof first[`${referenceBase(name)}Label`], 'string')
      }
    })

    test('404 for unknown and invalid ids', async () => {
      const ids = [
        newId(),
        'nada',
        '1',
        '%00',
        '%20',
        "'%20OR%201=1",
        '..%2F..',
        'x'.repeat(150),
        newId().slice(1),
      ]
      for (const id of ids) {
        for (const answer of [
          await admin.get(`${path}/${id}`),
          await admin.patch(`${path}/${id}`, {}),
          await admin.put(`${path}/${id}`, {}),
          await admin.delete(`${path}/${id}`),
        ]) {
          // Without access the rejection comes before the lookup.
          assert.ok(answer.status === 404 || answer.status === 403, `${id}: ${answer.status}`)
          assert.ok(answer.body.message)
        }
      }
    })

    test('401 for visitors, except public settings', async () => {
      const { status, body } = await visitor.get(path)
      if (status === 200) assert.equal(definition.name, 'settings')
      else assert.deepEqual([status, body.message], [401, 'É preciso entrar para continuar.'])
      for (const answer of [
        await visitor.post(path, {}),
        await visitor.patch(`${path}/${newId()}`, {}),
        await visitor.put(`${path}/${newId()}`, {}),
        await visitor.delete(`${path}/${newId()}`),
        await visitor.post(`${path}/validate`, {}),
      ])
        assert.equal(answer.status, 401)
    })
  })
}

test('every resource that administrators create, change and delete has a sample', () => {
  const caller = { id: 'u', name: 'admin', role: 'admin', personId: null } as const
  for (const { name, access } of stored) {
    const isWritten = (['create', 'update', 'delete'] as const).every((verb) => decide(access, verb, caller))
    if (isWritten) assert.ok(name in samples, `${name}: write how to make one in server/testing/samples.ts`)
  }
})

for (const [name, sample] of Object.entries(samples).filter(([resource]) => isCrossed(resource))) {
  const definition = definitions[name as ResourceName] as unknown as Definition
  const path = `/${resourcePath(name)}`
  const fields = Object.entries(definition.fields)
  const create = async () => succeeded(await admin.post(path, await sample.input()))
  const read = async (id: string) => succeeded(await admin.get(`${path}/${id}`))

  describe(`${name}: write`, () => {
    test('created as given, and read as created', async () => {
      const input = await sample.input()
      const { status, body } = await admin.post(path, input)
      assert.equal(status, 201, body.message)
      for (const [field, value] of Object.entries(input)) assert.deepEqual(body.data[field], value, field)
      assert.equal(body.data._version, 1)
      assert.deepEqual(await read(body.data._id), body.data)
    })

    test('PATCH changes only the given fields', async () => {
      const before = await create()
      const after = succeeded(await admin.patch(`${path}/${before._id}`, sample.change))
      assert.deepEqual(after, {
        ...before,
        ...sample.change,
        _version: before._version + 1,
        _updated_at: after._updated_at,
      })
      assert.ok(after._updated_at > before._updated_at)
      assert.deepEqual(await read(before._id), after)
    })

    test('PUT replaces the whole record', async () => {
      const before = await create()
      const same = succeeded(await admin.put(`${path}/${before._id}`, before))
      assert.deepEqual(same, before, 'nothing changed, so nothing is written')
      const after = succeeded(await admin.put(`${path}/${before._id}`, { ...before, ...sample.change }))
      assert.equal(after._version, before._version + 1)
      for (const [field, value] of Object.entries(sample.change)) assert.deepEqual(after[field], value)
    })

    test('equal values are no change, also with surrounding spaces', async () => {
      const before = await create()
      const typed = Object.fromEntries(
        Object.entries(before).map(([field, value]) => [
          field,
          typeof value === 'string' && definition.fields[field]?.inputType === 'text' ? `  ${value} ` : value,
        ]),
      )
      assert.deepEqual(succeeded(await admin.patch(`${path}/${before._id}`, typed)), before)
    })

    test('a stale version gets 409 with the current record, and changes nothing', async () => {
      const first = await create()
      const current = succeeded(await admin.patch(`${path}/${first._id}`, sample.change))
      for (const answer of [
        await admin.put(`${path}/${first._id}`, first),
        await admin.patch(`${path}/${first._id}`, { _version: first._version }),
        await admin.patch(`${path}/${first._id}`, { _version: 'nada' }),
      ]) {
        assert.equal(answer.status, 409)
        assert.match(answer.body.message, /outra pessoa/)
        assert.deepEqual(answer.body.data, current)
      }
      assert.deepEqual(await read(first._id), current)
    })

    test('of concurrent writes with one version, one succeeds', async () => {
      const { _id, _version } = await create()
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => admin.patch(`${path}/${_id}`, { ...sample.change, _version })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
    })

    test('an unknown field is rejected by name', async () => {
      const { _id } = await create()
      const names = ['naoExiste', 'constructor', 'toString', 'hasOwnProperty', 'Name', 'search_text', 'id']
      for (const field of names) {
        const given = { ...sample.change, [field]: 'x' }
        for (const answer of [
          await admin.post(path, { ...(await sample.input()), ...given }),
          await admin.patch(`${path}/${_id}`, given),
          await admin.put(`${path}/${_id}`, given),
        ]) {
          assert.equal(answer.status, 422)
          assert.deepEqual(answer.body.errors[field], ['Campo desconhecido.'])
        }
        const { body } = await admin.post(`${path}/validate`, given)
        assert.deepEqual(body.errors[field], ['Campo desconhecido.'])
      }
    })

    test('read-only fields may be sent back unchanged only', async () => {
      const before = await create()
      const other: Record<string, unknown> = {
        boolean: true,
        date: '1999-01-01',
        int32: 12_345,
        reference: newId(),
      }
      for (const [field, { readOnly, fixed, computed, derived, type }] of fields) {
        if (!readOnly && !fixed) continue
        const same = await admin.patch(`${path}/${before._id}`, { [field]: before[field] })
        assert.deepEqual(succeeded(same), before, field)
        const changed = await admin.patch(`${path}/${before._id}`, { [field]: other[type] ?? 'outra coisa' })
        // Computed values (such as signed links) may be outdated: they are ignored.
        if (computed || derived) {
          assert.deepEqual(succeeded(changed), before, field)
          continue
        }
        assert.equal(changed.status, 422, field)
        assert.deepEqual(changed.body.errors, { [field]: ['Não pode ser alterado.'] })
      }
      assert.deepEqual(await read(before._id), before)
    })

    test('required fields cannot be missing or emptied', async () => {
      const required = fields.filter(([, field]) => field.required && field.default === undefined)
      const empty = await admin.post(path, {})
      assert.equal(empty.status, 422)
      assert.deepEqual(Object.keys(empty.body.errors).sort(), required.map(([field]) => field).sort())
      const { _id } = await create()
      for (const [field, { fixed }] of required) {
        if (fixed) continue
        for (const nothing of [null, '', '   ']) {
          const { status, body } = await admin.patch(`${path}/${_id}`, { [field]: nothing })
          assert.deepEqual([status, body.errors], [422, { [field]: ['Campo obrigatório.'] }])
        }
      }
    })

    test('unique values are rejected on their field, also in concurrent writes', async () => {
      for (const [field, { unique, readOnly }] of fields) {
        if (!unique || readOnly) continue
        const input = await sample.input()
        succeeded(await admin.post(path, input))
        const again = { ...(await sample.input()), [field]: input[field] }
        const { status, body } = await admin.post(path, again)
        assert.deepEqual([status, body.errors], [422, { [field]: [unique] }])
        assert.deepEqual((await admin.post(`${path}/validate`, again)).body.errors, { [field]: [unique] })

        const value = (await sample.input())[field]
        const inputs = await Promise.all(Array.from({ length: 3 }, () => sample.input()))
        const answers = await Promise.all(inputs.map((each) => admin.post(path, { ...each, [field]: value })))
        assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 422, 422])
        for (const answer of answers) {
          if (answer.status === 422) assert.deepEqual(answer.body.errors, { [field]: [unique] })
        }
      }
    })

    test('references must exist', async () => {
      const { _id } = await create()
      for (const [field, { reference, readOnly, fixed }] of fields) {
        if (!reference || readOnly) continue
        for (const wrong of [newId(), 'nada', 5]) {
          const { status, body } = fixed
            ? await admin.post(path, { ...(await sample.input()), [field]: wrong })
            : await admin.patch(`${path}/${_id}`, { [field]: wrong })
          assert.equal(status, 422, field)
          assert.deepEqual(body.errors[field], ['Escolha um valor da lista.'])
        }
      }
    })

    test('validate returns the errors of saving, and writes nothing', async () => {
      const count = await countOf(definition)
      const good = await admin.post(`${path}/validate`, await sample.input())
      assert.deepEqual([good.status, good.body.errors], [200, {}])
      assert.equal(typeof good.body.warnings, 'object')
      const wrong = { [definition.title]: null, naoExiste: 1 }
      const saved = await admin.post(path, wrong)
      const validated = await admin.post(`${path}/validate`, wrong)
      assert.equal(validated.status, 200)
      assert.deepEqual(validated.body.errors, saved.body.errors)
      const { status, body: listed } = await admin.post(`${path}/validate`, [await sample.input(), wrong])
      assert.equal(status, 200)
      const findings = listed.data as unknown as { errors: object; warnings: object }[]
      assert.deepEqual(
        findings.map(({ errors }) => errors),
        [{}, saved.body.errors],
        'one result per record, in order',
      )
      for (const body of ['null', '[]', '"x"', '5', '[5]', '[[]]', `[${'{},'.repeat(200)}{}]`]) {
        assert.equal((await admin.send('POST', `${path}/validate`, body)).status, 400)
      }
      // `create` also creates referenced records, but not of this resource.
      if (definition.name !== 'memberCategories') assert.equal(await countOf(definition), count)

      const record = await create()
      assert.deepEqual((await admin.post(`${path}/validate`, record)).body.errors, {})
      assert.deepEqual((await admin.post(`${path}/validate`, { ...record, _id: 'nada' })).status, 200)
      assert.deepEqual(await read(record._id), record)
    })

    test('deleted once', async () => {
      const { _id } = await create()
      const { status, text } = await admin.delete(`${path}/${_id}`)
      assert.deepEqual([status, text], [204, ''])
      assert.equal((await admin.get(`${path}/${_id}`)).status, 404)
      assert.equal((await admin.delete(`${path}/${_id}`)).status, 404)
      assert.equal((await admin.patch(`${path}/${_id}`, sample.change)).status, 404)
    })
  })
}

describe('nested resources', () => {
  const nested = crossed(stored).flatMap((definition) =>
    Object.entries(definition.parents ?? {}).map(([parent, field]) => ({ definition, parent, field })),
  )

  for (const { definition, parent, field } of nested) {
    const below = (id: string) => `/${resourcePath(parent)}/${id}/${resourcePath(definition.name)}`

    test(`${definition.name} of ${parent}: only the parent’s records, 404 for unknown parents`, async () => {
      const all = (await admin.get(`/${resourcePath(definition.name)}`)).body.data as TestRecord[]
      const id = String(all.find((record) => record[field])?.[field])
      const { status, body } = await admin.get(below(id))
      assert.equal(status, 200)
      assert.ok(body.data.length > 0)
      assert.ok(body.data.every((record) => record[field] === id))
      assert.equal(body.meta.total, body.data.length)
      for (const unknown of [newId(), 'nada', '%00']) {
        assert.equal((await admin.get(below(unknown))).status, 404)
        assert.equal((await admin.post(below(unknown), {})).status, 404)
      }
    })
  }

  test('create below the parent, ignoring the parent in the body', async () => {
    const [mine, other] = [await make.person(), await make.person()]
    const contact = { type: 'web', value: 'https://exemplo.pt', personId: other._id }
    const created = succeeded(await admin.post(`/people/${mine._id}/contacts`, contact))
    assert.equal(created['personId'], mine._id)
    assert.equal((await admin.get(`/people/${mine._id}/contacts`)).body.meta.total, 1)
    assert.equal((await admin.get(`/people/${other._id}/contacts`)).body.meta.total, 0)
  })

  test('403 for resources that cannot be created', async () => {
    const { _id } = await make.member()
    assert.equal((await admin.post(`/members/${_id}/credit_uses`, {})).status, 403)
  })
})

test('an answer names the resources that its write changed, and a reading, a refusal and a repetition name none', async () => {
  const changedBy = ({ status, headers }: { status: number; headers: Record<string, unknown> }) => [
    status,
    headers['x-changed'],
  ]
  const key = { 'idempotency-key': newId() }
  const created = await admin.post('/external_entities', { name: 'Padaria Central' }, key)
  assert.deepEqual(changedBy(created), [201, 'externalEntities'])
  const path = `/external_entities/${(created.body.data as unknown as TestRecord)._id}`
  assert.deepEqual(changedBy(await admin.post('/external_entities', { name: 'Padaria Central' }, key)), [
    201,
    undefined,
  ])
  assert.deepEqual(changedBy(await admin.get(path)), [200, undefined])
  assert.deepEqual(changedBy(await admin.patch(path, { name: null })), [422, undefined])
  assert.deepEqual(changedBy(await admin.patch(path, { name: 'Padaria Nova' })), [200, 'externalEntities'])
  const charge = await make.charge()
  const cancelled = await admin.post(`/unsettled_payments/${charge._id}/cancel`, { reason: 'Engano' })
  assert.deepEqual(changedBy(cancelled), [200, 'unsettledPayments,memberBalances,chargesByMember'])
  assert.deepEqual(changedBy(await admin.delete(path)), [204, 'externalEntities'])
})

test('names of fields that the resource or the action does not have are compile errors in hooks and handlers', () => {
  const hooks: Hooks<typeof definitions.contacts> = {
    beforeSave({ merged, set }) {
      set({ value: merged.value })
      // @ts-expect-error -- Contacts have no `nif`.
      set({ nif: merged.value })
      // @ts-expect-error -- Contacts have no `nif`.
      return Promise.resolve(merged.nif)
    },
  }
  const handler = async ({ record, input }: ActionCall<typeof definitions.people, 'protect'>) => [
    record.name,
    input.reason,
    // @ts-expect-error -- People have no `iban`.
    record.iban,
    // @ts-expect-error -- The action has no `until`.
    input.until,
  ]
  assert.ok(hooks.beforeSave && handler)
})

test('a trailing slash is ignored, and unknown paths are 404', async () => {
  assert.equal((await admin.get('/members/')).status, 200)
  for (const path of [
    '/nada',
    '/memberStates',
    '/members/x/y/z',
    '/people_researcher/x',
    '/__proto__',
    '/constructor',
  ]) {
    const { status, body } = await admin.get(path)
    assert.deepEqual([status, body.message], [404, 'Não foi encontrado.'])
  }
})

test('a record in use cannot be deleted; the message says what uses it', async () => {
  const member = await make.member()
  const person = await admin.delete(`/people/${String(member['personId'])}`)
  assert.equal(person.status, 409)
  assert.match(person.body.message, /^1 sócio depende desta pessoa\.$/)
  for (const path of [`/member_categories/${String(member['categoryId'])}`]) {
    const { status, body } = await admin.delete(path)
    assert.equal(status, 409)
    assert.match(
      body.message,
      /^\d+ sócios? dependem? desta categoria\. Em vez disso, pode deixar de a usar\.$/,
    )
  }
})
