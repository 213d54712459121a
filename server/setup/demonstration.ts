import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import { hashPassword } from '../auth/index.ts'
import type { Account } from '../auth/index.ts'
import { insertSampleCards } from '../cards/index.ts'
import { execute, one, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { insertSampleDebits } from '../direct-debit/index.ts'
import { insertSampleDues, insertSampleIntents } from '../dues/index.ts'
import { seedMemberLists } from '../members/index.ts'
import { insertSampleDuplicates } from '../merges/index.ts'
import { insertSampleMessages } from '../messages/index.ts'
import { isSearchable, refreshSearchTextSql } from '../rest/write-row.ts'
import { toStoredValue, writeSettings } from '../settings/index.ts'
import { insertSampleStatement } from '../bank/index.ts'
import { anonymiseSampleMember, insertActivities, insertSamplePrivacy } from '../privacy/index.ts'
import { insertSampleReports } from '../reports/index.ts'
import { insertSampleRounds } from '../rounds/index.ts'
import { insertSampleTreasury } from '../treasury/index.ts'
import { insertSampleApplications } from './sample-applications.ts'
import { insertSampleMembers } from './sample-members.ts'
import type { World } from '../rest/modules.ts'

/** An account of the demonstration. */
export interface Login {
  name: string
  email: string
  password: string
  role: Account['role']
}

const password = 'Demonstracao-2026'
const memberCount = 300

const staff = [
  { name: 'Helena Matos', email: 'helena@exemplo.pt', role: 'admin' },
  { name: 'Rui Tavares', email: 'rui@exemplo.pt', role: 'editor' },
  { name: 'Teresa Pinho', email: 'auditoria@exemplo.pt', role: 'auditor' },
] as const

/** Fills an empty organisation with fictional data and turns the staging banner on. Returns the logins and the administrator. */
export async function fillDemonstration(world: World, tx: Tx): Promise<{ logins: Login[]; admin: Account }> {
  const name = 'Clube Recreativo do Outeiro'
  const terminology = terminologyOf('club', { name })
  const { memberSingular, memberPlural, memberGender, membershipPayments } = terminology
  const settingValues = {
    name,
    orgType: 'association',
    memberSingular,
    memberPlural,
    memberGender,
    membershipPayments,
    staging: 'true',
    SendMessages: 'false',
    organisationNif: '500000000',
    organisationAddress: 'Rua do Outeiro, 1, 4050-262 Porto',
    organisationEmail: 'secretaria@exemplo.pt',
    supportEmail: 'apoio@exemplo.pt',
    foundationDate: '1954-06-10',
    cardsReplacementFee: '3.50',
    treasuryHasCostCenters: 'true',
    sddCreditorId: 'PT73ZZZ123456',
    multibancoEntity: '99999',
    multibancoSubEntity: '123',
    transferIban: 'PT50000201231234567890154',
  }
  await writeSettings(tx, settingValues)
  if (world.config.gatewayUrl !== undefined) await chooseSimulatedGateway(world, tx)
  await seedMemberLists(tx)
  await insertActivities(tx, { terminology, orgType: 'association' })
  const today = await world.organisation.today()
  await insertSampleMembers(tx, { count: memberCount, today })
  await insertSampleDues(tx, { today })
  await insertSampleIntents(tx)
  const member = await one(
    tx,
    sql`SELECT p.id, p.name FROM members m JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
           WHERE NOT s.marks_end AND p.guardian_name IS NULL ORDER BY m.member_number LIMIT 1`,
    { id: 'uuid', name: 'text' },
  )
  // The member is also a collector.
  const collectorId = await insertSampleRounds(tx, {
    today,
    collector: member.name,
    receivedBy: staff[0].name,
  })
  await insertSampleTreasury(tx, { today })
  const settings = { ...(await world.organisation.settings()), ...settingValues }
  await insertSampleDebits(world, tx, { today, settings })
  await insertSampleStatement(tx, { today })
  await insertSampleCards(tx, { today })
  const passwordHash = await hashPassword(password)
  const accounts = [
    ...staff.map((account) => ({ ...account, personId: null })),
    { name: member.name, email: 'socio@exemplo.pt', role: 'member' as const, personId: member.id },
  ]
  const ids: string[] = []
  for (const { name, email, role, personId } of accounts) {
    const id = newId()
    ids.push(id)
    await execute(
      tx,
      sql`INSERT INTO users (id, name, email, role, person_id, password_hash) VALUES (${id}, ${name}, ${email}, ${role}, ${personId}, ${passwordHash})`,
    )
  }
  await execute(tx, sql`UPDATE collectors SET user_id = ${ids.at(-1)} WHERE id = ${collectorId}`)
  await insertSampleApplications(tx, { today, reviewerId: ids[0]! })
  await insertSampleSecret(tx)
  await insertSamplePrivacy(tx, { today })
  await insertSampleWebhook(tx)
  await insertSampleMessages(tx, { settings, terminology, today })
  await insertSampleReports(tx, { today, terminology, author: staff[0].name })
  await insertSampleDuplicates(world, tx, { author: { id: ids[0]!, name: staff[0].name } })
  await anonymiseSampleMember(world, tx)
  for (const definition of allDefinitions)
    if (definition.kind !== 'computed' && isSearchable(definition))
      await execute(tx, refreshSearchTextSql(definition, { where: sql`true` }))
  const logins = accounts.map(({ name, email, role }) => ({ name, email, role, password }))
  const admin: Account = {
    id: ids[0]!,
    name: staff[0].name,
    role: 'admin',
    personId: null,
    blocked: false,
    generation: 1,
  }
  return { logins, admin }
}

/** The account of the simulator that this start knows. */
async function chooseSimulatedGateway(world: World, tx: Tx): Promise<void> {
  const values: Partial<Record<SettingName, string>> = {}
  for (const [name, value] of Object.entries(simulatedGateways.ifthenpay))
    values[name as SettingName] = await toStoredValue({ db: tx, world }, name as SettingName, value)
  await writeSettings(tx, { ...values, automatedMemberPayments: 'true' })
}

/** A webhook with deliveries; it is switched off and has no secret, so that nothing is sent. */
async function insertSampleWebhook(tx: Tx): Promise<void> {
  const id = newId()
  await execute(
    tx,
    sql`INSERT INTO webhooks (id, name, url, events, state, last_attempt_at)
        VALUES (${id}, 'Contabilidade', 'https://contabilidade.exemplo.pt/acontecimentos', 'payments.created payments.updated', 'off', now() - interval '1 day')`,
  )
  await execute(
    tx,
    sql`WITH deliveries AS (
          INSERT INTO webhook_deliveries (id, created_at, webhook_id, event, record_id, state, attempts, status, problem)
          SELECT new_id(), now() - n * interval '1 day', ${id}, event, p.id, state, 1, status, problem
          FROM (VALUES (1, 'payments.created', 'delivered', 204, NULL), (2, 'payments.created', 'failed', 500, 'O destino respondeu 500.'),
                       (3, 'payments.updated', 'delivered', 200, NULL)) AS sent (n, event, state, status, problem)
          JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM payments LIMIT 3) p USING (n)
          RETURNING id, created_at, status, problem)
        INSERT INTO webhook_attempts (id, webhook_delivery_id, at, status, duration, problem, answer)
        SELECT new_id(), id, created_at, status, 180, problem, CASE status WHEN 500 THEN 'Internal Server Error' END FROM deliveries`,
  )
}

/** A program that has called the API; its secret has no value, so nobody can use it. */
async function insertSampleSecret(tx: Tx): Promise<void> {
  const id = newId()
  await execute(
    tx,
    sql`INSERT INTO api_secrets (id, name, scopes, last_used_at, last_used_address)
        VALUES (${id}, 'Sítio da associação', 'member_applications:write members:read payments:read', now(), '192.0.2.10')`,
  )
  await execute(
    tx,
    sql`INSERT INTO api_calls (id, created_at, api_secret_id, method, path, status, address)
        SELECT new_id(), now() - n * interval '11 minutes', ${id}, method, path, status, '192.0.2.10'
        FROM (VALUES (1, 'GET', '/api/members', 200), (2, 'GET', '/api/payments', 200), (3, 'POST', '/api/member_applications', 201),
                     (4, 'GET', '/api/settings', 403)) AS calls (n, method, path, status)`,
  )
}
