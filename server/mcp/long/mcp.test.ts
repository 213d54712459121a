import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import type { Tool } from '@modelcontextprotocol/client'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { apiLimits } from '../../limits.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { volume } from '../../testing/volume.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { app, as, make, sql, takeErrors, today } = here
const admin = await as('admin')
const listen = async (of: typeof app) => new URL('/mcp', await of.listen({ port: 0, host: '127.0.0.1' }))
const [url, otherUrl] = [await listen(app), await listen(there.app)]

async function secretWith(scopes: string) {
  const { _id: id } = succeeded(await admin.post('/api_secrets', { name: 'Assistente', scopes }))
  const { body } = await admin.post(`/api_secrets/${id}/issue`, {})
  return { id, value: String(body.data['secret']) }
}

type Era = 'legacy' | 'auto'
const clients: Client[] = []
after(() => Promise.all(clients.map((client) => client.close())))

async function connect(secret: string, { at = url, mode = 'legacy' as Era } = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(new StreamableHTTPClientTransport(at, { requestInit: { headers } }))
  clients.push(client)
  return client
}

type Content = Record<string, unknown> & { records: TestRecord[]; data: TestRecord }

/** Calls a tool that must succeed. */
async function call(client: Client, name: string, given: Record<string, unknown>): Promise<Content> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: given })
  assert.ok(!isError, JSON.stringify(content))
  assert.deepEqual(content, [{ type: 'text', text: JSON.stringify(structuredContent) }])
  return structuredContent as Content
}

/** The text of an error of a tool. */
async function refusal(client: Client, name: string, given: Record<string, unknown>): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: given })
  assert.ok(isError, JSON.stringify(content))
  const [part] = content as { text: string }[]
  return part?.text ?? ''
}

const toolsOf = async (client: Client) => (await client.listTools()).tools
const namesOf = async (client: Client) => (await toolsOf(client)).map(({ name }) => name)
/** The resources that a tool offers. */
function resourcesOf(tool: Tool | undefined): string[] {
  const resource = tool?.inputSchema.properties?.['resource'] as { enum: string[] } | undefined
  return resource?.enum ?? []
}
const readingTools = ['describe_resource', 'search', 'list_records', 'count_values', 'read_record']

describe('who has not yet paid 2026 in the theatre section?', async () => {
  const owing = await make.member({ name: 'Ana Deve', section: 'Teatro' })
  const partly = await make.member({ name: 'Rui Pagou Metade', section: 'Teatro' })
  const paid = await make.member({ name: 'Eva Pagou', section: 'Teatro' })
  const exempt = await make.member({ name: 'Zé Isento', section: 'Teatro' })
  const elsewhere = await make.member({ name: 'Gil Cantor', section: 'Coro' })
  const earlier = await make.member({ name: 'Lia Antiga', section: 'Teatro' })
  const quota = (member: TestRecord, year = 2026) =>
    make.charge({ memberId: member._id, type: 'quota', year, dueDate: `${year}-03-31`, amount: 24 })
  for (const member of [owing, partly, paid, elsewhere]) await quota(member)
  await make.charge({ memberId: paid._id, type: 'card', year: 2026 })
  await quota(earlier, 2025)
  const { _id: waived } = await quota(exempt)
  succeeded(await admin.post(`/unsettled_payments/${waived}/exempt`, { reason: 'Mérito' }))
  const pay = async (member: TestRecord, amount: number) => {
    const [charge] = (await admin.get(`/members/${member._id}/unsettled_payments?_type=quota`)).body.data
    return make.payment({
      memberId: member._id,
      amount,
      items: [{ unsettledPaymentId: charge?._id, amount }],
    })
  }
  await pay(paid, 24)
  await pay(partly, 10)
  const { value } = await secretWith('members:read unsettled_payments:read charges_by_member:read')

  for (const mode of ['legacy', 'auto'] as const)
    test(`protocol version: ${mode === 'auto' ? 'the newest' : 'with a handshake'}`, async () => {
      const client = await connect(value, { mode })
      assert.match(client.getInstructions() ?? '', /sócio[^]*chargesByMember/)
      assert.deepEqual(await namesOf(client), readingTools)
      const { fields } = await call(client, 'describe_resource', { resource: 'chargesByMember' })
      const filters = (fields as { name: string; filters?: string[] }[]).flatMap(
        (field) => field.filters ?? [],
      )
      for (const name of ['year', 'type', 'status']) assert.ok(filters.includes(name), name)
      const { values } = await call(client, 'count_values', { resource: 'members', field: 'section' })
      assert.ok((values as { value: string }[]).some(({ value: section }) => section === 'Teatro'))
      const { records, total, sums } = await call(client, 'list_records', {
        resource: 'chargesByMember',
        filters: { year: 2026, type: 'quota', status: ['open', 'partial'], 'memberId.section': 'Teatro' },
      })
      const names = records.map(({ memberLabel, openAmount }) => [memberLabel, openAmount])
      assert.deepEqual(names, [
        ['Ana Deve', 24],
        ['Rui Pagou Metade', 14],
      ])
      assert.deepEqual([total, sums], [2, { openAmount: 38, overdueAmount: 38 }])
    })
})

