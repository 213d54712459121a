import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import { hashPassword } from '../auth/index.ts'
import type { Account } from '../auth/index.ts'
import { insertSampleCards } from '../cards/index.ts'
import { execute, one, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { insertSampleDues } from '../dues/index.ts'
import { seedMemberLists } from '../members/index.ts'
import { insertSampleMessages } from '../messages/index.ts'
import type { Engine } from '../rest/modules.ts'
import { isSearchable, refreshSearchTextSql } from '../rest/write-row.ts'
import { writeSettings } from '../settings/index.ts'
import { insertSampleApplications } from './sample-applications.ts'
import { insertSampleMembers } from './sample-members.ts'

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
export async function fillDemonstration(
  { world }: Engine,
  tx: Tx,
): Promise<{ logins: Login[]; admin: Account }> {
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
    organisationAddress: 'Rua do Outeiro, 1, 4050-262 Porto',
    organisationEmail: 'secretaria@exemplo.pt',
    supportEmail: 'apoio@exemplo.pt',
    foundationDate: '1954-06-10',
    cardsReplacementFee: '3.50',
  }
  await writeSettings(tx, settingValues)
  await seedMemberLists(tx)
  const today = await world.organisation.today()
  await insertSampleMembers(tx, { count: memberCount, today })
  await insertSampleDues(tx, { today })
  await insertSampleCards(tx, { today })
  const passwordHash = await hashPassword(password)
  const member = await one(
    tx,
    sql`SELECT p.id, p.name FROM members m JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
           WHERE NOT s.marks_end AND p.guardian_name IS NULL ORDER BY m.member_number LIMIT 1`,
    { id: 'uuid', name: 'text' },
  )
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
  await insertSampleApplications(tx, { today, reviewerId: ids[0] as string })
  const settings = { ...(await world.organisation.settings()), ...settingValues }
  await insertSampleMessages(tx, { settings, terminology, today })
  for (const definition of allDefinitions)
    if (definition.kind !== 'computed' && isSearchable(definition))
      await execute(tx, refreshSearchTextSql(definition, { where: sql`true` }))
  const logins = accounts.map(({ name, email, role }) => ({ name, email, role, password }))
  const admin: Account = {
    id: ids[0] as string,
    name: staff[0].name,
    role: 'admin',
    personId: null,
    blocked: false,
    generation: 1,
  }
  return { logins, admin }
}
