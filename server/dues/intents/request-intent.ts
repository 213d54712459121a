import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { daysBetween, todayIn } from '@agremia/resources/rules/dates.ts'
import { mbwaySeconds, type GatewayName } from '@agremia/resources/gateways.ts'
import {
  exists,
  inline,
  many,
  maybeOne,
  raiseVersion,
  sql,
  textOf,
  type RowOf,
  type Sql,
} from '../../database/sql.ts'
import type { Gateway } from '../../gateways/index.ts'
import { ApiError } from '../../errors.ts'
import { gatewayAbilities, GatewayProblem, openGateway } from '../../gateways/index.ts'
import type { AdviceRequest } from '../advice/advice-request.ts'
import { askForReference } from './intents.ts'
import { gatewayLimits } from '../../limits.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import type { World } from '../../rest/modules.ts'

type Claimed = RowOf<typeof claimedShape>
const claimedShape = {
  kind: textOf<'multibanco' | 'mbway'>(),
  gateway: textOf<GatewayName>(),
  orderId: 'text',
  amount: 'cents',
  phone: 'text?',
  expiresAt: 'moment',
  wasRequested: 'boolean',
} as const

/** Seconds after which a request of a process that was killed meanwhile is taken again. */
const abandonedSeconds = 60

/** Job: asks the gateway for a created intent. Fails, to be retried, while a process that may have been killed has it. */
export async function workOnRequest(world: World, id: string): Promise<void> {
  await requestIntent(world, id)
  if (
    await exists(
      world.database.pool,
      sql`SELECT FROM payment_intents WHERE id = ${id} AND status = 'created'`,
    )
  )
    throw new Error('the intent is being asked for by another process')
}

/**
 * Asks the gateway for a created intent, outside of transactions, and stores what it answered. Does nothing while another process does.
 * A reference of a killed process is asked for again, since nobody saw it; a phone is not asked twice. A request to a phone that may have arrived
 * stays pending until it would end.
 */
export async function requestIntent(world: World, id: string): Promise<void> {
  const claimed = await claim(world, id)
  if (!claimed) return
  const { kind, wasRequested } = claimed
  if (kind === 'mbway' && wasRequested)
    return writeAnswer(world, id, doubt(world, 'O programa parou a meio do pedido.'))
  const gateway = await openGateway(world, claimed.gateway)
  try {
    await writeAnswer(world, id, await request(world, gateway, claimed))
  } catch (error) {
    if (!(error instanceof GatewayProblem)) throw error
    const isDoubtful = kind === 'mbway' && error.isUncertain
    await writeAnswer(world, id, isDoubtful ? doubt(world, error.message) : failure(error.message))
  }
}

/** Status of the intent after the gateway's answer, and the columns to update. */
interface GatewayAnswer {
  status: 'pending' | 'failed'
  assignments: Sql
}

function failure(problem: string): GatewayAnswer {
  return {
    status: 'failed',
    assignments: sql`problem = ${problem.slice(0, 300)}, next_query_at = NULL`,
  }
}

/** A request to a phone that may have arrived: another one waits until it would end, and the gateway is asked for it. */
function doubt({ clock }: World, problem: string): GatewayAnswer {
  const text = `Não sabemos se o pedido chegou ao telemóvel. ${problem}`.slice(0, 300)
  return {
    status: 'pending',
    assignments: sql`problem = CASE status WHEN 'created' THEN ${text} ELSE problem END,
      expires_at = ${new Date(clock().getTime() + mbwaySeconds * 1000)}::timestamptz, ${nextQuery(clock, gatewayLimits.mbwayQuerySeconds)}`,
  }
}

/** SQL: when the gateway is asked for an intent that is not paid. */
const nextQuery = (clock: World['clock'], seconds: number) =>
  sql`next_query_at = CASE WHEN status <> 'paid' THEN ${clock()}::timestamptz + ${inline(seconds)} * interval '1 second' END`

/** Marks the intent as being asked for. The clock of the database, which all processes share. */
async function claim(world: World, id: string): Promise<Claimed | undefined> {
  return maybeOne(
    world.database.pool,
    sql`UPDATE payment_intents i SET requested_at = now() FROM payment_intents before
        WHERE i.id = ${id} AND before.id = i.id AND i.status = 'created'
          AND (i.requested_at IS NULL OR i.requested_at < now() - ${inline(abandonedSeconds)} * interval '1 second')
        RETURNING i.kind, i.gateway, i.order_id AS "orderId", i.amount, i.phone, i.expires_at AS "expiresAt",
          before.requested_at IS NOT NULL AS "wasRequested"`,
    claimedShape,
  )
}

/**
 * Makes a reference for what the request selects, for a message that is composed next. Does nothing without a gateway, or when there is
 * nothing to pay; a gateway that does not answer leaves the message without one.
 */
export async function ensureReference(world: World, request: AdviceRequest): Promise<void> {
  const settings = await world.organisation.settings()
  if (!gatewayAbilities(settings)?.canMakeReferences) return
  const today = await world.organisation.today()
  try {
    const id = await writeInTransaction(world, (db, changes) =>
      askForReference({ db, world, settings, today, changes }, request, { after: abandonedSeconds }),
    )
    await requestIntent(world, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

async function request(
  { organisation, clock }: World,
  gateway: Gateway | undefined,
  { kind, orderId, amount, phone, expiresAt }: Claimed,
): Promise<GatewayAnswer> {
  if (!gateway) throw new GatewayProblem('O serviço de pagamentos foi desligado.')
  const { name } = await organisation.settings()
  const order = { orderId, amount, description: `${name}: ${formatAmount(amount)}`.slice(0, 100) }
  if (kind === 'mbway') {
    const { externalId, reference } = await gateway.requestMbway(order, phone ?? '')
    const assignments = sql`external_id = ${externalId}, reference = ${reference}, ${nextQuery(clock, gatewayLimits.mbwayQuerySeconds)}`
    return { status: 'pending', assignments }
  }
  const today = await organisation.today()
  const lastDay = todayIn('Europe/Lisbon', expiresAt)
  const made = await gateway.createReference(order, { days: daysBetween(today, lastDay), lastDay, today })
  const assignments = sql`entity = ${made.entity}, reference = ${made.reference}, external_id = ${made.externalId},
    ${nextQuery(clock, gatewayLimits.referenceQuerySeconds)}`
  return { status: 'pending', assignments }
}

/**
 * Writes the answer. An intent that was paid or cancelled meanwhile keeps its state; its number at the gateway is stored, by which the gateway is
 * asked for it and further notices are found.
 */
export async function writeAnswer(
  world: World,
  id: string,
  { status, assignments }: GatewayAnswer,
): Promise<void> {
  const open = status === 'failed' ? ['created'] : ['created', 'cancelled', 'paid']
  await writeInTransaction(world, async (db, changes) => {
    const rows = await many(
      db,
      sql`UPDATE payment_intents SET status = CASE status WHEN 'created' THEN ${status} ELSE status END, ${assignments}, ${raiseVersion()}
        WHERE id = ${id} AND status = ANY(${open}::text[]) RETURNING id, version`,
      idAndVersion,
    )
    changes.push(...changesOf('paymentIntents', 'updated', rows))
  })
}
