import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { findDefinition } from '@agremia/resources/definitions/index.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { testApp } from '../../testing/test-app.ts'
import { isCrossed } from '../../testing/volume.ts'

interface Parameter {
  name: string
  schema?: { enum?: string[]; items?: { enum?: string[] } }
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters?: Parameter[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, Record<string, unknown>> }> }
}

const { app, visitor, as } = await testApp()
const read = async () => (await visitor.get('/openapi.json')).body as unknown as Document
const methods = ['get', 'post', 'put', 'patch', 'delete']

test('the document is valid OpenAPI 3.1', async () => {
  const checked = await new Validator().validate((await read()) as never)
  assert.deepEqual(checked, { valid: true })
})

const routes = app.routes
  .filter(({ url }) => /^\/api(\/|$)/.test(url))
  .flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({ method: one, url, api: config?.api })),
  )
  .filter(({ method }) => method !== 'HEAD')

test('every route declares what it reads and answers', () => {
  const undeclared = routes.filter(({ api }) => !api).map(({ method, url }) => `${method} ${url}`)
  assert.deepEqual(undeclared, [], 'set `config.api` of the route')
})

test('the document has every route that somebody may use, with unique operationIds', async () => {
  const { paths } = await read()
  const documented = Object.values(paths).flatMap((item) =>
    methods.filter((method) => method in item).map((method) => item[method]?.operationId ?? ''),
  )
  const declared = routes
    .filter(({ api }) => Object.keys(api?.answers ?? {}).length > 0)
    .map(({ api }) => api?.name)
  assert.deepEqual(documented.toSorted(), declared.toSorted())
  assert.equal(new Set(documented).size, documented.length)
  assert.deepEqual(
    documented.filter((name) => !/^[a-z][a-zA-Z0-9]+$/.test(name)),
    [],
  )
})

test('operations of a group differ in their summaries, and each has one', async () => {
  const items = Object.values((await read()).paths).flatMap((item) => Object.values(item))
  const summaries = items.map(({ tags: [tag], summary }) => `${tag}: ${summary}`)
  const isRepeated = (one: string, place: number) => summaries.indexOf(one) !== place
  assert.deepEqual(summaries.filter(isRepeated), [])
  assert.ok(items.every(({ summary }) => /^\p{Lu}\p{Ll}+/u.test(summary)))
  assert.ok(summaries.includes('Dívidas: Listar dívidas de um sócio'))
})

test('fields match their definition', async () => {
  const { members, membersInput, memberStateNames, usersInput } = (await read()).components.schemas
  assert.ok(members && membersInput && memberStateNames && usersInput)
  assert.deepEqual(membersInput.properties['memberNumber'], {
    type: ['integer', 'null'],
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
  assert.deepEqual(Object.keys(paths['/credit_uses'] ?? {}), ['get'])
  assert.deepEqual(Object.keys(paths['/settings/{id}'] ?? {}).sort(), ['get', 'patch', 'put'])
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
    if (!definition || definition.kind === 'computed' || !isCrossed(definition.name)) continue
    for (const { name, schema } of parameters) {
      const columns = name === '_columns' && schema?.items?.enum?.join(',')
      const value: string =
        columns ||
        (schema?.enum?.[0] ??
          sampleOf(
            definition.fields[name.slice(1).replace(/_(from|to)$/, '')]?.column ??
              /"format":"([a-z-]+)"/.exec(JSON.stringify(schema))?.[1],
          ))
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
    'date-time': '2026-03-07T10:00:00Z',
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
