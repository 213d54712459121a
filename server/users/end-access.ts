import { allows } from '@agremia/resources/access.ts'
import type { Caller, Role } from '@agremia/resources/access.ts'
import { managers, roleLabel } from '@agremia/resources/definitions/users.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { endCredentials } from '../auth/index.ts'
import { liveSql } from '../cards/index.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { execute, many, raiseVersion, sql, textOf, textsOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { isDeceased } from '../deceased.ts'
import { invalid } from '../errors.ts'
import type { HeldAccess, StateChange } from '../membership-events.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { Context, World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'

type EndContext = Pick<Context, 'db' | 'world' | 'caller' | 'address' | 'changes' | 'today'>

export const lastAdministrator = 'É o único administrador: dê antes esse perfil a outra pessoa.'
export const ownAccount = 'Não pode bloquear a sua própria conta: peça-o a outra pessoa.'
const untick = 'Desmarque esta opção, ou peça a um administrador.'

/**
 * Whether no other administrator can sign in. Locks all of them: otherwise two administrators who lose the role at the same time
 * would each see the other. FOR NO KEY UPDATE does not block sign-ins, whose tokens refer to the account.
 */
export async function isLastAdministrator(db: Tx, account: Record<string, unknown>): Promise<boolean> {
  if (account['role'] !== 'admin' || account['blocked'] === true) return false
  const rows = await many(
    db,
    sql`SELECT id FROM users WHERE role = 'admin' AND NOT blocked ORDER BY id FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  return rows.length <= 1
}

/** SQL: whether the secret `s` is in force. */
const isLive = (today: string) =>
  sql`(s.revoked_at IS NULL AND (s.expires_on IS NULL OR s.expires_on >= ${today}::date))`

/** The names of the secrets in force that a user issued. */
export async function issuedSecrets(
  { db, today }: Pick<Context, 'db' | 'today'>,
  userId: string,
): Promise<string[]> {
  const rows = await many(
    db,
    sql`SELECT s.name FROM api_secrets s WHERE s.issued_by_id = ${userId} AND ${isLive(today)} ORDER BY s.name, s.id`,
    { name: 'text' },
  )
  return rows.map(({ name }) => name)
}

/** Revokes the secrets in force that a user issued. */
export async function revokeIssuedSecrets(context: EndContext, userId: string): Promise<void> {
  const { db, world, changes, today } = context
  const revoked = await many(
    db,
    sql`UPDATE api_secrets s SET revoked_at = ${world.clock()}, ${raiseVersion('s')} WHERE s.issued_by_id = ${userId} AND ${isLive(today)} RETURNING s.id, s.version`,
    idAndVersion,
  )
  changes.push(...changesOf('apiSecrets', 'updated', revoked))
  await recordAudit(
    context,
    revoked.map(({ id }) => ({ resource: 'apiSecrets', id, action: 'revoke', changes: [] })),
  )
}

/** Blocks an account, which ends its sessions at once. */
export async function blockAccount(context: EndContext, userId: string): Promise<void> {
  const { db, changes } = context
  const blocked = await many(
    db,
    sql`UPDATE users SET blocked = true, ${raiseVersion()} WHERE id = ${userId} AND NOT blocked RETURNING id, version`,
    idAndVersion,
  )
  if (blocked.length === 0) return
  changes.push(...changesOf('users', 'updated', blocked))
  await endCredentials(context, userId, 'blocked')
  await recordAudit(context, [
    {
      resource: 'users',
      id: userId,
      action: 'block',
      changes: [{ field: 'blocked', from: false, to: true }],
    },
  ])
}

/** Accounts of the staff `u` that can sign in. Those of members see only their own data, also after the end. */
const isStaffAccount = sql`u.role <> 'member' AND NOT u.blocked`

/** Takes a collector out of use. */
async function endCollector(context: EndContext, userId: string): Promise<void> {
  const { db, changes } = context
  const ended = await many(
    db,
    sql`UPDATE collectors SET active = false, ${raiseVersion()} WHERE user_id = ${userId} AND active RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('collectors', 'updated', ended))
  await recordAudit(
    context,
    ended.map(({ id }) => ({
      resource: 'collectors',
      id,
      action: 'updated',
      changes: [{ field: 'active', from: true, to: false }],
    })),
  )
}