describe('tools', () => {
  test('are those of the scopes, for their resources alone', async () => {
    const { value } = await secretWith('members:read payments:write')
    const client = await connect(value)
    assert.deepEqual(await namesOf(client), [...readingTools, 'create_record', 'update_record', 'run_action'])
    for (const tool of await toolsOf(client)) {
      const { name, annotations } = tool
      const resources = resourcesOf(tool)
      const isReading = readingTools.includes(name)
      assert.equal(annotations?.readOnlyHint, isReading, name)
      const expected = { describe_resource: ['members', 'payments'], search: [] }[name]
      assert.deepEqual(resources, expected ?? [isReading ? 'members' : 'payments'], name)
    }
    for (const [name, given] of Object.entries({
      describe_resource: { resource: 'users' },
      list_records: { resource: 'payments' },
      read_record: { resource: 'apiSecrets', id: 'x' },
      create_record: { resource: 'members', values: {}, idempotency_key: 'primeira vez' },
    }))
      assert.match(await refusal(client, name, given), /resource: (Opção|Entrada) inválida/)
  })

  test('that write do not exist for a secret that only reads', async () => {
    const { value } = await secretWith('members:read')
    const client = await connect(value)
    assert.deepEqual(await namesOf(client), readingTools)
    const given = { resource: 'members', id: 'x', version: 1, values: { city: 'Faro' } }
    await assert.rejects(client.callTool({ name: 'update_record', arguments: given }), /not found/)
    const none = await connect((await secretWith('')).value)
    assert.deepEqual(await namesOf(none), [])
  })

  test('describe what the caller reads and writes, and no more', async () => {
    const client = await connect((await secretWith(allScopes().join(' '))).value)
    const { data: explained } = (await (await as('editor')).get('/explainer')).body as unknown as {
      data: Record<string, Record<string, { hidden?: boolean; filterable?: boolean; readOnly?: boolean }>>
    }
    const [describing] = await toolsOf(client)
    const resources = resourcesOf(describing)
    for (const people of ['users', 'sessions', 'apiSecrets', 'auditEvents', 'bulkActions'])
      assert.ok(!resources.includes(people), people)
    for (const resource of resources) {
      const { fields } = await call(client, 'describe_resource', { resource })
      const shown = Object.entries(explained[resource] ?? {}).filter(
        ([, one]) => !one.hidden || one.filterable,
      )
      assert.deepEqual(
        (fields as { name: string }[]).map(({ name }) => name),
        shown.map(([name]) => name),
      )
      const writing = await call(client, 'describe_resource', { resource, purpose: 'write' })
      const { properties = {} } = (writing['create'] ?? {}) as { properties?: object }
      for (const name of Object.keys(properties)) assert.ok(!explained[resource]?.[name]?.readOnly, name)
    }
  })

  test('answer at most 100 records, 20 by default, with the next page and the asked columns', async () => {
    const client = await connect((await secretWith('member_categories:read')).value)
    for (let made = 0; made < 30; made++) await make.category()
    const first = await call(client, 'list_records', { resource: 'memberCategories', columns: ['name'] })
    assert.deepEqual([first.records.length, first['next_page']], [20, 2])
    assert.deepEqual(Object.keys(first.records[0] ?? {}), [
      '_id',
      '_created_at',
      '_updated_at',
      '_version',
      'name',
    ])
    const last = await call(client, 'list_records', { resource: 'memberCategories', limit: 100 })
    assert.deepEqual([last.records.length, last['next_page']], [last['total'], undefined])
    for (const given of [{ limit: 101 }, { limit: -1 }, { filters: { limit: -1 } }, { filtros: {} }])
      assert.match(
        await refusal(client, 'list_records', { resource: 'memberCategories', ...given }),
        /inválid|máximo|pequeno|grande/i,
      )
    assert.match(
      await refusal(client, 'list_records', { resource: 'memberCategories', filters: { nada: 1 } }),
      /«_nada»/,
    )
  })

  test('filter by empty values, ranges and lists of values', async () => {
    const client = await connect((await secretWith('members:read')).value)
    const member = await make.member({ section: 'Xadrez', admissionDate: '1999-05-05' })
    for (const filters of [
      { section: ['Xadrez', 'Damas'] },
      { section: 'Xadrez', endDate: null },
      { section: 'notNull', admissionDate_from: '1999-05-05', admissionDate_to: '1999-05-05' },
    ]) {
      const { records } = await call(client, 'list_records', { resource: 'members', filters })
      assert.deepEqual(
        records.map(({ _id }) => _id),
        [member._id],
      )
    }
  })

  test('count the records of each value of a field', async () => {
    const client = await connect((await secretWith('member_categories:read')).value)
    const given = { resource: 'memberCategories', filters: { minAge: 18 }, field: 'name' }
    const { values } = await call(client, 'count_values', given)
    const { records } = await call(client, 'list_records', {
      resource: 'memberCategories',
      filters: { minAge: 18 },
    })
    assert.deepEqual(
      values,
      records
        .map(({ name }) => ({ value: name, count: 1 }))
        .toSorted((one, other) => (String(one.value) < String(other.value) ? -1 : 1)),
    )
    const unknown = { resource: 'memberCategories', field: '../users' }
    assert.equal(await refusal(client, 'count_values', unknown), '../users: as listas não têm este campo.')
  })

  test('search in every resource that has a search', async () => {
    const client = await connect((await secretWith('members:read people:read quota_plans:read')).value)
    const member = await make.member({ name: 'Quitéria Única' })
    const { results } = await call(client, 'search', { text: 'quiteria' })
    assert.deepEqual(results, [
      { resource: 'members', id: member._id, title: 'Quitéria Única' },
      { resource: 'people', id: member['personId'], title: 'Quitéria Única' },
    ])
    assert.deepEqual(await call(client, 'search', { text: 'quiteria', resources: ['quotaPlans'] }), {
      results: [],
    })
  })
})

