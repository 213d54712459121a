import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import type { Answer } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { createSamples, makeOneOfEach } from '../../testing/samples.ts'
import { testApp } from '../../testing/test-app.ts'
import { tableNameOf } from '../plan.ts'

const app = await testApp({ sendsJunk: true })
const { as, make, sql } = app
const admin = await as('admin')
const samples = createSamples(app)
await makeOneOfEach(app, admin, samples)
// So that new print batches find no cards.
await sql(`UPDATE membership_cards SET status = 'revoked'`)
const member = await make.member()

const stored = (Object.values(definitions) as unknown as Definition[]).filter(
  ({ kind }) => kind !== 'computed',
)
const tables = [...stored.map((definition) => tableNameOf(definition)), 'audit_events', 'idempotency_keys']

/**
 * Counts the writes to these tables by triggers: every insert and delete, and every update that raises the version. Refusals are recorded
 * after the answer, so they do not count.
 */
await sql(`CREATE TABLE writes_of_test (table_name text);
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO writes_of_test VALUES (TG_TABLE_NAME); RETURN NULL; END $$`)
for (const table of new Set(tables)) {
  const isAppended = ['audit_events', 'idempotency_keys'].includes(table)
  const inserted = table === 'audit_events' ? `WHEN (NEW.action <> 'refused')` : ''
  await sql(`CREATE TRIGGER count_insert AFTER INSERT ON ${table} FOR EACH ROW ${inserted} EXECUTE FUNCTION count_write();
    CREATE TRIGGER count_delete AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION count_write()`)
  if (!isAppended)
    await sql(`CREATE TRIGGER count_update AFTER UPDATE ON ${table} FOR EACH ROW WHEN (NEW.version <> OLD.version)
      EXECUTE FUNCTION count_write()`)
}

/** The tables written so far. Waits until pending jobs are done, so that their writes are not attributed to a rejected request. */
async function stateOfDatabase(): Promise<string> {
  for (;;) {
    const [row] = await sql<{ state: string; busy: boolean }>(
      `SELECT coalesce((SELECT string_agg(table_name || ':' || n, ' ' ORDER BY table_name)
         FROM (SELECT table_name, count(*) AS n FROM writes_of_test GROUP BY table_name) AS counted), '') AS state,
       EXISTS (SELECT FROM jobs WHERE due_at <= now()) AS busy`,
    )
    if (row && !row.busy) return row.state
    await sleep(10)
  }
}

/** The state after the last rejection; undefined if something may have written since. */
let stateAfterRejection: string | undefined
beforeEach(() => {
  stateAfterRejection = undefined
})

/** Asserts that the response is not a 5xx and that nothing was written, if it is rejected or `isReadOnly`. */
async function assertSurvives(
  send: () => Promise<Answer>,
  describeRequest: () => string,
  { isReadOnly = false } = {},
): Promise<Answer> {
  const before = stateAfterRejection ?? (await stateOfDatabase())
  stateAfterRejection = undefined
  const answer = await sendSafely(send, describeRequest)
  if (isReadOnly || answer.status >= 400) {
    stateAfterRejection = await stateOfDatabase()
    assert.equal(stateAfterRejection, before, `${describeRequest()} wrote`)
  }
  return answer
}

/** Asserts that the response is not a 5xx and that a rejection has a message. */
async function sendSafely(send: () => Promise<Answer>, describeRequest: () => string): Promise<Answer> {
  const answer = await send()
  assert.ok(answer.status < 500, `${answer.status} for ${describeRequest()}: ${answer.text}`)
  if (answer.status >= 400) assert.equal(typeof answer.body.message, 'string', describeRequest())
  return answer
}