/** What the chosen accounts `u` of people `p` can still do, as far as the caller may know, and why the caller cannot end it with a state. */
async function findHeld({ db, caller, today }: HeldContext, isChosen: Sql): Promise<HeldAccess[]> {
  const rows = await many(
    db,
    sql`SELECT u.id AS "userId", u.name, u.role, ${isStaffAccount} AS "isOpen", k.id AS "collectorId",
          (SELECT count(*)::integer FROM sessions e WHERE e.user_id = u.id AND e.ended_at IS NULL) AS sessions,
          ARRAY(SELECT s.name FROM api_secrets s WHERE s.issued_by_id = u.id AND ${isLive(today)} ORDER BY s.name, s.id) AS secrets,
          (SELECT count(*)::integer FROM membership_cards c JOIN members m ON m.id = c.member_id WHERE m.person_id = p.id AND ${liveSql('c', today)}) AS cards,
          u.role = 'admin' AND NOT EXISTS (SELECT FROM users o WHERE o.role = 'admin' AND NOT o.blocked AND o.id <> u.id) AS "isLast"
        FROM users u JOIN people p ON p.id = u.person_id LEFT JOIN collectors k ON k.user_id = u.id AND k.active
        WHERE u.id IN (SELECT u.id FROM users u WHERE ${isStaffAccount} UNION SELECT s.issued_by_id FROM api_secrets s WHERE ${isLive(today)}
          UNION SELECT c.user_id FROM collectors c WHERE c.active) AND ${isChosen}
        ORDER BY u.name, u.id`,
    {
      userId: 'uuid',
      name: 'text',
      role: textOf<Role>(),
      isOpen: 'boolean',
      collectorId: 'uuid?',
      sessions: 'integer',
      secrets: textsOf(),
      cards: 'integer',
      isLast: 'boolean',
    },
  )
  return rows.map((row) => {
    const { userId, name, role, isOpen, sessions, secrets, collectorId, cards } = row
    return {
      userId,
      name,
      role: isOpen ? roleLabel(role) : null,
      sessions: isOpen && allows(managers(caller), { role }) ? sessions : 0,
      // Only administrators read secrets.
      secrets: caller.role === 'admin' ? secrets : [],
      collectorId,
      cards,
      problem: problemOf(row, caller),
    }
  })
}

type HeldContext = { db: Querying; caller: Caller; today: string }

/** What the accounts of these members can still do. */
export function findHeldAccess(context: HeldContext, memberIds: readonly string[]): Promise<HeldAccess[]> {
  return findHeld(
    context,
    sql`u.person_id IN (SELECT person_id FROM members WHERE id = ANY(${memberIds}::uuid[]))`,
  )
}

function problemOf(
  {
    userId,
    role,
    secrets,
    isLast,
    isOpen,
  }: Pick<HeldAccess, 'userId' | 'secrets'> & { role: Role; isLast: boolean; isOpen: boolean },
  caller: Caller,
): string | null {
  if (isOpen && userId === caller.id) return `${ownAccount} Desmarque esta opção.`
  if (isOpen && isLast) return `${lastAdministrator} Ou desmarque esta opção.`
  if (isOpen && !allows(managers(caller), { role }))
    return `Só um administrador bloqueia esta conta. ${untick}`
  return secrets.length > 0 && caller.role !== 'admin'
    ? `Só um administrador revoga as chaves de API que gerou. ${untick}`
    : null
}

