import { described, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { isWithheldFrom, staffReaders } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { TimelineEntry, TimelineKind } from '@agremia/resources/timeline.ts'
import { timelineKinds } from '@agremia/resources/timeline.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { join, jsonOf, many, maybeOne, nullable, sql, textOf } from '../database/sql.ts'
import { badRequest, notFound } from '../errors.ts'
import { mergedMembers, mergedPeople } from '../merged.ts'
import { page, pageQuery, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { readPageParameters, knownParameters, pageParameters } from '../rest/query-parameters.ts'
import { programName } from '../rest/audit.ts'
import { type AuditRow, auditEventFormatter, changeShape } from '../rest/audit-format.ts'
import { requireAccess } from '../rest/scope.ts'
import type { World } from '../rest/modules.ts'

type TimelineRequest = FastifyRequest<WithId>

const timelineApi: Api = {
  name: 'listTimeline',
  summary: 'Ler a história de {um} {memberSingular}',
  query: { '_kind?': described('Separados por vírgulas.', 'text'), ...pageQuery },
  answers: {
    200: page({
      _id: 'uuid',
      kind: oneOf(timelineKinds),
      at: 'moment',
      isDay: described('Se só se sabe o dia.', 'boolean'),
      event: 'text',
      verb: 'text?',
      what: 'text',
      detail: 'text?',
      status: 'text?',
      amount: 'euros?',
      who: 'text?',
      record: orNull({ resource: 'text', id: 'uuid' }),
      changes: [changeShape],
    }),
  },
}

/** `GET /members/:id/timeline?_kind=payment,card`: the events of a member, the latest first, in pages. */
export function timelineRoutes(app: FastifyInstance, world: World): void {
  const options = route(timelineApi, null)
  app.get('/members/:id/timeline', options, (request: TimelineRequest) => readTimeline(world, request))
}

/** Kinds with personal data, which are withheld of protected people. */
const withheldKinds: ReadonlySet<TimelineKind> = new Set(['message', 'consent', 'change'])

async function readTimeline(world: World, request: TimelineRequest) {
  requireAccess(staffReaders(request.caller), request.caller)
  const query = knownParameters(request, ['_kind', ...pageParameters])
  const kinds = kindsOf(query._kind)
  const requested = readPageParameters(query)
  const { pool } = world.database
  const { id } = request.params
  const member = await maybeOne(
    pool,
    sql`SELECT m.person_id AS "personId", p.is_protected AS "isProtected" FROM members m JOIN people p ON p.id = m.person_id
        WHERE m.id = ${isId(id) ? id : null}`,
    { personId: 'uuid', isProtected: 'boolean' },
  )
  if (!member) throw notFound()
  const isWithheld = member.isProtected && isWithheldFrom(request.caller)
  const shown = isWithheld ? kinds.filter((kind) => !withheldKinds.has(kind)) : kinds
  const { timeZone } = await world.organisation.settings()
  const events = eventsSql(shown, { memberId: id, personId: member.personId, timeZone })
  const rows = await many(
    pool,
    sql`WITH happened AS (${events})
           SELECT kind, id, at, "isDay", event, what, detail, status, amount, who, audit, count(*) OVER ()::int AS total
           FROM happened ORDER BY at DESC, kind, id LIMIT ${requested.sqlLimit} OFFSET ${requested.offset}`,
    {
      kind: textOf<TimelineKind>(),
      id: 'uuid',
      at: 'moment',
      isDay: 'boolean',
      event: 'text',
      what: 'text',
      detail: 'text?',
      status: 'text?',
      amount: 'cents?',
      who: 'text?',
      audit: nullable(jsonOf<AuditRow & { resource: string; record_id: string }>()),
      total: 'integer',
    },
  )
  const describeEvent = await auditEventFormatter(world, request.caller)
  const mayChange = (resource: string) =>
    world.modules.get(resource)?.definition.access.update(request.caller) !== false
  const data = rows.map((row): TimelineEntry => {
    const { id: _id, kind, at, isDay, event, what, detail, status, amount, who, audit } = row
    const isChangeable = audit !== null && mayChange(audit.resource)
    const { changes = [], verb = null } = audit ? describeEvent(audit.resource, audit, { isChangeable }) : {}
    const euros = amount === null ? null : toEuros(amount)
    return {
      _id,
      kind,
      at,
      isDay,
      event,
      verb,
      what,
      detail,
      status,
      amount: euros,
      who,
      record: audit && { resource: audit.resource, id: audit.record_id },
      changes,
    }
  })
  return { data, meta: { total: rows[0]?.total ?? 0, page: requested.page, limit: requested.limit } }
}

/** The requested kinds, by default all. Throws 400 for an unknown kind. */
function kindsOf(parameter = ''): TimelineKind[] {
  if (parameter === '') return [...timelineKinds]
  return parameter.split(',').map((name) => {
    const kind = timelineKinds.find((one) => one === name)
    if (!kind) throw badRequest(`_kind: não existe «${name.slice(0, 60)}».`)
    return kind
  })
}

interface TimelineSubject {
  memberId: string
  personId: string
  timeZone: string
}

function eventsSql(kinds: readonly TimelineKind[], subject: TimelineSubject): Sql {
  const parts = partsOf(subject)
  return join([head, ...[...new Set(kinds)].map((kind) => parts[kind])], '\nUNION ALL\n')
}

/** The time of an event that has only a day: its creation if on the same day, otherwise midnight. */
const onDay = (day: Sql, written: Sql, timeZone: string) =>
  sql`CASE WHEN (${written} AT TIME ZONE ${timeZone}::text)::date = ${day} THEN ${written} ELSE ${day}::timestamp AT TIME ZONE ${timeZone}::text END`

/** An empty row set that gives names and types to the columns of the union. */
const head = sql`SELECT NULL::text AS kind, NULL::uuid AS id, NULL::timestamptz AS at, NULL::boolean AS "isDay", NULL::text AS event, NULL::text AS what,
  NULL::text AS detail, NULL::text AS status, NULL::bigint AS amount, NULL::text AS who, NULL::json AS audit WHERE false`

const none = sql`NULL::text`

/** SELECT of the audit events `e`. */
const auditEvent = sql`SELECT 'change', e.id, e.at, false, e.action, e.resource, ${none}, ${none}, NULL::bigint, coalesce(e.user_name, ${programName}),
      json_build_object('resource', e.resource, 'record_id', e.record_id, 'id', e.id, 'at', e.at, 'user_name', e.user_name, 'action', e.action, 'changes', e.changes, 'restorable', false)`

/** The columns of each part: kind, id, at, isDay, event, what, detail, status, amount, who, audit. */
const partsOf = ({ memberId, personId, timeZone }: TimelineSubject): Record<TimelineKind, Sql> => ({
  state: sql`
    SELECT 'state', s.id, ${onDay(sql`s.start_date`, sql`s.created_at`, timeZone)}, true, 'began', n.name,
      nullif(concat_ws(' · ', s.reason, s.decision_body, 'Ata n.º ' || s.minute_ref), ''), n.colour,
      NULL::bigint, s.created_by_name, NULL::json
    FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id WHERE s.member_id = ${memberId}`,
  payment: sql`
    SELECT 'payment', p.id, ${onDay(sql`p.date`, sql`p.created_at`, timeZone)}, true, 'received', p.receipt_number, p.method, p.status, i.amount, p.received_by, NULL::json
    FROM payments p JOIN (SELECT payment_id, sum(amount)::bigint AS amount FROM payment_items WHERE member_id = ${memberId} GROUP BY 1) i ON i.payment_id = p.id
    UNION ALL
    SELECT 'payment', p.id, p.cancelled_at, false, 'cancelled', p.receipt_number, p.cancel_reason, p.status, i.amount, ${none}, NULL::json
    FROM payments p JOIN (SELECT payment_id, sum(amount)::bigint AS amount FROM payment_items WHERE member_id = ${memberId} GROUP BY 1) i ON i.payment_id = p.id
    WHERE p.cancelled_at IS NOT NULL`,
  charge: sql`
    SELECT 'charge', c.id, c.created_at, false, 'charged', c.description, c.due_date::text, c.status, c.amount, ${none}, NULL::json
    FROM unsettled_payments c WHERE c.member_id = ${memberId}`,
  agreement: sql`
    SELECT 'agreement', a.id, a.created_at, false, 'agreed', a.instalments::text, a.first_date::text, a.state, a.amount, ${none}, NULL::json
    FROM payment_agreements a WHERE a.member_id = ${memberId}`,
  card: sql`
    SELECT 'card', c.id, e.at, e.is_day, e.event, c.issue::text, e.detail, c.status, NULL, ${none}, NULL::json
    FROM membership_cards c CROSS JOIN LATERAL (VALUES
      (${onDay(sql`c.issued_at`, sql`c.created_at`, timeZone)}, true, 'issued', ${none}),
      (c.delivered_at::timestamp AT TIME ZONE ${timeZone}::text, true, 'delivered', c.delivery_method),
      (c.revoked_at, false, 'revoked', c.revoke_reason)) AS e (at, is_day, event, detail)
    WHERE c.member_id = ${memberId} AND e.at IS NOT NULL
    UNION ALL
    SELECT 'card', c.id, e.at, false, 'printed', c.issue::text, NULL, c.status, NULL, coalesce(e.user_name, ${programName}), NULL::json
    FROM membership_cards c JOIN audit_events e ON e.resource = 'membershipCards' AND e.record_id = c.id AND e.action = 'printed'
    WHERE c.member_id = ${memberId}`,
  message: sql`
    SELECT 'message', m.id, coalesce(m.sent_at, m.created_at), false, 'written', m.subject, m.channel, m.state, NULL, ${none}, NULL::json
    FROM messages m WHERE m.person_id = ${personId}`,
  consent: sql`
    SELECT 'consent', c.id, c.at, false, 'decided', c.purpose, c.method, c.status, NULL, ${none}, NULL::json
    FROM consents c WHERE c.person_id = ${personId}`,
  // Changes of state are shown as states, but not those that they keep or drop.
  // A change of a person's fields through the member has an audit event of both: the person's is omitted.
  change: sql`
    ${auditEvent} FROM audit_events e WHERE e.resource = 'members' AND (e.record_id = ${memberId} OR e.record_id IN (${mergedMembers.mergedInto([memberId])})) AND (e.action <> 'changeState' OR e.changes @> '[{"field": "planned"}]')
    UNION ALL
    ${auditEvent} FROM audit_events e WHERE e.resource = 'people' AND (e.record_id = ${personId} OR e.record_id IN (${mergedPeople.mergedInto([personId])}))
      AND NOT EXISTS (SELECT FROM audit_events t WHERE t.resource = 'members' AND t.record_id = ${memberId} AND t.at = e.at)
    UNION ALL
    ${auditEvent} FROM audit_events e JOIN contacts c ON c.id = e.record_id WHERE e.resource = 'contacts' AND c.person_id = ${personId}`,
})
