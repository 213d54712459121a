import { randomBytes } from 'node:crypto'
import type { GatewayRequests } from '@agremia/resources/advice.ts'
import type { GatewayName } from '@agremia/resources/gateways.ts'
import { mbwaySeconds } from '@agremia/resources/gateways.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { isPortugueseMobile } from '@agremia/resources/rules/portuguese-phone.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../../database/querying.ts'
import type { RowOf } from '../../database/sql.ts'
import { execute, many, maybeOne, prepared, sql, textOf } from '../../database/sql.ts'
import { conflict, invalid } from '../../errors.ts'
import { gatewayAbilities } from '../../gateways/index.ts'
import type { AdviceContent } from '../advice/advice-content.ts'
import { findContent, type AdviceContext, type AdviceRequest } from '../advice/advice-request.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { Context } from '../../rest/modules.ts'

/** Range of the amounts that gateways accept, in cents. */
const amountRanges = {
  multibanco: { min: 100, max: 9_999_900 },
  mbway: { min: 1, max: 1_000_000 },
} as const

/** Whether a gateway can be asked for this amount (cents). */
export function isInRange(kind: keyof typeof amountRanges, amount: Cents): boolean {
  const { min, max } = amountRanges[kind]
  return amount >= min && amount <= max
}

type Asking = Pick<Context, 'db' | 'world' | 'settings' | 'today' | 'changes'>

/**
 * Asks for a Multibanco reference for what the request selects; returns the id of the intent, which a job sends to the gateway. A reference
 * that is asked for or valid already is returned again. The job begins `after` seconds. Needs a transaction. Throws 409 without a gateway or a debt.
 */
export async function askForReference(
  asking: Asking,
  request: AdviceRequest,
  { after = 0 } = {},
): Promise<string> {
  const abilities = gatewayAbilities(asking.settings)
  if (!abilities?.canMakeReferences)
    throw conflict('A organização não tem serviço que faça referências Multibanco.')
  await lockLedger(asking.db, [request.memberId])
  const content = await contentToPay(asking, request, 'multibanco')
  const known = await findReference(asking.db, request.memberId, content)
  if (known && known.status !== 'failed') return known.id
  const expiresAt = endOfDay(addDays(asking.today, Number(asking.settings.gatewayReferenceDays)))
  return insertIntent(asking, {
    ...request,
    content,
    gateway: abilities.name,
    kind: 'multibanco',
    phone: null,
    expiresAt,
    after,
  })
}

/**
 * Asks a phone to pay what the request selects; returns the id of the intent. An earlier request that still waits is not repeated. Needs a
 * transaction. Throws 409 without a gateway or a debt, and while another request of the same debts waits, 422 for a number that has no MB WAY.
 */
export async function askForMbway(asking: Asking, request: AdviceRequest, phone: string): Promise<string> {
  const { db, world, settings } = asking
  const abilities = gatewayAbilities(settings)
  if (!abilities?.canRequestMbway) throw conflict('A organização não tem serviço que faça pedidos MB WAY.')
  if (!isPortugueseMobile(phone))
    throw invalid({ phone: ['Indique um telemóvel português: é com ele que se usa o MB WAY.'] })
  await lockLedger(db, [request.memberId])
  const content = await contentToPay(asking, request, 'mbway')
  const waiting = await maybeOne(
    db,
    sql`SELECT id, phone, phone = ${phone} AND ${isFor(content)} AS "isSame" FROM payment_intents
        WHERE member_id = ${request.memberId} AND kind = 'mbway' AND status IN ('created', 'pending')
          AND charge_ids && ${content.chargeIds}::uuid[] AND expires_at > ${world.clock()} ORDER BY "isSame" DESC LIMIT 1`,
    { id: 'uuid', phone: 'text?', isSame: 'boolean' },
  )
  if (waiting?.isSame) return waiting.id
  // Both could be accepted, and the debt paid twice.
  if (waiting)
    throw conflict(
      `Já há um pedido à espera no telemóvel que acaba em ${waiting.phone?.slice(-3) ?? ''}: aceite-o, ou peça outra vez daqui a quatro minutos.`,
    )
  const expiresAt = sql`${new Date(world.clock().getTime() + mbwaySeconds * 1000)}::timestamptz`
  return insertIntent(asking, {
    ...request,
    content,
    gateway: abilities.name,
    kind: 'mbway',
    phone,
    expiresAt,
    after: 0,
  })
}

async function contentToPay(
  asking: AdviceContext,
  request: AdviceRequest,
  kind: keyof typeof amountRanges,
): Promise<AdviceContent> {
  const { content } = await findContent(asking, request)
  const amount = toCents(content.total)
  if (amount === 0) throw conflict('Não há nada por pagar.')
  if (!isInRange(kind, amount)) {
    const { min, max } = amountRanges[kind]
    throw conflict(`Por este meio só se pagam valores de ${formatAmount(min)} a ${formatAmount(max)}.`)
  }
  return content
}

