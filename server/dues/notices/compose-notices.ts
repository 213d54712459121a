import { jsonOf, many, nullable, prepared, sql, textOf } from '../../database/sql.ts'
import type { Composed, Composition, WaitingMessage } from '../../messages/index.ts'
import { isWaiting } from '../../messages/index.ts'
import { ensureReference } from '../intents/request-intent.ts'
import { isAgreed, isOwed } from '../ledger/conditions.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { replaceChargeNotices } from './charge-notices.ts'
import { skipReasons } from './debtors.ts'
import { moneyUnderWay } from './under-way.ts'
import { noticeContent, noticeRequests } from './notice-content.ts'
import type { Context, World } from '../../rest/modules.ts'
import type { ReachedCharge } from './charge-notices.ts'

/** Who gets a notice although they would be left out. */
export interface NoticeExceptions {
  /** Also those who are no longer members when it is sent. */
  includesEnded: boolean
  /** Also about charges in an agreement that is kept: their instalments. */
  includesAgreed: boolean
}

/** What a notice is composed from. */
export interface NoticeComposition extends Composition, NoticeExceptions {
  composer: 'notice'
  charges: ReachedCharge[]
}

const isNotice = (message: WaitingMessage): message is WaitingMessage & { composition: NoticeComposition } =>
  message.composition.composer === 'notice'

/** Asks the gateway for the references that notices need. */
export async function prepareNotices(world: World, messages: readonly WaitingMessage[]): Promise<void> {
  for (const { aboutId, composition } of messages.filter(isNotice))
    for (const request of noticeRequests(aboutId, composition.charges))
      if (request) await ensureReference(world, request)
}

/** What notices say now. Charges that are owed no longer are omitted, and do not count as reminded. */
export async function composeNotices(
  context: Pick<Context, 'db' | 'world' | 'settings' | 'today'>,
  messages: readonly WaitingMessage[],
): Promise<Map<string, Composed>> {
  const { db } = context
  const notices = messages.filter(isNotice)
  await lockLedger(
    db,
    notices.map(({ aboutId }) => aboutId),
  )
  const rows = await many(
    db,
    prepared(sql`SELECT g.id, m.id AS "memberId", (SELECT count(*)::integer FROM charge_notices WHERE message_id = g.id) AS count, s.marks_end AND NOT (g.composition->'includesEnded')::boolean AS "hasLeft",
          ${moneyUnderWay} AS "underWay", coalesce((
          SELECT jsonb_agg(jsonb_build_object('id', c.id, 'step', n.step, 'status', c.status, 'isOwed', ${isOwed},
            'isAgreed', ${isAgreed()} AND NOT (g.composition->'includesAgreed')::boolean) ORDER BY c.due_date, c.id)
          FROM jsonb_to_recordset(g.composition->'charges') AS n (id uuid, step integer) JOIN unsettled_payments c ON c.id = n.id
          WHERE c.member_id = m.id), '[]') AS charges
        FROM messages g JOIN members m ON m.id::text = g.about_id JOIN member_state_names s ON s.id = m.current_state_id
        WHERE g.id = ANY(${notices.map(({ id }) => id)}::uuid[]) AND ${isWaiting('g')}
        ORDER BY g.id FOR NO KEY UPDATE OF g`),
    {
      id: 'uuid',
      memberId: 'uuid',
      count: 'integer',
      hasLeft: 'boolean',
      underWay: nullable(textOf<keyof typeof skipReasons>()),
      charges: jsonOf<NoticedCharge[]>(),
    },
  )
  const composed = new Map<string, Composed>()
  const noticed = new Map<string, ReachedCharge[]>()
  for (const { id, memberId, count, hasLeft, underWay, charges } of rows) {
    const due = charges.filter(({ isOwed: isOpen, isAgreed: isKept }) => isOpen && !isKept)
    if (hasLeft) composed.set(id, { withdrawn: 'left' })
    else if (underWay) composed.set(id, { withdrawn: 'underWay', detail: `${skipReasons[underWay]}.` })
    else if (due.length === 0) composed.set(id, reasonOf(charges))
    else {
      const { event, values, frames, total } = await noticeContent(context, memberId, due)
      composed.set(id, total === 0 ? { withdrawn: 'settled' } : { textOf: { event }, values, frames })
      if (count !== due.length) noticed.set(id, due)
    }
  }
  await replaceChargeNotices(context, noticed)
  return composed
}

interface NoticedCharge extends ReachedCharge {
  status: string
  isOwed: boolean
  isAgreed: boolean
}

const ways: Partial<Record<string, string>> = {
  paid: 'Entretanto foi pago tudo o que esta mensagem pedia.',
  exempt: 'Entretanto ficou isento o que esta mensagem pedia.',
  cancelled: 'Entretanto foi anulado o que esta mensagem pedia.',
}

function reasonOf(charges: readonly NoticedCharge[]): Composed {
  if (charges.some(({ isAgreed: isKept }) => isKept)) return { withdrawn: 'agreed' }
  const statuses = new Set(charges.map(({ status }) => status))
  const [only] = statuses
  return { withdrawn: 'settled', detail: statuses.size === 1 && only ? ways[only] : undefined }
}