/** Ends the access of a member whose state marks the end, now or on its day. Throws 422 when the caller may not. */
export async function endAccessWithState(change: StateChange): Promise<void> {
  if (!change.endsAccess) return
  const { db, memberId } = change
  // Waits for other administrators who lose their role.
  await execute(db, sql`SELECT FROM users WHERE role = 'admin' AND NOT blocked ORDER BY id FOR NO KEY UPDATE`)
  const [problem] = (await findHeldAccess(change, [memberId])).flatMap((held) => held.problem ?? [])
  if (problem) throw invalid({ endsAccess: [problem] })
  await endDueAccess(change, sql`m.id = ${memberId}`)
}

/** Daily: ends the access of those whose end has come. The last administrator is left. */
export async function endAccessOfTheDay(db: Tx, today: string, world: World): Promise<Change[]> {
  const changes: Change[] = []
  const caller: Caller = { id: null, name: 'Agremia', role: 'admin', personId: null }
  await endDueAccess({ db, today, world, caller, address: null, changes }, sql`true`)
  return changes
}

async function endDueAccess(context: EndContext, isChosen: Sql): Promise<void> {
  const { db, today } = context
  const due = await many(
    db,
    sql`UPDATE member_states t SET ends_access = false FROM members m, member_state_names n
        WHERE t.ends_access AND m.id = t.member_id AND n.id = t.state_name_id AND n.marks_end AND t.start_date <= ${today}::date
          AND (t.end_date IS NULL OR t.end_date > ${today}::date) AND ${isChosen} RETURNING m.person_id AS "personId"`,
    { personId: 'uuid' },
  )
  const accounts = await many(
    db,
    sql`SELECT u.id, u.role, u.blocked, ${isStaffAccount} AS "isOpen" FROM users u
        WHERE u.person_id = ANY(${due.map(({ personId }) => personId)}::uuid[]) ORDER BY u.id`,
    { id: 'uuid', role: 'text', blocked: 'boolean', isOpen: 'boolean' },
  )
  for (const { isOpen, ...account } of accounts) {
    if (isOpen && (await isLastAdministrator(db, account))) continue
    if (isOpen) await blockAccount(context, account.id)
    await revokeIssuedSecrets(context, account.id)
    await endCollector(context, account.id)
  }
}

/**
 * Why an account cannot be blocked, or lose the work of the staff, with this decision on the secrets that its user issued (`endsSecrets`);
 * undefined when it can.
 */
export async function secretsProblem(
  context: Pick<Context, 'db' | 'today' | 'caller'>,
  userId: string,
  endsSecrets: unknown,
): Promise<string | undefined> {
  const secrets = endsSecrets === false ? [] : await issuedSecrets(context, userId)
  if (secrets.length === 0) return undefined
  const isAdmin = context.caller.role === 'admin'
  if (endsSecrets === true)
    return isAdmin ? undefined : 'Só um administrador revoga chaves de API: mantenha-as, ou peça-o.'
  const names = isAdmin ? ` (${secrets.join(', ')})` : ''
  return `Gerou ${counted(secrets.length, 'chave de API que vale', 'chaves de API que valem')}${names}: escolha se ${plural(secrets.length, 'é revogada', 'são revogadas')}.`
}

/** What people who have left all memberships or are deceased can still do, as far as the caller may know. */
export async function findLeavers(context: HeldContext): Promise<Omit<HeldAccess, 'problem'>[]> {
  const held = await findHeld(
    context,
    sql`(${context.caller.role === 'admin'} OR u.role <> 'admin')
      AND (${isDeceased} OR (EXISTS (SELECT FROM members m WHERE m.person_id = p.id) AND NOT EXISTS (
        SELECT FROM members m JOIN member_state_names n ON n.id = m.current_state_id WHERE m.person_id = p.id AND NOT n.marks_end)))`,
  )
  return held
    .filter(({ role, secrets, collectorId }) => role !== null || secrets.length > 0 || collectorId !== null)
    .map(({ problem: _problem, ...one }) => one)
}
