import type { Constraint } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'
import type { PreviewedAction } from './actions.ts'
import { actionOf, performAction, previewAction } from './actions.ts'
import { answerList } from './answer-list.ts'
import { answerValues } from './field-values.ts'
import { answerExport, exportRoutes } from './export.ts'
import type { DeletionPreview } from './delete-record.ts'
import { deleteRecord, previewDeletion } from './delete-record.ts'
import type { ResourceModule, World } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { logReading } from './readings.ts'
import { isOrderedByHand, reorder } from './reorder.ts'
import { actionApi, actionPreviewApi, moduleApi, nestedApi } from './resource-api.ts'
import { callerOf, createContext, runAndRollBack, write } from './write-request.ts'
import { bodyOf, findNamed, idOf, readVisible } from './request.ts'
import { requireAccess } from './scope.ts'
import { withoutTransaction } from '../database/transaction.ts'
import { getRecord } from './find-record.ts'
import { maxValidated, restrict, saveRecord, validateRecord } from './write.ts'
import { route } from './api.ts'

interface Params {
  Params: { id: string; parentId: string }
}

/** Registers the routes of a resource: CRUD, validation, order, export, deletion preview, nested lists and actions. */
export function registerResource(app: FastifyInstance, world: World, module: ResourceModule): void {
  const { definition } = module
  if (definition.kind === 'computed') return
  const plan = planOf(world, definition.name)
  const path = `/${resourcePath(definition.name)}`
  const replaced = new Set(module.replaces ?? [])
  const api = moduleApi(module)
  const at = (operation: keyof typeof api) => route(api[operation])

  if (!replaced.has('list')) {
    const { overrideList } = module
    const overriding = Object.keys(overrideList?.query ?? {}).map((name) => name.replace('?', ''))
    app.get(path, at('list'), async (request, reply) => {
      const query = request.query as Record<string, unknown>
      return overrideList && overriding.some((name) => name in query)
        ? reply.send({ data: await overrideList.answer(world, { query, caller: request.caller }) })
        : answerList(world, plan, request, reply, {})
    })
    exportRoutes(app, path, [api.export, api.exportMany], (exportRequest) =>
      answerExport(world, plan, exportRequest),
    )
    app.get<{ Params: { field: string } }>(`${path}/values/:field`, at('countValues'), (request, reply) =>
      answerValues(world, plan, request, reply),
    )
  }
  if (!replaced.has('read'))
    app.get<Params>(`${path}/:id`, at('read'), (request, reply) =>
      answerRecord(world, module, request, reply),
    )
  if (!replaced.has('update') && isOrderedByHand(plan)) {
    app.post(`${path}/order`, at('order'), (request, reply) => {
      requireAccess(decide(definition.access, 'update', request.caller), request.caller)
      const { ids } = bodyOf(request)
      return write(world, request, reply, async (writing) => {
        await reorder(writing, plan, ids)
        return { status: 200, data: {} }
      })
    })
  }
  if (!replaced.has('create')) {
    app.post(path, at('create'), (request, reply) => answerCreate(world, plan, request, reply, {}))
  }
  app.post(`${path}/validate`, at('validate'), (request) => answerValidate(world, plan, request))
  if (!replaced.has('update')) {
    app.put<Params>(`${path}/:id`, at('replace'), (request, reply) =>
      answerUpdate(world, plan, request, reply, 'replace'),
    )
    app.patch<Params>(`${path}/:id`, at('modify'), (request, reply) =>
      answerUpdate(world, plan, request, reply, 'modify'),
    )
  }
  if (!replaced.has('delete')) {
    app.delete<Params>(`${path}/:id`, at('delete'), (request, reply) =>
      answerDelete(world, plan, request, reply),
    )
    app.get<Params>(`${path}/:id/deletion`, at('previewDeletion'), (request) =>
      answerDeletionPreview(world, plan, request),
    )
  }
  for (const [parent, field] of Object.entries(definition.parents ?? {}))
    registerNested(app, world, plan, { parent, field, isListOnly: replaced.has('create') })
  for (const name of Object.keys(definition.actions ?? {})) registerAction(app, world, module, name)
}

function registerNested(
  app: FastifyInstance,
  world: World,
  plan: Plan,
  { parent, field, isListOnly }: { parent: string; field: string; isListOnly: boolean },
): void {
  const parentPlan = planOf(world, parent)
  const path = `/${resourcePath(parent)}/:parentId/${resourcePath(plan.definition.name)}`
  const parentId = async ({ params, caller }: FastifyRequest<Params>) =>
    (await readVisible(world, parentPlan, params.parentId, caller)).id
  const api = nestedApi(plan.definition, parent)
  app.get<Params>(path, route(api.list), async (request, reply) =>
    answerList(world, plan, request, reply, { [field]: await parentId(request) }),
  )
  if (isListOnly) return
  app.post<Params>(path, route(api.create), async (request, reply) =>
    answerCreate(world, plan, request, reply, { [field]: await parentId(request) }),
  )
}