describe('writes', async () => {
  const { value } = await secretWith('contacts:read contacts:write unsettled_payments:write payments:write')
  const client = await connect(value)
  const { personId } = await make.member()

  test('are in the history with the name of the secret; a repeated one is done once', async () => {
    const given = {
      resource: 'contacts',
      values: { personId, type: 'web', value: 'https://exemplo.pt' },
      idempotency_key: 'contacto da Ana',
    }
    const [first, second] = [
      await call(client, 'create_record', given),
      await call(client, 'create_record', given),
    ]
    assert.equal(first.data._id, second.data._id)
    const [event, ...others] = (await admin.get(`/contacts/${first.data._id}/audit_events`)).body
      .data as TestRecord[]
    assert.deepEqual([event?.['userName'], event?.['action'], others], ['Assistente (API)', 'created', []])
    const other = { ...given, values: { ...given.values, value: 'https://exemplo.org' } }
    assert.match(await refusal(client, 'create_record', other), /Idempotency-Key/)
  })

  test('name the fields to correct', async () => {
    const values = { personId, type: 'email', value: 'sem arroba', cor: 'azul' }
    const text = await refusal(client, 'create_record', {
      resource: 'contacts',
      values,
      idempotency_key: 'campos errados',
    })
    assert.match(text, /^Há 2 campos por corrigir\.\n/)
    assert.match(text, /^value: /m)
    assert.match(text, /^cor: /m)
  })

  test('change only the version that was read', async () => {
    const { _id: id, _version: version } = await make.contact({ personId: String(personId) })
    const change = { resource: 'contacts', id, version, values: { value: 'novo@exemplo.pt' } }
    const { data } = await call(client, 'update_record', change)
    assert.deepEqual([data['value'], data._version], ['novo@exemplo.pt', version + 1])
    assert.match(await refusal(client, 'update_record', change), /Como está gravado: .*"novo@exemplo.pt"/)
  })

  test('do the actions of the resource and no others', async () => {
    const charge = await make.charge()
    const { actions } = await call(client, 'describe_resource', {
      resource: 'unsettledPayments',
      purpose: 'write',
    })
    const names = (actions as { action: string }[]).map(({ action }) => action)
    assert.deepEqual(names, ['cancel', 'exempt', 'restore', 'releaseCredit'])
    const run = { resource: 'unsettledPayments', id: charge._id, idempotency_key: 'isentar esta' }
    const { data } = await call(client, 'run_action', {
      ...run,
      action: 'exempt',
      input: { reason: 'Mérito' },
    })
    assert.equal(data['status'], 'exempt')
    for (const action of ['apagar', 'constructor', 'audit_events', '../contacts'])
      assert.match(await refusal(client, 'run_action', { ...run, action }), /^Não existe a ação/)
  })

  test('of records that do not exist are refused', async () => {
    const id = '0198c0de-0000-7000-8000-000000000000'
    assert.equal(await refusal(client, 'read_record', { resource: 'contacts', id }), 'Não foi encontrado.')
    const given = { resource: 'contacts', id: '../users', version: 1, values: {} }
    assert.equal(await refusal(client, 'update_record', given), 'Não foi encontrado.')
  })
})

