import { join } from 'node:path'
import { parse, unescape } from 'node:querystring'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { embedOrigins } from './applications/index.ts'
import type { AccountCache } from './auth/index.ts'
import { createAccountCache, registerCaller } from './auth/index.ts'
import type { Config } from './config.ts'
import { isSecure } from './config.ts'
import { openListener } from './database/listen.ts'
import { answerInTime } from './deadlines.ts'
import { openBackupStore } from './files/backup-store.ts'
import { createDecoder } from './files/decoder.ts'
import { createUploadTurns } from './files/uploads.ts'
import { openFileStore, registerFiles } from './files/index.ts'
import { answerClientError, answerErrors } from './http/answer-errors.ts'
import { answerConditionalRequests } from './http/answer-conditional-requests.ts'
import { closeConnectionsAtEnd } from './http/close-connections.ts'
import { cleanBodies } from './http/clean-bodies.ts'
import { compressAnswers } from './http/compress-answers.ts'
import { registerHealth } from './http/health.ts'
import { registerMetrics } from './http/metrics.ts'
import { serveInterface } from './http/serve-interface.ts'
import { closeSlowConnections } from './http/slow-connections.ts'
import { openJobs } from './jobs/index.ts'
import { keysChannel, openKeys } from './keys.ts'
import { logOptions } from './log.ts'
import { registerMcp } from './mcp/index.ts'
import { startMaintenance } from './maintenance.ts'
import { startOutbox } from './messages/index.ts'
import type { Limits } from './limits.ts'
import { answerLimits, httpLimits, decoderLimits } from './limits.ts'
import { listAreas } from './modules.ts'
import { fileColumns } from './photos/index.ts'
import { acceptsUpgrade, registerRealtime } from './realtime/index.ts'
import { registerActivity } from './rest/activity.ts'
import { registerAudit } from './rest/audit-routes.ts'
import type { ChangeNotice } from './rest/changes.ts'
import { changesChannel, dropCachesOf, restoredChannel } from './rest/changes.ts'
import { registerExplainer } from './rest/explainer.ts'
import type { Area, ResourceModule, World } from './rest/modules.ts'
import type { Services } from './services.ts'
import { registerOpenApi } from './rest/openapi.ts'
import type { ComputedColumns, Plan } from './rest/plan.ts'
import { makePlan } from './rest/plan.ts'
import { createTotals, dropTotals } from './rest/totals.ts'
import { registerWork } from './rest/background-work.ts'
import { registerResource } from './rest/register-resource.ts'
import type { Total } from './rest/totals.ts'
import { createWholeAnswerTurns } from './rest/whole-answers.ts'
import { createOrganisation } from './settings/index.ts'
import type { Login } from './setup/index.ts'
import { prepareOrganisation, readEmbeddedWords } from './setup/index.ts'
import type { Database } from './database/database.ts'

declare module 'fastify' {
  interface FastifyInstance {
    world: World
    /** All routes, including hand-written ones. */
    routes: readonly RouteOptions[]
    /** Logins of the demonstration, if this start created it. */
    logins?: Login[]
  }
}

export interface AppOptions {
  config: Config
  database: Database
  clock: () => Date
  /** Destination of the log, one line at a time; default: standard output. */
  logTo?: { write(line: string): void }
  /** Overrides of production limits, for tests. */
  limits?: Partial<Limits>
  /** Adds hooks before all others, for tests. */
  watch?: (app: FastifyInstance) => void
}

/** Builds the server on a migrated database, ready to listen. Closing it leaves the database open. */
export async function buildApp({
  config,
  database,
  clock,
  logTo,
  limits,
  watch,
}: AppOptions): Promise<FastifyInstance> {
  const allLimits = { ...answerLimits, ...httpLimits, ...decoderLimits, ...limits }
  const app = Fastify({
    logger: { ...logOptions(config), ...(logTo && { stream: logTo }) },
    bodyLimit: allLimits.bodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200, querystringParser: parseQuery },
    forceCloseConnections: 'idle',
    // Trusts X-Forwarded-For only from a proxy on this machine.
    trustProxy: 'loopback',
    clientErrorHandler: answerClientError,
    keepAliveTimeout: allLimits.idleMs,
    requestTimeout: allLimits.requestMs,
    http: {
      shouldUpgradeCallback: acceptsUpgrade,
      headersTimeout: allLimits.headersMs,
      connectionsCheckingInterval: allLimits.checkMs,
    },
  })
  app.server.maxConnections = allLimits.connections
  closeSlowConnections(app, allLimits)
  closeConnectionsAtEnd(app)
  watch?.(app)
  const accounts = createAccountCache(database.pool)
  const world = await createWorld(app, { config, database, clock, accounts, limits: allLimits })
  try {
    return await registerRoutes(app, world, { accounts, limits: allLimits })
  } catch (error) {
    // Open connections would keep the process running.
    await closeWorld(world)
    throw error
  }
}

