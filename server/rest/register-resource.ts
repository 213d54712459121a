import type { Constraint } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inRolledBackTransaction, withoutTransaction } from '../database/transaction.ts'
import { badRequest } from '../errors.ts'
import type { PreviewedAction } from './actions.ts'
import { findAction, performAction, previewAction } from './actions.ts'
import { answerList } from './answer-list.ts'
import { writeInTransaction } from './changes.ts'
import { answerValues } from './field-values.ts'
import { answerExport, exportRoutes } from './export.ts'
import type { DeletionPreview } from './delete-record.ts'
import { deleteRecord, previewDeletion } from './delete-record.ts'
import { runOnce, readIdempotencyKey } from './idempotency.ts'
import type { Engine, ResourceModule } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { logReading } from './readings.ts'
import { isOrderedByHand, reorder } from './reorder.ts'
import { actionApi, actionPreviewApi, moduleApi, nestedApi } from './resource-api.ts'
import { bodyOf, findNamed, idOf, readVisible } from './request.ts'
import { constraintOf } from './scope.ts'
import { getRecord } from './find-record.ts'
import type { WriteContext } from './write.ts'
import { maxValidated, restrict, saveRecord, validateRecord } from './write.ts'

interface Params {
  Params: { id: string; parentId: string }
}

/** Registers the routes of a resource: CRUD, validation, order, export, deletion preview, nested lists and actions. */
export function registerResource(app: FastifyInstance, engine: Engine, module: ResourceModule): void {
  const { definition } = module
  if (definition.kind === 'computed') return
  const plan = planOf(engine, definition.name)
  const path = `/${resourcePath(definition.name)}`
  const replaced = new Set(module.replaces ?? [])
  const api = moduleApi(module)
  const at = (operation: keyof typeof api) => ({ config: { api: api[operation] } })

  if (!replaced.has('list')) {
    const { overrideList } = module
    const overriding = Object.keys(overrideList?.query ?? {}).map((name) => name.replace('?', ''))
    app.get(path, at('list'), async (request, reply) => {
      const query = request.query as Record<string, unknown>
      return overrideList && overriding.some((name) => name in query)
        ? reply.send({ data: await overrideList.answer(engine, { query, caller: request.caller }) })
        : answerList(engine, plan, request, reply, {})
    })
    exportRoutes(app, path, [api.export, api.exportMany], (exportRequest) =>
      answerExport(engine, plan, exportRequest),
    )
    app.get<{ Params: { field: string } }>(`${path}/values/:field`, at('countValues'), (request, reply) =>
      answerValues(engine, plan, request, reply),
    )
  }
  if (!replaced.has('read'))
    app.get<Params>(`${path}/:id`, at('read'), (request, reply) =>
      answerRecord(engine, module, request, reply),
    )
  if (!replaced.has('update') && isOrderedByHand(plan)) {
    app.post(`${path}/order`, at('order'), (request, reply) => {
      constraintOf(decide(definition.access, 'update', request.caller), request.caller)
      const { ids } = bodyOf(request)
      return write(engine, request, reply, async (writing) => {
        await reorder(writing, plan, ids)
        return { status: 200, data: {} }
      })
    })
  }
  if (!replaced.has('create')) {
    app.post(path, at('create'), (request, reply) => answerCreate(engine, plan, request, reply, {}))
  }
  app.post(`${path}/validate`, at('validate'), (request) => answerValidate(engine, plan, request))
  if (!replaced.has('update')) {
    app.put<Params>(`${path}/:id`, at('replace'), (request, reply) =>
      answerUpdate(engine, plan, request, reply, 'replace'),
    )
    app.patch<Params>(`${path}/:id`, at('modify'), (request, reply) =>
      answerUpdate(engine, plan, request, reply, 'modify'),
    )
  }
  if (!replaced.has('delete')) {
    app.delete<Params>(`${path}/:id`, at('delete'), (request, reply) =>
      answerDelete(engine, plan, request, reply),
    )
    app.get<Params>(`${path}/:id/deletion`, at('previewDeletion'), (request) =>
      answerDeletionPreview(engine, plan, request),
    )
  }
  for (const [parent, field] of Object.entries(definition.parents ?? {}))
    registerNested(app, engine, plan, { parent, field, isListOnly: replaced.has('create') })
  for (const name of Object.keys(definition.actions ?? {})) registerAction(app, engine, module, name)
}