describe('a secret', () => {
  test('works in every process, and in none once it is revoked', async () => {
    const { id, value } = await secretWith('members:read')
    const [one, other] = [await connect(value), await connect(value, { at: otherUrl })]
    for (const client of [one, other, one]) await call(client, 'list_records', { resource: 'members' })
    succeeded(await admin.post(`/api_secrets/${id}/revoke`))
    await assert.rejects(one.listTools(), /não é válida/)
    await assert.rejects(connect(value), /não é válida/)
  })

  test('gains and loses tools with its scopes', async () => {
    const { id, value } = await secretWith('members:read')
    const client = await connect(value)
    succeeded(await admin.patch(`/api_secrets/${id}`, { scopes: 'contacts:write' }))
    assert.deepEqual(await namesOf(client), ['describe_resource', 'create_record', 'update_record'])
  })

  test('has the limit of all programs: messages count, and the requests of tools', async () => {
    const { id, value } = await secretWith('members:read')
    const callsLeft = async (left: number) =>
      sql(
        `INSERT INTO api_secret_calls (secret_id, window_started_at, calls) VALUES ($1, $2, $3)
         ON CONFLICT (secret_id) DO UPDATE SET calls = $3`,
        [id, here.clock(), apiLimits.callsPerMinute - left],
      )
    const listing = {
      ...ping,
      method: 'tools/call',
      params: { name: 'list_records', arguments: { resource: 'members' } },
    }
    await callsLeft(10)
    assert.match(String((await send(value, listing)).headers['ratelimit']), /r=8;/)
    await callsLeft(1)
    const { result } = (await send(value, listing)).json()
    assert.equal(result.isError, true)
    assert.match(result.content[0].text, /^Demasiados pedidos/)
    const { headers, statusCode } = await send(value, ping)
    assert.deepEqual([statusCode, headers['retry-after']], [429, '60'])
  })

  test('has a log of what tools asked', async () => {
    const { id, value } = await secretWith('members:read')
    await call(await connect(value), 'list_records', { resource: 'members', search: 'Maria' })
    const read = async () => (await admin.get(`/api_secrets/${id}/api_calls`)).body.data as TestRecord[]
    while ((await read()).length < 4);
    const calls = (await read()).map(({ method, path, status }) => [method, path, status].join(' '))
    assert.ok(calls.includes('GET /api/members 200') && calls.includes('POST /mcp 200'), calls.join())
  })
})

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const accept = { accept: 'application/json, text/event-stream' }

function send(secret: string | undefined, payload: unknown, headers: Record<string, string> = {}) {
  const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
  return app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', ...accept, ...authorization, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
}

