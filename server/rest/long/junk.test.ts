import assert from 'node:assert/strict'
import { test } from 'node:test'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { settingNames } from '@agremia/resources/definitions/settings.ts'
import type { HTTPMethods, RouteOptions } from 'fastify'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { assertSound } from '../../dues/ledger/testing.ts'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { tableNameOf } from '../plan.ts'

/** `JUNK_REQUESTS` and `JUNK_SEED` repeat a run, or a part of it. */
const requestCount = Number(process.env['JUNK_REQUESTS'] ?? 200_000)
const seed = Number(process.env['JUNK_SEED'] ?? Date.now() % 2 ** 31)
const concurrency = 8
/** Milliseconds after which a request counts as hanging, even on slow machines. */
const timeoutMs = 60_000
/** Maximum heap growth in bytes after garbage collection; caches explain less. */
const maxGrowth = 96 * 1024 * 1024

const testing = await testApp({ sendsJunk: true })
const { app, as, make, sql, takeErrors } = testing
const callers = {
  admin: await as('admin'),
  editor: await as('editor'),
  auditor: await as('auditor'),
  member: await as('member'),
}
type Role = keyof typeof callers | 'program' | 'visitor'

/** Secrets with all scopes: enough that the limit of calls per minute refuses few. */
const secrets = await Promise.all(Array.from({ length: Math.ceil(requestCount / 3000) }, newSecret))

async function newSecret(): Promise<string> {
  const secret = { name: 'Programa', scopes: allScopes().join(' ') }
  const { _id } = succeeded(await callers.admin.post('/api_secrets', secret))
  return String((await callers.admin.post(`/api_secrets/${_id}/issue`, {})).body.data['secret'])
}

const all = Object.values(definitions) as unknown as Definition[]
await make.application({ terms: true })
await make.batch()
await make.agreement()
await make.price()
await make.consent()
await make.contact({ personId: (await make.person())._id })
const { memberId } = await make.payment()
await make.charge({ memberId })
succeeded(await callers.admin.post(`/members/${String(memberId)}/use_credit`))
await make.card()
const ids = await knownIds()

/** Some ids of every table, except accounts, secrets and settings, so that the callers stay valid. */
async function knownIds(): Promise<string[]> {
  const tables = all.filter(({ kind }) => kind !== 'computed').map((definition) => tableNameOf(definition))
  const found = await Promise.all(
    [...new Set(tables)]
      .filter((table) => !['users', 'api_secrets', 'settings'].includes(table))
      .map((table) => sql<{ id: string }>(`SELECT id FROM ${table} ORDER BY random() LIMIT 6`)),
  )
  return found.flat().map(({ id }) => id)
}

