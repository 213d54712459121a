import type { GatewayName } from '@agremia/resources/gateways.ts'
import { inline, many, raiseVersion, sql, textOf } from '../../database/sql.ts'
import type { Gateway, OrderState } from '../../gateways/index.ts'
import { GatewayProblem, openGateway } from '../../gateways/index.ts'
import type { Worker } from '../../jobs/index.ts'
import { gatewayLimits } from '../../limits.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import { receiveNotice } from './incoming.ts'
import type { World } from '../../rest/modules.ts'

const pollMs = 15_000

/**
 * Polls gateways, because a callback may be lost: pending MB WAY requests each minute, references each day, and each day also intents that ended
 * here, until some days after their expiry.
 */
export function startQueries(world: World): Worker {
  const stop = new AbortController()
  let asking: Promise<void> | undefined
  function wake(): void {
    if (stop.signal.aborted) return
    asking ??= world.jobs
      .exclusively('gateway queries', () => queryDue(world, stop.signal))
      .catch((error: unknown) => world.log.warn({ err: error }, 'could not ask the payment gateway'))
      .finally(() => (asking = undefined))
  }
  const polling = setInterval(wake, pollMs).unref()
  return {
    queue: 'gatewayQueries',
    wake,
    stop: () => stop.abort(),
    async close() {
      stop.abort()
      clearInterval(polling)
      await asking
    },
  }
}

const dueShape = {
  id: 'uuid',
  gateway: textOf<GatewayName>(),
  kind: textOf<'multibanco' | 'mbway'>(),
  orderId: 'text',
  externalId: 'text?',
  entity: 'text?',
  reference: 'text?',
  amount: 'cents',
  status: textOf<'pending' | 'expired' | 'cancelled'>(),
  isOver: 'boolean',
  isLongOver: 'boolean',
} as const

/** Asks for the orders whose time has come, and ends those that expired. */
export async function queryDue(world: World, signal?: AbortSignal): Promise<void> {
  const known = new Map<GatewayName, Gateway | undefined>()
  for (;;) {
    const due = await many(
      world.database.pool,
      sql`SELECT id, gateway, kind, order_id AS "orderId", external_id AS "externalId", entity, reference, amount, status,
            expires_at < ${world.clock()}::timestamptz AS "isOver", expires_at < ${world.clock()}::timestamptz - interval '2 days' AS "isLongOver"
          FROM payment_intents WHERE next_query_at <= ${world.clock()}::timestamptz AND status IN ('pending', 'expired', 'cancelled')
          ORDER BY next_query_at LIMIT ${inline(gatewayLimits.queriesPerRound)}`,
      dueShape,
    )
    for (const { isOver, isLongOver, ...order } of due) {
      if (signal?.aborted) return
      if (!known.has(order.gateway)) known.set(order.gateway, await openGateway(world, order.gateway))
      const state = await stateOf(known.get(order.gateway), order)
      if (state?.status === 'paid') for (const notice of state.notices) await receiveNotice(world, notice)
      await writeState(world, order, state, isLongOver || (isOver && state?.status === 'pending'))
    }
    if (due.length < gatewayLimits.queriesPerRound) return
  }
}

/** Undefined when the gateway does not answer. */
async function stateOf(
  gateway: Gateway | undefined,
  order: Parameters<Gateway['queryState']>[0],
): Promise<OrderState | undefined> {
  try {
    return await gateway?.queryState(order)
  } catch (error) {
    if (error instanceof GatewayProblem) return undefined
    throw error
  }
}

/**
 * An order that nobody paid in time has expired. When the gateway does not answer, it is asked again, for two days: its account may have been
 * closed. One that has ended keeps its state, until its payment is found.
 */
async function writeState(
  world: World,
  { id, kind, status }: { id: string; kind: 'multibanco' | 'mbway'; status: string },
  state: OrderState | undefined,
  hasExpired: boolean,
): Promise<void> {
  const isRefused = state?.status === 'refused'
  const hasEnded =
    status === 'pending' &&
    (isRefused || state?.status === 'expired' || (hasExpired && state?.status !== 'paid'))
  const isAskedSoon = kind === 'mbway' && status === 'pending' && !hasEnded
  const seconds = isAskedSoon ? gatewayLimits.mbwayQuerySeconds : gatewayLimits.referenceQuerySeconds
  const now = sql`${world.clock()}::timestamptz`
  const next = isRefused
    ? sql`NULL`
    : sql`CASE WHEN ${now} < expires_at + ${inline(gatewayLimits.endedQueryDays)} * interval '1 day' THEN ${now} + ${inline(seconds)} * interval '1 second' END`
  await writeInTransaction(world, async (db, changes) => {
    const rows = await many(
      db,
      hasEnded
        ? sql`UPDATE payment_intents SET status = ${isRefused ? 'refused' : 'expired'}, next_query_at = ${next}, ${raiseVersion()}
              WHERE id = ${id} AND status = 'pending' RETURNING id, version`
        : sql`UPDATE payment_intents SET next_query_at = ${next} WHERE id = ${id} AND status = ${status} RETURNING id, version`,
      idAndVersion,
    )
    if (hasEnded) changes.push(...changesOf('paymentIntents', 'updated', rows))
  })
}