describe('messages', async () => {
  const { value } = await secretWith('members:read contacts:write')

  test('need a secret', async () => {
    const { access } = (await as('admin')).tokens
    for (const secret of [undefined, 'nada', `agr_${'x'.repeat(43)}`, access]) {
      const { statusCode, headers } = await send(secret, ping)
      assert.deepEqual([statusCode, headers['www-authenticate']], [401, 'Bearer'], String(secret))
    }
  })

  test('are JSON, one at a time, by POST', async () => {
    const { statusCode, headers, payload } = await send(value, ping)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'application/json; charset=utf-8'])
    assert.deepEqual(JSON.parse(payload), { jsonrpc: '2.0', id: 1, result: {} })
    assert.equal((await send(value, { jsonrpc: '2.0', method: 'notifications/initialized' })).statusCode, 202)
    assert.equal((await send(value, [ping, ping])).statusCode, 400)
    assert.equal((await send(value, '{"jsonrpc":')).statusCode, 400)
    assert.equal((await send(value, ping, { accept: 'text/html' })).statusCode, 406)
    assert.equal((await send(value, ping, { 'content-type': 'text/plain' })).statusCode, 415)
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.inject({
        method,
        url: '/mcp',
        headers: { ...accept, authorization: `Bearer ${value}` },
      })
      assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, 'POST'], method)
    }
  })

  test('without the parameters of their method say so', async () => {
    const { payload } = await send(value, { jsonrpc: '2.0', id: 1, method: 'initialize' })
    const { error } = JSON.parse(payload)
    assert.deepEqual([error.code, JSON.parse(error.message)[0].path], [-32602, ['params']])
  })

  test('from the page of another site are refused', async () => {
    const { origin } = new URL(app.world.config.publicUrl)
    assert.equal((await send(value, ping, { origin })).statusCode, 200)
    for (const other of ['https://outro.exemplo', 'null', `${origin}.exemplo`])
      assert.equal((await send(value, ping, { origin: other })).statusCode, 403, other)
  })

  test('of authorization servers find none', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server/mcp',
    ])
      assert.equal((await app.inject(path)).statusCode, 404)
  })

  test('of any form are answered without an internal error', async () => {
    const { id } = await secretWith('')
    const scalar = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1,
        2 ** 53,
        '',
        '\u0000',
        '__proto__',
        'members',
        'contacts',
        await today(),
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    const value_ = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }))
    const given = fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'resource',
          'filters',
          'id',
          'values',
          'version',
          'action',
          'input',
          'idempotency_key',
          'text',
          'limit',
          'sort',
          'columns',
          'page',
          'purpose',
          'resources',
        ),
        fc.string({ maxLength: 8 }),
      ),
      value_,
      { maxKeys: 6 },
    )
    const likely = fc.record(
      {
        resource: fc.constantFrom('members', 'contacts'),
        id: fc.oneof(fc.constant(id), fc.string({ minLength: 1, unit: 'binary' })),
        values: given,
        version: fc.integer(),
        filters: fc.dictionary(
          fc.constantFrom('name', '_id', 'categoryId.name', 'memberNumber_from', 'section', '__proto__'),
          value_,
        ),
        sort: fc.array(fc.string({ unit: 'binary', maxLength: 9 }), { maxLength: 2 }),
        columns: fc.array(fc.string({ unit: 'binary', maxLength: 9 }), { maxLength: 2 }),
        search: fc.string({ unit: 'binary', maxLength: 250 }),
        text: fc.string({ unit: 'binary', maxLength: 30 }),
        page: fc.integer(),
        idempotency_key: fc.string({ unit: 'binary', maxLength: 30 }),
      },
      { requiredKeys: ['resource'] },
    )
    const name = fc.constantFrom(
      ...readingTools,
      'create_record',
      'update_record',
      'run_action',
      'constructor',
      'nada',
    )
    const message = fc.oneof(
      fc.record({
        jsonrpc: fc.constant('2.0'),
        id: fc.oneof(fc.integer(), fc.string(), value_),
        method: fc.constant('tools/call'),
        params: fc.record({ name, arguments: fc.oneof({ weight: 3, arbitrary: likely }, given, value_) }),
      }),
      fc.record(
        {
          jsonrpc: fc.oneof(fc.constant('2.0'), value_),
          id: value_,
          method: fc.oneof(
            fc.constantFrom(
              'initialize',
              'tools/list',
              'ping',
              'server/discover',
              'subscriptions/listen',
              'logging/setLevel',
              'resources/list',
              'notifications/cancelled',
            ),
            fc.string(),
          ),
          params: fc.oneof(given, value_),
          result: value_,
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    )
    const headers = fc.record(
      {
        'mcp-protocol-version': fc.constantFrom('2026-07-28', '2025-06-18', '2025-03-26', 'nada', ''),
        'mcp-method': fc.constantFrom('tools/call', 'nada'),
        'mcp-session-id': fc.constantFrom('x'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(message, headers, async (given_, extra) => {
        await sql('UPDATE api_secret_calls SET calls = 0')
        const { statusCode, payload } = await send(value, given_, extra)
        assert.ok(statusCode < 500, `${statusCode} ${payload}`)
        assert.ok(!payload.includes('-32603') && !payload.includes('erro inesperado'), payload)
      }),
      { numRuns: volume({ short: 40, long: 1000 }) },
    )
    assert.deepEqual(takeErrors(), [])
  })
})
