import { isStaff } from '@agremia/resources/access.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inRolledBackTransaction } from '../database/transaction.ts'
import { heldText } from '../held-messages.ts'
import { writeInTransaction } from './changes.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import type { Context, World } from './modules.ts'

/** The resources that a write changed, in an answer: `payments,members`. Pages read them again. A repeated answer has none. */
const changedHeader = 'x-changed'

/** Names the resources of these changes in the answer. For routes whose transaction is not that of `write`. */
export function nameChanges(reply: FastifyReply, changes: Context['changes']): void {
  const names = new Set(changes.map(({ resource }) => resource))
  if (names.size > 0) void reply.header(changedHeader, [...names].join())
}

/** Runs a write and rolls it back, to preview its effects. */
export function runAndRollBack<T>(
  world: World,
  request: FastifyRequest,
  work: (writing: Context) => Promise<T>,
): Promise<T> {
  return inRolledBackTransaction(world.database, async (tx) =>
    work(await createContext(world, tx, callerOf(request))),
  )
}

export function callerOf({ caller, ip }: FastifyRequest): Pick<Context, 'caller' | 'address'> {
  return { caller, address: ip }
}

/** Returns the context of a write for this caller. `address` is the client's IP address. */
export async function createContext(
  world: World,
  db: Context['db'],
  { caller, address }: Pick<Context, 'caller' | 'address'>,
): Promise<Context> {
  const { organisation } = world
  return {
    world,
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
 * the response, with a warning about messages that it leaves held.
 */
export async function write(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (writing: Context) => Promise<{ status: number; data?: unknown }>,
): Promise<string> {
  const isRepeatable = request.method === 'POST'
  const { config } = request.routeOptions
  if (isRepeatable && !config.api?.idempotent)
    throw new Error(`${config.url} does not declare that it is idempotent`)
  const key = isRepeatable && readIdempotencyKey(request.headers['idempotency-key'])
  const { answer, changed } = await writeInTransaction(world, async (tx, changes) => {
    const writing = { ...(await createContext(world, tx, callerOf(request))), changes }
    const run = async () => {
      const { status, data } = await work(writing)
      const warning = isStaff(writing.caller) ? heldText(tx) : undefined
      return { status, body: data === undefined ? '' : JSON.stringify({ data, warning }) }
    }
    if (!key) return { answer: await run(), changed: changes }
    const requestText = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
    const once = { key, caller: request.caller.id ?? 'visitor', request: requestText }
    return { answer: await runOnce(tx, once, run), changed: changes }
  })
  nameChanges(reply, changed)
  void reply.code(answer.status)
  if (answer.body) void reply.type('application/json; charset=utf-8')
  return answer.body
}
