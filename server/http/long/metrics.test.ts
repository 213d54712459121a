import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import parsePrometheus from 'parse-prometheus-text-format'
import { databaseProxy } from '../../testing/database-proxy.ts'
import { testApp } from '../../testing/test-app.ts'

const token = 'um-segredo-com-mais-de-vinte'
const tested = await testApp({ config: { metricsToken: token } })
const proxied = await testApp({ with: tested, config: { publicUrl: 'https://socios.exemplo.pt' } })
/** Has no figures of the database in its cache. */
const fresh = await testApp({ with: tested })
const { app, as, sql } = tested

interface Sample {
  labels?: Record<string, string>
  value?: string
}

/** The samples by name of the figure, as another program reads them. */
async function read(from = app): Promise<Map<string, Sample[]>> {
  const { statusCode, headers, payload } = await from.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
  return new Map(parsePrometheus(payload).map(({ name, metrics }) => [name, metrics]))
}

const valueOf = (samples: Sample[] | undefined, labels: Record<string, string> = {}) => {
  const matches = (one: Sample) =>
    Object.entries(labels).every(([name, value]) => one.labels?.[name] === value)
  return Number(samples?.find(matches)?.value)
}

test('requests are measured by route pattern and class of status, without values of addresses', async () => {
  const editor = await as('editor')
  for (const id of ['Zulmira', '0198c0de-0000-7000-8000-000000000000'])
    await editor.get(`/people/${id}?nif=Zulmira`)
  for (const url of ['/Zulmira', '/assets/Zulmira.js', '/api/Zulmira']) await app.inject(url)
  assert.ok((await read()).has('agremia_http_request_duration_seconds'))
  const { payload } = await app.inject('/metrics')
  const name = 'agremia_http_request_duration_seconds'
  assert.match(
    payload,
    new RegExp(`^${name}_count{method="GET",route="/api/people/:id",status="4xx"} 2$`, 'm'),
  )
  assert.match(
    payload,
    new RegExp(`^${name}_bucket{le="\\+Inf",method="GET",route="interface",status="4xx"} \\d+$`, 'm'),
  )
  assert.doesNotMatch(payload, /Zulmira|0198c0de/)
})

test('pool, queues, messages, sockets, version and process have figures', async () => {
  await sql(`INSERT INTO jobs (queue, data, due_at, attempts) VALUES
    ('nobodyWorks', '{}', now() - interval '90 s', 0), ('nobodyWorks', '{}', now() + interval '1 hour', 0),
    ('nobodyWorks', '{}', now() + interval '1 hour', 3)`)
  const figures = await read(fresh.app)
  const jobs = figures.get('agremia_jobs')
  for (const state of ['due', 'later', 'failed'])
    assert.equal(valueOf(jobs, { queue: 'nobodyWorks', state }), 1)
  assert.ok(Number(valueOf(figures.get('agremia_jobs_oldest_seconds'), { queue: 'nobodyWorks' })) >= 90)
  assert.equal(valueOf(figures.get('agremia_messages'), { state: 'queued' }), 0)
  assert.equal(valueOf(figures.get('agremia_database_up')), 1)
  assert.equal(valueOf(figures.get('agremia_open_sockets')), 0)
  assert.equal(valueOf(figures.get('agremia_pool_connections'), { state: 'waiting' }), 0)
  assert.match(figures.get('agremia_info')?.[0]?.labels?.['version'] ?? '', /^\d+\.\d+\.\d+$/)
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
    assert.ok(figures.has(name))
})

test('while the database hangs, its figures are absent and the others are answered', async () => {
  const proxy = await databaseProxy(tested.database.url)
  const hanging = await testApp({ with: tested, throughUrl: proxy.url, limits: { healthMs: 50 } })
  after(() => proxy.thaw())
  proxy.freeze()
  const figures = await read(hanging.app)
  assert.equal(valueOf(figures.get('agremia_database_up')), 0)
  assert.deepEqual(figures.get('agremia_messages'), [])
  assert.ok(figures.has('process_cpu_seconds_total'))
  proxy.thaw()
})

test('only direct connections from this machine and holders of the token are answered', async () => {
  const status = async (options: object, on = app) =>
    (await on.inject({ url: '/metrics', ...options })).statusCode
  const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } })
  assert.equal(await status({}), 200)
  assert.equal(await status({ remoteAddress: '::1' }), 200)
  assert.equal(await status({ remoteAddress: '::ffff:127.0.0.1' }), 200)
  assert.equal(await status({ remoteAddress: '192.0.2.7' }), 404)
  assert.equal(await status({ remoteAddress: '192.0.2.7', ...bearer(token) }), 200)
  for (const wrong of ['', token.slice(1), `${token}x`, token.toUpperCase()])
    assert.equal(await status({ remoteAddress: '192.0.2.7', ...bearer(wrong) }), 404)
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    assert.equal(await status({ headers: { [name]: '127.0.0.1' } }), 404, name)
  assert.equal(await status({}, proxied.app), 404, 'a proxy may send no headers')
  assert.equal(await status(bearer(token), proxied.app), 404, 'no token is configured there')
  assert.equal(await status({ method: 'POST' }), 404)
  // The page of the interface, where it is built.
  const { headers } = await app.inject({ url: '/metrics', method: 'HEAD' })
  assert.doesNotMatch(String(headers['content-type']), /text\/plain/)
})