/** Texts that look like a text, a date or an address, and are none. */
const broken = [
  '\ud800',
  'Ana \udfff Lopes',
  '2026-02-30',
  '2026-13-01T25:61:61Z',
  '0000-00-00',
  'https://',
  'http://[',
  'smtp://',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nada://exemplo.pt',
]
const texts = [
  ...broken,
  '',
  '\u0000',
  'a\u0000b',
  '%00',
  '😀',
  "' OR 1=1; --",
  '$1',
  '{ligacao}',
  '<script>',
  '../../etc/passwd',
  '%',
  'null',
  'NaN',
  '1e308',
  '-1',
  '9'.repeat(40),
  'x'.repeat(6000),
  '__proto__',
  'constructor',
]
const fieldNames = [...new Set(all.flatMap(({ fields }) => Object.keys(fields)))]
const someId = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ids) },
  fc.constantFrom(newId(), '00000000-0000-0000-0000-000000000000'),
)
const scalar = fc.oneof(
  someId,
  fc.constantFrom(...texts),
  fc.constantFrom('2026-01-15', '12.5', 'true', 'ana@exemplo.pt', '912345678', 'quota', 'email', 'admin'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 12.5, 2 ** 53 + 2, 1e308, [], {}, [[]], [null], {
    toString: 1,
  }),
  fc.array(scalar, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const parameter = fc.oneof(
  { weight: 5, arbitrary: someId },
  // Settings of mail and SMS servers stay unchanged, so that nothing is sent.
  fc.constantFrom(...settingNames.filter((name) => !/^(smtp|sms|mail)/i.test(name))),
  fc.constantFrom('nada', '0', '-1', 'a'.repeat(190), 'a'.repeat(300), '__proto__', 'export', 'validate'),
  fc.constantFrom(...texts.filter((text) => text.length > 0 && text.length < 100)),
)
const special = [
  'email',
  'password',
  'recover_password',
  'recover_code',
  'refreshToken',
  'connectionId',
  'code',
  'demo',
  'ids',
  'items',
  'audience',
  'memberId',
  'memberID',
  'type',
  'year',
  'subject',
  'body',
]
const query = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom('_page', '_limit', '_sort', '_search', '_columns', 'format', '_nada', ...special),
      fc.constantFrom(...fieldNames).map((name) => `_${name}`),
      fc.constantFrom(...fieldNames).map((name) => `_${name}_from`),
      fc.constantFrom(...fieldNames).map((name) => `_memberId.${name}`),
    ),
    fc.oneof(scalar, fc.constantFrom('-1', '1', 'name', '-created_at', 'csv', 'xlsx', 'null')),
  ),
  { maxLength: 3 },
)
const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .dictionary(fc.constantFrom(...fieldNames, ...special, '_version', '_id'), value, { maxKeys: 6 })
      .map((record) => JSON.stringify(record)),
  },
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"__proto__":{}}',
    '--x\r\n\r\n--x--',
    `{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
  ),
)
const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'text/plain',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-sentry-envelope',
    'nada',
  ),
)

// Without the static HEAD and OPTIONS routes of plugins, and without WebSockets.
const routes = app.routes.filter(({ url }) => url.startsWith('/api'))
const junk = fc.record({
  role: fc.constantFrom<Role>('visitor', 'member', 'auditor', 'editor', 'admin', 'program'),
  parameters: fc.array(parameter, { minLength: 3, maxLength: 3 }),
  query,
  body,
  contentType,
  key: fc.option(fc.constantFrom('chave-1', 'chave-2', 'x'.repeat(300), '\u0001'), {
    nil: undefined,
    freq: 6,
  }),
})

type Junk = (typeof junk extends fc.Arbitrary<infer Value> ? Value : never) & { route: RouteOptions }

interface Request {
  method: HTTPMethods
  url: string
  headers: Record<string, string>
  payload?: string
}

function requestOf(given: Junk): Request {
  const { route, role, parameters, contentType: type, key } = given
  const methods = [route.method].flat() as HTTPMethods[]
  const method = methods[parameters[0]!.length % methods.length] as HTTPMethods
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const queryParts = given.query.map(
    ([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`,
  )
  return {
    method,
    url: `${filled(route, parameters)}${queryParts.length > 0 ? `?${queryParts.join('&')}` : ''}`,
    headers: {
      ...(hasBody && { 'content-type': type }),
      ...(role !== 'visitor' && { authorization: `Bearer ${tokenOf(role)}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(hasBody && { payload: given.body }),
  }
}

let calls = 0

function tokenOf(role: Exclude<Role, 'visitor'>): string {
  if (role !== 'program') return callers[role].tokens.access
  return secrets[calls++ % secrets.length] as string
}

function filled({ url }: RouteOptions, parameters: string[]): string {
  let used = 0
  return url.replace(/:\w+|\*/g, () =>
    encodeURIComponent((parameters[used++ % parameters.length] ?? '').toWellFormed()),
  )
}

/** SQL, a stack trace, or a path of the source. */
const internals =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^"]*\b(FROM|VALUES|SET|WHERE)\b|\bat [\w.<>]+ \(|\.ts:\d|node_modules|violates|pg_|relation "/

function heapAfterCollection(): number {
  v8.setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

test(
  'junk at every route and method, as every role: no 5xx, no hang, no internals in responses',
  { timeout: 3_600_000 },
  async (t) => {
    assert.ok(routes.length > 200, `${routes.length} routes`)
    // Each route in turn, so that all are reached.
    const requests = fc
      .sample(junk, { numRuns: requestCount, seed })
      .map((given, index): Junk => ({ ...given, route: routes[index % routes.length]! }))
    const reached = new Set<RouteOptions>()
    /** The last bad response of each route. */
    const bad = new Map<string, string>()
    let [next, warm, accepted] = [0, 0, 0]
    const lane = async () => {
      for (let index = next++; index < requests.length; index = next++) {
        const given = requests[index]!
        const request = requestOf(given)
        const describeRequest = () =>
          `${given.role} ${JSON.stringify(request).slice(0, 2000)} (JUNK_SEED=${seed})`
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new Error(`hangs: ${describeRequest()}`)), timeoutMs)
        })
        const answer = await Promise.race([app.inject(request), late])
        clearTimeout(timer)
        reached.add(given.route)
        if (answer.statusCode < 300) accepted++
        const isText = /json|text/.test(String(answer.headers['content-type']))
        const leaks = answer.statusCode >= 400 && isText && internals.test(answer.payload)
        if (answer.statusCode >= 500 || leaks)
          bad.set(
            `${given.route.url}`,
            `${answer.statusCode} ${answer.payload.slice(0, 300)} for ${describeRequest()}\n${takeErrors().join('\n')}`,
          )
        // By then caches and plans are filled.
        if (index === Math.floor(requestCount / 4)) warm = heapAfterCollection()
      }
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    assert.deepEqual([...bad.values()], [])
    assert.equal(reached.size, routes.length, 'every route was reached')
    const growth = heapAfterCollection() - warm
    t.diagnostic(
      `${requestCount} requests, ${accepted} accepted, ${routes.length} routes; the heap grew by ${Math.round(growth / 1024 / 1024)} MB`,
    )
    assert.ok(growth < maxGrowth, `the heap grew by ${growth} bytes`)

    await maintain(app.world)
    await assertSound(testing, [])
  },
)

/** Values without a text: converting them throws. */
const unprintable = { toString: 1, valueOf: 1 }

test('no 5xx for a value without a text, a lone surrogate, an impossible date or a foreign scheme in any declared field or parameter', async (t) => {
  const { paths, components } = (await callers.admin.get('/openapi.json')).body as unknown as OpenApi
  const resolved = ({ $ref, ...schema }: BodySchema) =>
    $ref === undefined ? schema : (components.schemas[$ref.split('/').at(-1)!] ?? {})
  const known = new Map(
    all
      .filter(({ kind }) => kind !== 'computed')
      .map((definition) => [resourcePath(definition.name), tableNameOf(definition)]),
  )
  const bad: string[] = []
  let sent = 0
  for (const [path, methods] of Object.entries(paths)) {
    const table = known.get(path.split('/')[1]!)
    const [row] = table === undefined ? [] : await sql<{ id: string }>(`SELECT id FROM ${table} LIMIT 1`)
    const url = path.replaceAll(/\{\w+\}/g, row?.id ?? newId())
    for (const [method, { requestBody, parameters = [] }] of Object.entries(methods)) {
      for (const parameter of parameters)
        for (const value of parameter.in === 'query' ? broken : []) {
          // A lone surrogate has no percent-encoding; the server reads its bytes as U+FFFD.
          const text = value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80'
          const { statusCode, payload: answer } = await app.inject({
            method: method.toUpperCase() as HTTPMethods,
            url: `/api${url}?${parameter.name}=${text}`,
            headers: { authorization: `Bearer ${tokenOf('admin')}` },
          })
          sent++
          if (statusCode >= 500)
            bad.push(`${statusCode} ${method} ${path}?${parameter.name}=${text} ${answer}`)
        }
      const schema = requestBody?.content['application/json']?.schema
      const required = (schema && resolved(schema).required) ?? []
      for (const field of Object.keys((schema && resolved(schema).properties) ?? {}))
        for (const value of [unprintable, [unprintable], ...broken, [broken[0]]]) {
          const rest = Object.fromEntries(required.map((name) => [name, newId()]))
          const payload = { ...rest, [field]: value }
          const { statusCode, payload: answer } = await app.inject({
            method: method.toUpperCase() as HTTPMethods,
            url: `/api${url}`,
            headers: { authorization: `Bearer ${tokenOf('admin')}` },
            payload,
          })
          sent++
          if (statusCode >= 500)
            bad.push(`${statusCode} ${method} ${path} ${JSON.stringify(payload)} ${answer}`)
        }
    }
  }
  t.diagnostic(`${sent} requests`)
  assert.ok(sent > 1000, `${sent} requests`)
  assert.deepEqual(bad, [])
})

interface BodySchema {
  $ref?: string
  properties?: Record<string, unknown>
  required?: string[]
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string }[]
        requestBody?: { content: Record<string, { schema: BodySchema } | undefined> }
      }
    >
  >
  components: { schemas: Record<string, BodySchema> }
}
