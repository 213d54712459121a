import type { FastifyRequest } from 'fastify'
import { execute, inline, sql } from '../database/sql.ts'
import type { Plan } from './plan.ts'
import { columnOf } from './plan.ts'
import type { World } from './modules.ts'

/** Readings of one person by one user within this time are one entry: a page reads its record again when something changes. */
const sameReadingMinutes = 15

/** Records in the history of a protected person that the caller read a record with its data. Does nothing for other people and for own records. */
export async function logReading(
  world: World,
  { definition, table, withholding }: Plan,
  id: string,
  { caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>,
): Promise<void> {
  const of = definition.protection?.of
  if (!withholding || of === undefined || !caller.protectsPeople || caller.role !== 'admin') return
  const referred = sql`SELECT t.${of === '_id' ? sql`id` : columnOf(of)} FROM ${table} t WHERE t.id = ${id}`
  const isOfMember = definition.fields[of]?.reference === 'members'
  const person = isOfMember ? sql`SELECT m.person_id FROM members m WHERE m.id = (${referred})` : referred
  await execute(
    world.database.pool,
    sql`INSERT INTO audit_events (id, user_id, user_name, address, resource, record_id, action)
        SELECT new_id(), ${caller.id}::uuid, ${caller.name}, ${ip}, 'people', p.id, 'read' FROM people p
        WHERE p.is_protected AND p.id = (${person}) AND p.id IS DISTINCT FROM ${caller.personId}::uuid
          AND NOT EXISTS (SELECT FROM audit_events e WHERE e.resource = 'people' AND e.record_id = p.id AND e.action = 'read'
            AND e.user_id = ${caller.id}::uuid AND e.at > now() - interval '${inline(sameReadingMinutes)} minutes')`,
  )
}