/** The last second of a day in Lisbon, where references expire. */
const endOfDay = (day: string) =>
  sql`((${day}::date + 1)::timestamp AT TIME ZONE 'Europe/Lisbon' - interval '1 second')`

/** SQL: whether an intent asks for this: the same charges, instalments and amount. */
const isFor = ({ chargeIds, instalmentIds, total }: AdviceContent) =>
  sql`charge_ids = ${chargeIds.toSorted()}::uuid[] AND instalment_ids = ${instalmentIds}::uuid[] AND amount = ${toCents(total)}`

interface NewIntent {
  memberId: string
  content: AdviceContent
  gateway: GatewayName
  kind: keyof typeof amountRanges
  phone: string | null
  expiresAt: ReturnType<typeof sql>
  after: number
}

async function insertIntent({ db, world, changes }: Asking, intent: NewIntent): Promise<string> {
  const { memberId, content, gateway, kind, phone, expiresAt, after } = intent
  const id = newId()
  const description = capitalise(content.words.plain).slice(0, 200)
  // Fourteen characters: gateways accept fifteen.
  const orderId = randomBytes(7).toString('hex')
  await execute(
    db,
    sql`INSERT INTO payment_intents (id, member_id, gateway, kind, amount, description, lines, phone, expires_at, order_id, charge_ids, charge_amounts, instalment_ids)
        SELECT ${id}, ${memberId}, ${gateway}, ${kind}, ${toCents(content.total)}, ${description}, ${JSON.stringify(content.lines)}::jsonb, ${phone}, ${expiresAt}, ${orderId},
          array_agg(c.id ORDER BY c.id), array_agg(c.open_amount ORDER BY c.id), ${content.instalmentIds}::uuid[]
        FROM unsettled_payments c WHERE c.id = ANY(${content.chargeIds}::uuid[])`,
  )
  await world.jobs.add(db, 'gatewayRequests', [{ data: { id }, after }])
  changes.push({ resource: 'paymentIntents', action: 'created', id, version: 1 })
  return id
}

const referenceShape = {
  id: 'uuid',
  status: 'text',
  entity: 'text?',
  reference: 'text?',
  expiresAt: 'moment?',
  problem: 'text?',
} as const
type Reference = RowOf<typeof referenceShape>

/** The latest reference for this content that is asked for, valid, or could not be made. */
export async function findReference(db: Querying, memberId: string, content: AdviceContent) {
  return maybeOne(
    db,
    sql`SELECT id, status, entity, reference, expires_at AS "expiresAt", problem FROM payment_intents
        WHERE member_id = ${memberId} AND kind = 'multibanco' AND ${isFor(content)}
          AND status IN ('created', 'pending', 'failed') AND expires_at > now() ORDER BY id DESC LIMIT 1`,
    referenceShape,
  )
}

/** What was asked of the gateway for this content, as who pays sees it. `reference` is the latest. */
export async function requestsFor(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  memberId: string,
  content: AdviceContent,
  reference: Reference | undefined,
): Promise<GatewayRequests> {
  const amount = toCents(content.total)
  const isOpen = reference?.status === 'created' || reference?.status === 'pending'
  const latest =
    amount === 0
      ? []
      : await many(
          db,
          prepared(sql`SELECT DISTINCT ON (kind) kind, status, expires_at AS "expiresAt", problem FROM payment_intents
              WHERE member_id = ${memberId} AND ${isFor(content)}
                AND (status = 'paid' AND payment_id IS NULL OR kind = 'mbway' AND created_at > now() - interval '15 minutes')
              ORDER BY kind, id DESC`),
          { kind: textOf<'multibanco' | 'mbway'>(), status: 'text', expiresAt: 'moment?', problem: 'text?' },
        )
  const phone = latest.find(({ kind }) => kind === 'mbway')
  const shown = (request: Reference | typeof phone) =>
    request ? { status: request.status, expiresAt: request.expiresAt, problem: request.problem } : null
  return {
    canRequestReference:
      gatewayAbilities(settings)?.canMakeReferences === true && !isOpen && isInRange('multibanco', amount),
    reference: shown(reference),
    mbway: shown(phone),
    isReceived: latest.some(({ status }) => status === 'paid'),
  }
}

/** For who pays: reasons of the gateway are for the staff, who can do something about them. */
export function withoutReasons({ reference, mbway, ...requests }: GatewayRequests): GatewayRequests {
  const generic = 'O serviço de pagamentos não respondeu. Tente mais tarde, ou fale com a secretaria.'
  const plain = (request: GatewayRequests['mbway']) =>
    request && { ...request, problem: request.problem && generic }
  return { ...requests, reference: plain(reference), mbway: plain(mbway) }
}