function registerNested(
  app: FastifyInstance,
  engine: Engine,
  plan: Plan,
  { parent, field, isListOnly }: { parent: string; field: string; isListOnly: boolean },
): void {
  const parentPlan = planOf(engine, parent)
  const path = `/${resourcePath(parent)}/:parentId/${resourcePath(plan.definition.name)}`
  const parentId = async ({ params, caller }: FastifyRequest<Params>) =>
    (await readVisible(engine, parentPlan, params.parentId, caller)).id
  const api = nestedApi(plan.definition, parent)
  app.get<Params>(path, { config: { api: api.list } }, async (request, reply) =>
    answerList(engine, plan, request, reply, { [field]: await parentId(request) }),
  )
  if (isListOnly) return
  app.post<Params>(path, { config: { api: api.create } }, async (request, reply) =>
    answerCreate(engine, plan, request, reply, { [field]: await parentId(request) }),
  )
}

async function answerRecord(
  engine: Engine,
  { definition, extraProperties }: ResourceModule,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<string> {
  const plan = planOf(engine, definition.name)
  const { id, json } = await readVisible(engine, plan, request.params.id, request.caller)
  await logReading(engine, plan, id, request)
  const more = await extraProperties?.read(engine, id)
  void reply.type('application/json; charset=utf-8')
  return more ? `{"data":${json.slice(0, -1)},${JSON.stringify(more).slice(1)}}` : `{"data":${json}}`
}

async function answerCreate(
  engine: Engine,
  plan: Plan,
  request: FastifyRequest,
  reply: FastifyReply,
  parent: Constraint,
): Promise<string> {
  constraintOf(decide(plan.definition.access, 'create', request.caller), request.caller)
  const input = { ...bodyOf(request), ...parent }
  return write(engine, request, reply, async (writing) => ({
    status: 201,
    data: await saveRecord(writing, plan, { id: null, input, mode: 'create' }),
  }))
}

async function answerUpdate(
  engine: Engine,
  plan: Plan,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
  mode: 'replace' | 'modify',
): Promise<string> {
  constraintOf(decide(plan.definition.access, 'update', request.caller), request.caller)
  const input = bodyOf(request)
  const id = await idOf(engine, plan, request.params.id)
  await engine.modules.get(plan.definition.name)?.hooks?.confirm?.(engine, request, id)
  return write(engine, request, reply, async (writing) => ({
    status: 200,
    data: await saveRecord(writing, plan, { id, input, mode }),
  }))
}

async function answerDelete(
  engine: Engine,
  plan: Plan,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<string> {
  constraintOf(decide(plan.definition.access, 'delete', request.caller), request.caller)
  const id = await idOf(engine, plan, request.params.id)
  return write(engine, request, reply, async (writing) => {
    await deleteRecord(writing, plan, id)
    return { status: 204 }
  })
}

async function answerDeletionPreview(
  engine: Engine,
  plan: Plan,
  request: FastifyRequest<Params>,
): Promise<{ data: DeletionPreview }> {
  constraintOf(decide(plan.definition.access, 'delete', request.caller), request.caller)
  const id = await idOf(engine, plan, request.params.id)
  return { data: await runAndRollBack(engine, request, (writing) => previewDeletion(writing, plan, id)) }
}

/** Validates one record, or each of a list in its order (`data`). Does not write. */
async function answerValidate(
  engine: Engine,
  plan: Plan,
  request: FastifyRequest,
): Promise<Validation | { data: Validation[] }> {
  const { access } = plan.definition
  const decisions = [decide(access, 'create', request.caller), decide(access, 'update', request.caller)]
  if (decisions.every((decision) => decision === false)) constraintOf(false, request.caller)
  const writing = await createWriteContext(
    engine,
    withoutTransaction(engine.world.database),
    callerOf(request),
  )
  const validateOne = async (input: Record<string, unknown>) =>
    validateRecord(writing, plan, await withId(engine, plan, input))
  if (!Array.isArray(request.body)) return validateOne(bodyOf(request))
  const data: Validation[] = []
  for (const input of listOf(request.body)) data.push(await validateOne(input))
  return { data }
}

type Validation = Awaited<ReturnType<typeof validateRecord>>

/** The objects of a list. Throws 400 when it is empty, too long or has other values. */
function listOf(body: unknown[]): Record<string, unknown>[] {
  if (body.length === 0) throw badRequest('A lista não tem nenhum registo.')
  if (body.length > maxValidated) throw badRequest(`No máximo ${maxValidated} registos de cada vez.`)
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!body.every(isObject)) throw badRequest('A lista tem de trazer objetos JSON.')
  return body as Record<string, unknown>[]
}

/** Adds the id to input of a `byName` resource that has only a name, so that it is validated as a change. */
async function withId(
  engine: Engine,
  plan: Plan,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { name } = input
  if ('_id' in input || typeof name !== 'string') return input
  const id = await findNamed(engine, plan, name)
  return id === undefined ? input : { ...input, _id: id }
}

function registerAction(
  app: FastifyInstance,
  engine: Engine,
  { definition }: ResourceModule,
  name: string,
): void {
  const action = findAction(engine, definition.name, name)
  if (!action) throw new Error(`no action ${definition.name}.${name}`)
  const { plan } = action
  const path = `/${resourcePath(definition.name)}/:id/${resourcePath(name)}`
  const { writes = action.preview && [definition.name] } = definition.actions?.[name] ?? {}
  const scope = writes?.map((resource) => `${resourcePath(resource)}:write`)
  const config = { api: actionApi(definition, name), ...(scope && { scope }) }
  app.post<Params>(path, { config }, async (request, reply) => {
    constraintOf(action.access(request.caller), request.caller)
    const input = action.fields ? bodyOf(request) : {}
    const id = await idOf(engine, plan, request.params.id)
    return write(engine, request, reply, async (writing) => {
      const data = await performAction(writing, action, { id, input })
      return { status: 200, data: data ?? restrict(plan, await getRecord(writing, plan, id), writing.caller) }
    })
  })
  if (!action.preview) return
  const previewing = { ...config, api: actionPreviewApi(definition, name) }
  app.post<Params>(
    `${path}/preview`,
    { config: previewing },
    async (request): Promise<{ data: PreviewedAction }> => {
      constraintOf(action.access(request.caller), request.caller)
      const id = await idOf(engine, plan, request.params.id)
      return {
        data: await runAndRollBack(engine, request, (writing) => previewAction(writing, action, id)),
      }
    },
  )
}

/** The resources that a write changed, in an answer: `payments,members`. Pages read them again. A repeated answer has none. */
const changedHeader = 'x-changed'

function resourcesOf(changes: WriteContext['changes']): string {
  return [...new Set(changes.map(({ resource }) => resource))].join()
}

/** Runs a write and rolls it back, to preview its effects. */
export function runAndRollBack<T>(
  engine: Engine,
  request: FastifyRequest,
  work: (writing: WriteContext) => Promise<T>,
): Promise<T> {
  return inRolledBackTransaction(engine.world.database, async (tx) =>
    work(await createWriteContext(engine, tx, callerOf(request))),
  )
}

function callerOf({ caller, ip }: FastifyRequest): Pick<WriteContext, 'caller' | 'address'> {
  return { caller, address: ip }
}

/** Returns the context of a write for this caller. `address` is the client's IP address. */
export async function createWriteContext(
  engine: Engine,
  db: WriteContext['db'],
  { caller, address }: Pick<WriteContext, 'caller' | 'address'>,
): Promise<WriteContext> {
  const { organisation } = engine.world
  return {
    engine,
    world: engine.world,
    db,
    caller,
    address,
    today: await organisation.today(),
    settings: await organisation.settings(),
    changes: [],
  }
}

/**
 * Runs a write in one transaction, once per `Idempotency-Key`, and notifies every process when it commits. The result's `data` becomes
 * the response.
 */
export async function write(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (writing: WriteContext) => Promise<{ status: number; data?: unknown }>,
): Promise<string> {
  const isRepeatable = request.method === 'POST'
  const { config } = request.routeOptions
  if (isRepeatable && !config.api?.idempotent)
    throw new Error(`${config.url} does not declare that it is idempotent`)
  const key = isRepeatable && readIdempotencyKey(request.headers['idempotency-key'])
  const { answer, changed } = await writeInTransaction(engine.world, async (tx, changes) => {
    const writing = { ...(await createWriteContext(engine, tx, callerOf(request))), changes }
    const run = async () => {
      const { status, data } = await work(writing)
      return { status, body: data === undefined ? '' : JSON.stringify({ data }) }
    }
    if (!key) return { answer: await run(), changed: resourcesOf(changes) }
    const requestText = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
    const once = { key, caller: request.caller.id ?? 'visitor', request: requestText }
    return { answer: await runOnce(tx, once, run), changed: resourcesOf(changes) }
  })
  if (changed !== '') void reply.header(changedHeader, changed)
  void reply.code(answer.status)
  if (answer.body) void reply.type('application/json; charset=utf-8')
  return answer.body
}
