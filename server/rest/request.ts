import type { Caller } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyRequest } from 'fastify'
import { maybeOne, sql } from '../database/sql.ts'
import { badRequest, notFound } from '../errors.ts'
import { findRecordJson } from './find-record.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { planFor, scopeOf } from './scope.ts'
import type { World } from './modules.ts'
import { type WithId } from './api.ts'

/** The JSON object in a request's body. Throws 400. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('O pedido tem de trazer um objeto JSON.')
  return body as Record<string, unknown>
}

/** The id that an address names: an id, or a name for `byName` resources. Does not check that an id exists. Throws 404. */
export async function idOf(world: World, plan: Plan, given: string): Promise<string> {
  if (isId(given)) return given.toLowerCase()
  const id = await findNamed(world, plan, given)
  if (id === undefined) throw notFound()
  return id
}

/** The id of the record with this name in a `byName` resource. */
export async function findNamed(world: World, plan: Plan, name: string): Promise<string | undefined> {
  // PostgreSQL rejects text with the character U+0000.
  if (plan.definition.kind !== 'byName' || name.includes('\u0000')) return undefined
  const found = await maybeOne(world.database.pool, sql`SELECT id FROM ${plan.table} WHERE name = ${name}`, {
    id: 'uuid',
  })
  return found?.id
}

/** The id that an address names, after checking that the caller may read the record. Throws 404. */
export async function visibleId(
  world: World,
  resource: string,
  { params, caller }: FastifyRequest<WithId>,
): Promise<string> {
  return (await readVisible(world, planOf(world, resource), params.id, caller)).id
}

/** The record that an address names, or its successor, as JSON text. Throws 404 when the caller may not read it. */
export async function readVisible(
  world: World,
  plan: Plan,
  given: string,
  caller: Caller,
): Promise<{ id: string; json: string }> {
  const id = await idOf(world, plan, given)
  const { pool } = world.database
  const readPlan = planFor(plan, 'record', caller)
  const scope = scopeOf(plan, 'read', caller)
  const json = await findRecordJson(pool, readPlan, id, scope)
  if (json !== undefined) return { id, json }
  const successor = await world.modules.get(plan.definition.name)?.succession?.successorOf(pool, id)
  const other = successor === undefined ? undefined : await findRecordJson(pool, readPlan, successor, scope)
  if (successor === undefined || other === undefined) throw notFound()
  return { id: successor, json: other }
}

/** A text of a request's body, or an empty text; without U+0000, which PostgreSQL rejects. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : ''
}
