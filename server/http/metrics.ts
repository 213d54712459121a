import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Config } from '../config.ts'
import { localHosts } from '../config.ts'
import { many, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { version } from './health.ts'
import type { World } from '../rest/modules.ts'

/** Buckets of durations in seconds: from an answer of a cache to the time limit of a GET, and whole lists. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Milliseconds for which figures of the database are reused. */
const figuresForMs = 5000

/** Figures of the process, which all applications in it share. Collected from the first request on: nobody may ask for them. */
let processFigures: Registry | undefined

/**
 * `GET /metrics`: figures for Prometheus, without personal data. Answers programs on this machine that connect directly, and those with the
 * token; others get 404. Areas add figures to `world.metrics`.
 */
export function registerMetrics(app: FastifyInstance, world: World, { healthMs }: Limits): void {
  const { metrics, config } = world
  measureRequests(app, metrics)
  addPool(world)
  addDatabase(world, healthMs)
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!isLocal(request, config) && !hasToken(request, config)) throw notFound()
    processFigures ??= collectProcessFigures()
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await Registry.merge([processFigures, metrics]).metrics())
  })
}

function collectProcessFigures(): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}

function measureRequests(app: FastifyInstance, metrics: Registry): void {
  const durations = new Histogram({
    name: 'agremia_http_request_duration_seconds',
    help: 'Duration of requests until the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url = '' } = request.routeOptions
    // Each file of the interface has a route of its own.
    const route = url.startsWith('/api') ? url : 'interface'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })
}

function addPool({ metrics, database: { pool } }: World): void {
  new Gauge({
    name: 'agremia_pool_connections',
    help: 'Connections of this process to the database, and what waits for one',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

type Figures = Awaited<ReturnType<typeof readFigures>>

/** Figures of the database are the same in every process. They are absent while it does not answer. */
function addDatabase({ metrics, database, jobs }: World, timeoutMs: number): void {
  const registers = [metrics]
  const read = reuse(() => readFigures(database.cacheReads))
  const readInTime = () =>
    Promise.race([read().catch(() => undefined), sleep(timeoutMs, undefined, { ref: false })])
  /** Adds a figure whose values `set` reads from the database's. */
  const add = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, figures: Figures) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const figures = await readInTime()
        this.reset()
        if (figures) set(this, figures)
      },
    })

  new Gauge({ name: 'agremia_info', help: 'Version', labelNames: ['version'], registers }).set({ version }, 1)
  add('agremia_database_up', 'Whether the database answers', [], (gauge) => gauge.set(1))
  add(
    'agremia_jobs',
    'Jobs in the queues: due, to be done later, or to be retried after a failure',
    ['queue', 'state'],
    (gauge, { queues }) => {
      for (const { queue, due, later, failed } of queues)
        for (const [state, count] of Object.entries({ due, later, failed }))
          gauge.set({ queue, state }, count)
    },
  )
  add(
    'agremia_jobs_oldest_seconds',
    'Time since the oldest due job of a queue became due',
    ['queue'],
    (gauge, { queues }) => {
      for (const { queue, seconds } of queues) gauge.set({ queue }, seconds)
    },
  )
  add(
    'agremia_messages',
    'Messages that are not sent yet, or that need somebody',
    ['state'],
    (gauge, { messages }) => {
      for (const { state, count } of messages) gauge.set({ state }, count)
    },
  )
  new Gauge({
    name: 'agremia_jobs_running',
    help: 'Jobs that this process is doing',
    labelNames: ['queue'],
    registers,
    collect() {
      this.reset()
      for (const queue of jobs.running()) this.inc({ queue })
    },
  })
}

async function readFigures(db: World['database']['cacheReads']) {
  const queues = await many(
    db,
    sql`SELECT queue, count(*) FILTER (WHERE attempts = 0 AND due_at <= now()) AS due,
          count(*) FILTER (WHERE attempts = 0 AND due_at > now()) AS later, count(*) FILTER (WHERE attempts > 0) AS failed,
          coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())), 0) AS seconds
        FROM jobs GROUP BY queue`,
    { queue: 'text', due: 'integer', later: 'integer', failed: 'integer', seconds: 'number' },
  )
  const messages = await many(
    db,
    sql`SELECT state, (SELECT count(*) FROM messages m WHERE m.state = s.state) AS count
        FROM unnest(ARRAY['queued', 'sending', 'failed', 'doubtful']) AS s (state)`,
    { state: 'text', count: 'integer' },
  )
  return { queues, messages }
}

/** Returns the same result to calls within `figuresForMs`, so that the database is asked rarely, and once while it hangs. */
function reuse<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  return () => {
    if (!last) {
      last = read()
      const forget = () => (last = undefined)
      last.then(() => setTimeout(forget, figuresForMs).unref(), forget)
    }
    return last
  }
}

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether the client is a program on this machine, and not a proxy that passes requests of others. A proxy may send no header of its
 * own, so nobody is local to an installation with an address for others.
 */
function isLocal({ raw }: FastifyRequest, { publicUrl }: Config): boolean {
  const address = raw.socket.remoteAddress ?? ''
  return (
    /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/.test(address) &&
    !forwardingHeaders.some((name) => name in raw.headers) &&
    localHosts.includes(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))
  )
}

function hasToken({ headers }: FastifyRequest, { metricsToken }: Config): boolean {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (metricsToken === undefined || token === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(token), digest(metricsToken))
}