async function registerRoutes(
  app: FastifyInstance,
  world: World,
  { accounts, limits }: { accounts: AccountCache; limits: Limits },
): Promise<FastifyInstance> {
  app.decorate('world', world)
  const routes: RouteOptions[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  answerErrors(app)
  answerInTime(app, { answerMs: limits.requestAnswerMs })
  answerConditionalRequests(app)
  compressAnswers(app)
  registerMetrics(app, world, limits)
  // Only JSON and what an area accepts; Fastify accepts plain text by default.
  app.removeContentTypeParser('text/plain')
  cleanBodies(app)

  await listenToChanges(world, accounts)
  const { logins } = await prepareOrganisation(world)
  app.decorate('logins', logins)

  await app.register(async (identified) => {
    registerCaller(identified, world, accounts)
    registerMcp(identified, world)
    await identified.register(
      async (api) => {
        registerHealth(api, world.database.cacheReads, limits)
        registerExplainer(api, world)
        registerOpenApi(api, world)
        registerAudit(api, world)
        registerActivity(api, world)
        registerWork(api, world)
        registerFiles(api, world)
        await registerRealtime(api, world)
        for (const module of world.modules.values()) registerResource(api, world, module)
        for (const area of world.areas) await api.register(async (scope) => area.routes?.(scope, world))
      },
      { prefix: '/api' },
    )
  })
  await serveInterface(app, join(import.meta.dirname, '../web/dist'), {
    words: () => readEmbeddedWords(world),
    embedders: () => embedOrigins(world),
    isSecure: isSecure(world.config),
  })

  const outbox = startOutbox(world)
  const workers = world.areas.flatMap(({ work }) => work?.(world) ?? [])
  const maintenance = await startMaintenance(world)
  // While the last requests are answered, the last jobs end too.
  app.addHook('preClose', (done) => {
    world.jobs.stop()
    done()
  })
  app.addHook('onClose', async () => {
    await maintenance.close()
    await outbox.close()
    await Promise.all(workers.map((worker) => worker.close()))
    await closeWorld(world)
  })
  return app
}

async function closeWorld({ jobs, listener, decoder, files, backups }: World): Promise<void> {
  decoder.close()
  await jobs.close()
  files.close()
  backups.close()
  await listener.close()
}

async function createWorld(
  app: FastifyInstance,
  { config, database, clock, accounts, limits }: AppOptions & { accounts: AccountCache; limits: Limits },
): Promise<World> {
  const organisation = createOrganisation(database.cacheReads, clock)
  const totals = createTotals<Total>()
  const keys = await openKeys(database, config)
  const files = await openFileStore(config, app.log)
  const backups = await openBackupStore(config)
  const listener = await openListener({ url: database.listenUrl, log: app.log })
  const services: Services = {
    config,
    database,
    clock,
    log: app.log,
    listener,
    jobs: openJobs({ database, listener, log: app.log }),
    organisation,
    totals,
    dropCaches(resource) {
      dropTotals(totals, resource)
      if (resource === 'settings') organisation.forget()
      // Settings say whom two steps are required of.
      if (['users', 'apiSecrets', 'settings'].includes(resource)) accounts.forget()
    },
    files,
    backups,
    metrics: new Registry(),
    decoder: createDecoder(app.log, limits),
    turns: { wholeAnswers: createWholeAnswerTurns(), uploads: createUploadTurns() },
    keys,
  }
  const areas = listAreas(fileColumns(services))
  const modules = modulesOf(areas)
  const computed: ComputedColumns = {}
  for (const module of modules.values())
    if (module.computed) computed[module.definition.name] = module.computed
  const plans = new Map<string, Plan>()
  for (const definition of allDefinitions) {
    if (definition.kind !== 'computed') plans.set(definition.name, makePlan(definition, computed))
  }
  return { ...services, plans, modules, areas }
}

/** All resources, with their area's code if they have any. */
function modulesOf(areas: Area[]): Map<string, ResourceModule> {
  const modules = new Map<string, ResourceModule>()
  for (const definition of allDefinitions) modules.set(definition.name, { definition })
  for (const module of areas.flatMap((area) => area.resources)) modules.set(module.definition.name, module)
  return modules
}

/** Drops caches when other processes write. */
async function listenToChanges(world: World, accounts: AccountCache): Promise<void> {
  await world.listener.listen(changesChannel, (payload) => {
    dropCachesOf(world, [JSON.parse(payload) as ChangeNotice])
  })
  const reloadKeys = () =>
    world.keys.reload().catch((error: unknown) => world.log.error({ err: error }, 'could not read the keys'))
  await world.listener.listen(keysChannel, reloadKeys)
  // They may have been replaced before this process listened.
  await reloadKeys()
  const forgetAll = () => {
    world.totals.forgetAll()
    world.organisation.forget()
    accounts.forget()
  }
  world.listener.onGap(() => {
    void reloadKeys()
    forgetAll()
  })
  await world.listener.listen(restoredChannel, () => {
    forgetAll()
    world.keys.reopen().catch((error: unknown) => world.log.error({ err: error }, 'could not read the keys'))
  })
}

/**
 * Parses a query string. Replaces U+0000 by a space: PostgreSQL stores that character neither in text nor in JSON, and parameters that
 * are not free text reject a space.
 */
function parseQuery(text: string): Record<string, unknown> {
  const decodeURIComponent = (part: string) => unescape(part).replaceAll('\u0000', ' ')
  // By default Node ignores parameters after the thousandth.
  return parse(text, '&', '=', { decodeURIComponent, maxKeys: 0 })
}