describe('bodies that are not a record', () => {
  const paths = stored.flatMap((definition) => {
    const path = `/${resourcePath(definition.name)}`
    // Created by a form with a file.
    const created = ['bankStatements', 'debitAnswers', 'imports', 'recordFiles'].includes(definition.name)
      ? []
      : [path]
    return [...created, `${path}/validate`, `${path}/${newId()}`]
  })
  const others = [
    '/auth',
    '/auth/refresh',
    '/auth/logout',
    '/auth/password',
    `/members/${member._id}/change_state`,
  ]

  const assertRejectedEverywhere = async (
    body: string,
    statuses: number[],
    { besides = 'nothing', headers = {} } = {},
  ) => {
    const before = await stateOfDatabase()
    let isRefused = true
    for (const path of [...paths, ...others].filter((path) => !path.endsWith(besides))) {
      const method = /[0-9a-f-]{36}$/.test(path) ? 'PATCH' : 'POST'
      const { status } = await sendSafely(
        () => admin.send(method, path, body, headers),
        () => `${path} ${body.slice(0, 50)}`,
      )
      // Operations without access are rejected before the body is read.
      assert.ok(statuses.includes(status) || status === 403, `${method} ${path}: ${status}`)
      isRefused &&= status >= 400
    }
    if (isRefused) assert.equal(await stateOfDatabase(), before, `${body.slice(0, 50)} was refused but wrote`)
  }

  test('400 when not JSON', async () => {
    for (const body of ['{', '{"a":', 'nada', "{'a': 1}", '{"a": 1,}', '\u0000', '<x/>', '{"a": NaN}', '']) {
      await assertRejectedEverywhere(body, [400])
    }
  })

  test('400 when not an object', async () => {
    for (const body of ['null', '[]', '"x"', '5', 'true']) await assertRejectedEverywhere(body, [400])
    // Only `validate` accepts lists.
    await assertRejectedEverywhere('[{}]', [400], { besides: '/validate' })
    await assertRejectedEverywhere('[5]', [400])
  })

  test('400 when they contain prototypes', async () => {
    for (const body of [
      '{"__proto__": {"role": "admin"}}',
      '{"constructor": {"prototype": {"role": "admin"}}}',
      '{"name": {"__proto__": null}}',
    ]) {
      await assertRejectedEverywhere(body, [400])
    }
    assert.equal(({} as Record<string, unknown>)['role'], undefined)
  })

  test('415 for other content types', async () => {
    for (const type of [
      'text/plain',
      'text/html',
      'application/x-www-form-urlencoded',
      'application/xml',
      'nada',
    ]) {
      await assertRejectedEverywhere('{}', [415], { headers: { 'content-type': type } })
    }
  })

  test('413 when too large', async () => {
    await assertRejectedEverywhere(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), [413])
  })

  test('deep nesting is rejected by field', async () => {
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`
    await assertRejectedEverywhere(`{"name": ${deep}, "email": ${deep}}`, [200, 204, 400, 401, 404, 422])
    const keyed = await assertSurvives(
      () => admin.send('POST', '/people', `{"name": ${deep}}`, { 'idempotency-key': 'fundo' }),
      () => 'a deep body with a key',
    )
    assert.equal(keyed.status, 422)
  })
})

/** Texts that often reveal bugs. */
const hostileTexts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '😀👨‍👩‍👧‍👦',
  'é\u0301\u0301\u0301',
  '\u202egnp.exe',
  '\ufeff',
  '\u200b',
  "'; DROP TABLE members; --",
  '" OR ""="',
  '$1',
  '${1+1}',
  '{memberSingular}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%',
  '_',
  '\\',
  'null',
  'undefined',
  'NaN',
  '1e308',
  '-1',
  '0',
  '9'.repeat(400),
  'x'.repeat(6000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59-23:59',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  'toString',
]
const hostileNumbers = [1e308, -1e308, -1, 0, -0, 0.1, 2 ** 31, 2 ** 53 + 2, 5e-324, -(2 ** 31) - 1]
const hostileValue = fc.oneof(
  fc.constantFrom(...hostileTexts, ...hostileNumbers, null, true, false),
  fc.constantFrom([], {}, [[]], [null], ['a', 'a'], { length: 1 }, { toString: 1, valueOf: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

function hostileRecord(definition: Definition) {
  const known = Object.keys(definition.fields)
  const names = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom(
      '_id',
      '_version',
      '_created_at',
      '_k',
      'constructor',
      'toString',
      `${known[0]}Label`,
      '',
    ),
    fc.string({ maxLength: 10 }).filter((name) => name !== '__proto__'),
  )
  return fc.dictionary(names, hostileValue, { maxKeys: 8 })
}

for (const definition of stored) {
  const path = `/${resourcePath(definition.name)}`
  const sample = samples[definition.name as ResourceName]

  test(`${definition.name}: no 5xx for any body`, async () => {
    const target = sample
      ? succeeded(await admin.post(path, await sample.input()))
      : (await admin.get(`${path}?_limit=1`)).body.data[0]
    assert.ok(target)
    const valid = sample ? await sample.input() : {}
    await fc.assert(
      fc.asyncProperty(
        hostileRecord(definition),
        fc.constantFrom('create', 'complete', 'validate', 'patch', 'put', 'revise'),
        async (body, verb) => {
          const describeRequest = () => `${verb} ${path} ${JSON.stringify(body)}`
          const requests: Record<typeof verb, () => Promise<Answer>> = {
            create: () => admin.post(path, body),
            // A record that is valid otherwise passes more checks.
            complete: () => admin.post(path, { ...valid, ...body }),
            validate: () => admin.post(`${path}/validate`, body),
            revise: () => admin.post(`${path}/validate`, { ...target, ...body }),
            patch: () => admin.patch(`${path}/${target._id}`, body),
            put: () => admin.put(`${path}/${target._id}`, { ...target, _version: undefined, ...body }),
          }
          const isReadOnly = verb === 'validate' || verb === 'revise'
          const { status } = await assertSurvives(requests[verb], describeRequest, { isReadOnly })
          if (isReadOnly) {
            // Bodies with prototypes are rejected before parsing.
            const isUnreadable = /"(__proto__|prototype)":/.test(JSON.stringify(body))
            assert.ok(
              [200, 403, 404, ...(isUnreadable ? [400] : [])].includes(status),
              `${status} ${describeRequest()}`,
            )
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test(`${definition.name}: no 5xx for any hostile value in any field`, async () => {
    const target = (await admin.get(`${path}?_limit=1`)).body.data[0]
    const records = [...hostileTexts, ...hostileNumbers, [], {}, [null], { toString: 1 }, true].flatMap(
      (value) => {
        const every = Object.fromEntries(Object.keys(definition.fields).map((name) => [name, value]))
        return [every, { ...target, ...every }]
      },
    )
    // Many in one request; the log names a rule that throws.
    for (let from = 0; from < records.length; from += 20) {
      const { status, text } = await admin.post(`${path}/validate`, records.slice(from, from + 20))
      assert.ok([200, 403].includes(status), `${status} ${text}`)
    }
  })

  test(`lists of ${definition.name}: no 5xx for any query`, async () => {
    const names = [
      'page',
      'limit',
      'sort',
      'search',
      'id',
      'created_at_from',
      ...Object.keys(definition.fields),
    ]
    const parameter = fc
      .tuple(
        fc.constantFrom('_', '', '__', '-'),
        fc.oneof(
          fc.constantFrom(...names, 'constructor', '__proto__', 'toString'),
          fc.string({ maxLength: 8 }),
        ),
        fc.constantFrom('', '_from', '_to', '[]', '[a]'),
        fc.oneof(
          fc.constantFrom(...hostileTexts.filter((text) => text.length < 300)),
          fc.string({ maxLength: 20 }),
        ),
      )
      .map(([start, name, end, value]) => `${encode(`${start}${name}${end}`)}=${encode(value)}`)
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 4 }), async (parameters) => {
        const query = `${path}?${parameters.join('&')}`
        const { status, text } = await admin.get(query)
        assert.ok(status === 200 || status === 400, `${status} ${query} ${text}`)
      }),
      { numRuns: 40 },
    )
  })
}

/** Encodes like a browser. Lone surrogates cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

test('no 5xx for malformed queries and paths', async () => {
  for (const query of [
    '%',
    '%ff',
    '%zz=1',
    '_name=%ff',
    '_search=%c3%28',
    '&&&',
    '=',
    '_sort[]=name',
    '?',
    '#',
  ]) {
    await assertSurvives(
      () => admin.get(`/members?${query}`),
      () => query,
    )
  }
  for (const path of [
    '/members/%ff',
    '/settings/%ff',
    '/settings/%00',
    '/settings/%c3%28',
    `/settings/${'x'.repeat(5000)}`,
  ]) {
    const { status } = await assertSurvives(
      () => admin.get(path),
      () => path,
    )
    assert.ok(status === 404 || status === 400 || status === 414, `${path} ${status}`)
  }
})

test('hand-written routes: no 5xx for any query or body', async () => {
  const texts = fc.oneof(fc.constantFrom(...hostileTexts.filter((text) => text.length < 300)), fc.string())
  const names = fc.constantFrom(
    'nif',
    'name',
    'birthDate',
    'email',
    'search',
    'except',
    '_resource',
    '_recordId',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/people_researcher', '/audit_events', '/explainer', '/terminology', '/countries'),
      fc.array(fc.tuple(names, texts), { maxLength: 4 }),
      async (path, pairs) => {
        const query = `${path}?${pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`
        await assertSurvives(
          () => admin.get(query),
          () => query,
        )
      },
    ),
    { numRuns: 100 },
  )
  const bodies = fc.dictionary(
    fc.constantFrom(
      'email',
      'password',
      'recover_password',
      'recover_code',
      'refreshToken',
      'currentPassword',
      'newPassword',
      'stateNameId',
      'date',
      'reason',
      'code',
      'demo',
    ),
    hostileValue,
  )
  const paths = ['/auth/refresh', '/auth/logout', '/setup', `/members/${member._id}/change_state`]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths, '/auth/password', '/auth'), bodies, async (path, body) => {
      await assertSurvives(
        () => admin.post(path, body),
        () => `${path} ${JSON.stringify(body)}`,
      )
    }),
    { numRuns: 100 },
  )
  for (const id of ['nada', '%00', newId()]) {
    assert.equal((await admin.post(`/audit_events/${id}/restore`)).status, 404)
    for (const definition of stored) {
      const { status } = await admin.get(`/${resourcePath(definition.name)}/${id}/audit_events`)
      assert.ok(status === 404 || (status === 200 && id.length === 36), `${definition.name} ${id} ${status}`)
    }
  }
})

test('a valid hostile text is stored and read back unchanged', async () => {
  for (const text of hostileTexts) {
    const name = `Ana ${text}`.slice(0, 150)
    const before = await stateOfDatabase()
    const { status, body } = await admin.post('/people', { name })
    if (status === 422) continue
    assert.equal(status, 201)
    assert.notEqual(await stateOfDatabase(), before, 'the write is counted')
    const saved = succeeded(await admin.get(`/people/${body.data._id}`))
    assert.equal(saved['name'], body.data['name'])
    assert.ok(!String(saved['name']).includes('\u0000'))
    assert.ok(String(saved['name']).isWellFormed())
  }
  const [{ tables: tableCount } = { tables: 0 }] = await sql<{ tables: number }>(
    `SELECT count(*)::int AS tables FROM pg_tables WHERE tablename = 'members'`,
  )
  assert.equal(tableCount, 1)
})
