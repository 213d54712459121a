import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { findDefinition } from '@agremia/resources/definitions/index.ts'
import { toCamelCase } from '@agremia/resources/paths.ts'
import { testApp } from '../testing/test-app.ts'

interface Parameter {
  name: string
  schema?: { enum?: string[]; items?: { enum?: string[] } }
}

interface Document {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>
  components: { schemas: Record<string, { properties: Record<string, Record<string, unknown>> }> }
}

const { app, visitor, as } = await testApp()
const read = async () => (await visitor.get('/openapi.json')).body as unknown as Document
const methods = ['get', 'post', 'put', 'patch', 'delete']

test('the document is valid OpenAPI 3.1', async () => {
  const checked = await new Validator().validate((await read()) as never)
  assert.deepEqual(checked, { valid: true })
})

test('every operation exists, with unique operationIds', async () => {
  const { paths } = await read()
  const names: string[] = []
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods.filter((name) => name in item)) {
      names.push(item[method]?.operationId ?? '')
      const url = `/api${path}`.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')
      assert.ok(hasRoute(method, url), `${method} ${url}`)
    }
  }
  assert.equal(new Set(names).size, names.length)
})

/** Route declarations may use other parameter names. */
function hasRoute(method: string, url: string): boolean {
  return (
    app.findRoute({ method: method.toUpperCase() as 'GET', url }) !== null ||
    app.hasRoute({ method: method.toUpperCase() as 'GET', url: `${url}/` })
  )
}

test('fields match their definition', async () => {
  const { members, membersInput, memberStateNames, usersInput } = (await read()).components.schemas
  assert.ok(members && membersInput && memberStateNames && usersInput)
  assert.deepEqual(members.properties['memberNumber'], {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: 2_000_000_000,
    description: 'N.º de sócio. Sem número, é atribuído o seguinte.',
  })
  assert.deepEqual(members.properties['birthDate']?.['type'], ['string', 'null'])
  assert.equal(members.properties['birthDate']?.['format'], 'date')
  assert.equal(members.properties['categoryId']?.['x-reference'], 'memberCategories')
  assert.equal(members.properties['categoryLabel']?.['readOnly'], true)
  assert.deepEqual(members.properties['gender']?.['enum'], ['female', 'male', 'other', null])
  assert.ok(!('currentStateId' in membersInput.properties))
  assert.ok('password' in usersInput.properties)
  assert.match(String(memberStateNames.properties['marksEnd']?.['description']), /deixou de ser sócio/)
})

test('operations that no role may do are omitted', async () => {
  const { paths } = await read()
  assert.deepEqual(Object.keys(paths['/member_states'] ?? {}), ['get'])
  assert.deepEqual(Object.keys(paths['/settings/{id}'] ?? {}).sort(), ['get', 'parameters', 'patch', 'put'])
  assert.ok(paths['/people/{parentId}/contacts'])
  assert.ok(paths['/members/{id}/change_state'])
})

test('lists accept every documented parameter', async () => {
  const admin = await as('admin')
  for (const [path, item] of Object.entries((await read()).paths)) {
    if (path.includes('{') || path.endsWith('/export')) continue
    const parameters = (item['get']?.parameters ?? []).filter(
      ({ name }) => name?.startsWith('_') && !/^_(sort|page|limit|search)$/.test(name),
    )
    const definition = findDefinition(toCamelCase(path.slice(1)))
    for (const { name, schema } of parameters) {
      const columns = name === '_columns' && schema?.items?.enum?.join(',')
      const value =
        columns ||
        (schema?.enum?.[0] ?? sampleOf(definition?.fields[name.slice(1).replace(/_(from|to)$/, '')]?.column))
      const answer = await admin.get(`${path}?${name}=${encodeURIComponent(value)}`)
      assert.equal(answer.status, 200, `${path}?${name}=${value}: ${answer.text}`)
    }
  }
})

function sampleOf(column: string | undefined): string {
  const samples: Record<string, string> = {
    integer: '1',
    cents: '1.50',
    boolean: 'true',
    date: '2026-03-07',
    instant: '2026-03-07T10:00:00Z',
    uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  }
  return samples[column ?? ''] ?? 'x'
}

test('uses the organisation’s terminology', async () => {
  const admin = await as('admin')
  await admin.patch('/settings/memberSingular', { value: 'irmão' })
  const { members } = (await read()).components.schemas
  assert.match(String(members?.properties['memberNumber']?.['description']), /^N\.º de irmão/)
  await admin.patch('/settings/memberSingular', { value: 'sócio' })
})