async function answerRecord(
  world: World,
  { definition, extraProperties }: ResourceModule,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<string> {
  const plan = planOf(world, definition.name)
  const { id, json } = await readVisible(world, plan, request.params.id, request.caller)
  await logReading(world, plan, id, request)
  const more = await extraProperties?.read(world, id)
  void reply.type('application/json; charset=utf-8')
  return more ? `{"data":${json.slice(0, -1)},${JSON.stringify(more).slice(1)}}` : `{"data":${json}}`
}

async function answerCreate(
  world: World,
  plan: Plan,
  request: FastifyRequest,
  reply: FastifyReply,
  parent: Constraint,
): Promise<string> {
  requireAccess(decide(plan.definition.access, 'create', request.caller), request.caller)
  const input = { ...bodyOf(request), ...parent }
  return write(world, request, reply, async (writing) => ({
    status: 201,
    data: await saveRecord(writing, plan, { id: null, input, mode: 'create' }),
  }))
}

async function answerUpdate(
  world: World,
  plan: Plan,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
  mode: 'replace' | 'modify',
): Promise<string> {
  requireAccess(decide(plan.definition.access, 'update', request.caller), request.caller)
  const input = bodyOf(request)
  const id = await idOf(world, plan, request.params.id)
  await world.modules.get(plan.definition.name)?.hooks?.confirm?.(world, request, id)
  return write(world, request, reply, async (writing) => ({
    status: 200,
    data: await saveRecord(writing, plan, { id, input, mode }),
  }))
}

async function answerDelete(
  world: World,
  plan: Plan,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<string> {
  requireAccess(decide(plan.definition.access, 'delete', request.caller), request.caller)
  const id = await idOf(world, plan, request.params.id)
  return write(world, request, reply, async (writing) => {
    await deleteRecord(writing, plan, id)
    return { status: 204 }
  })
}

async function answerDeletionPreview(
  world: World,
  plan: Plan,
  request: FastifyRequest<Params>,
): Promise<{ data: DeletionPreview }> {
  requireAccess(decide(plan.definition.access, 'delete', request.caller), request.caller)
  const id = await idOf(world, plan, request.params.id)
  return { data: await runAndRollBack(world, request, (writing) => previewDeletion(writing, plan, id)) }
}

/** Validates one record, or each of a list in its order (`data`). Does not write. */
async function answerValidate(
  world: World,
  plan: Plan,
  request: FastifyRequest,
): Promise<Validation | { data: Validation[] }> {
  const { access } = plan.definition
  const decisions = [decide(access, 'create', request.caller), decide(access, 'update', request.caller)]
  if (decisions.every((decision) => decision === false)) requireAccess(false, request.caller)
  const writing = await createContext(world, withoutTransaction(world.database), callerOf(request))
  const validateOne = async (input: Record<string, unknown>) =>
    validateRecord(writing, plan, await withId(world, plan, input))
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
  world: World,
  plan: Plan,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { name } = input
  if ('_id' in input || typeof name !== 'string') return input
  const id = await findNamed(world, plan, name)
  return id === undefined ? input : { ...input, _id: id }
}

function registerAction(
  app: FastifyInstance,
  world: World,
  { definition }: ResourceModule,
  name: string,
): void {
  const action = actionOf(world, definition.name, name)
  const { plan } = action
  const path = `/${resourcePath(definition.name)}/:id/${resourcePath(name)}`
  const { writes = action.preview && [definition.name] } = definition.actions?.[name] ?? {}
  const scope = writes?.map((resource) => `${resourcePath(resource)}:write`)
  const config = { api: actionApi(definition, name), ...(scope && { scope }) }
  app.post<Params>(path, { config }, async (request, reply) => {
    requireAccess(action.access(request.caller), request.caller)
    const input = action.fields ? bodyOf(request) : {}
    const id = await idOf(world, plan, request.params.id)
    return write(world, request, reply, async (writing) => {
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
      requireAccess(action.access(request.caller), request.caller)
      const id = await idOf(world, plan, request.params.id)
      return {
        data: await runAndRollBack(world, request, (writing) => previewAction(writing, action, id)),
      }
    },
  )
}
