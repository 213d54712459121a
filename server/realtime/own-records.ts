import { decide } from '@agremia/resources/access.ts'
import { findDefinition } from '@agremia/resources/definitions/index.ts'
import { toCamelCase } from '@agremia/resources/paths.ts'
import { many, sql } from '../database/sql.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { joinsOf } from '../rest/select-rows.ts'
import type { Connection } from './connections.ts'
import type { Message } from './socket.ts'
import { send } from './socket.ts'

interface ChangePayload {
  action: string
  ids: string[]
  version: number
}

/** A connection whose user sees only the records with `field` = `owner`. */
interface Owner {
  connection: Connection
  field: string
  owner: string
}

/**
 * Sends clients who see only their own records of a resource the changed ones that are theirs. One query, none if no such client is
 * connected. When records are deleted or not named, sends only that the list may have changed, without ids.
 */
export async function sendToOwners(
  engine: Engine,
  connections: Iterable<Connection>,
  { topic, payload }: Message,
): Promise<void> {
  const owners = ownersOf(connections, topic)
  const [first] = owners
  if (!first) return
  const { action, ids, version } = payload as ChangePayload
  if (ids.length === 0 || action === 'deleted') {
    const unnamed = { topic, payload: { action: 'updated', ids: [], version: 0 } }
    for (const { connection } of owners) send(connection.socket, unnamed)
    return
  }
  const plan = planOf(engine, topic)
  const expression = plan.expressions[first.field]?.sql
  if (plan.definition.kind === 'computed' || expression === undefined) return
  const rows = await many(
    engine.world.database.pool,
    sql`SELECT t.id, ${expression}::text AS owner FROM ${plan.table} t ${joinsOf(plan.through)}
           WHERE t.id = ANY(${ids}::uuid[]) AND ${expression} = ANY(${[...new Set(owners.map(({ owner }) => owner))]}::uuid[])`,
    { id: 'uuid', owner: 'text' },
  )
  const byOwner = Map.groupBy(rows, ({ owner }) => owner)
  for (const { connection, owner } of owners) {
    const own = byOwner.get(owner)?.map(({ id }) => id)
    if (own) send(connection.socket, { topic, payload: { action, ids: own, version } })
  }
}

function ownersOf(connections: Iterable<Connection>, topic: string): Owner[] {
  const definition = findDefinition(toCamelCase(topic))
  if (!definition) return []
  return [...connections].flatMap((connection) => {
    const decision = connection.identity && decide(definition.access, 'list', connection.identity.caller)
    if (typeof decision !== 'object') return []
    const [[field, owner] = [], ...others] = Object.entries(decision)
    if (field === undefined || typeof owner !== 'string' || others.length > 0) return []
    return [{ connection, field, owner }]
  })
}
