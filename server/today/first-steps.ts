import type { Caller } from '@agremia/resources/access.ts'
import { staffRoles } from '@agremia/resources/access.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { FirstStep } from '@agremia/resources/first-steps.ts'
import { firstSteps } from '@agremia/resources/first-steps.ts'
import { described, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, one, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { hasMailServer } from '../messages/index.ts'
import type { World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'
import { namesOf } from '@agremia/resources/names.ts'

const names = namesOf(firstSteps)

export const firstStepsShape = described(
  'O que uma organização nova ainda tem por fazer, e já fez; vazio quando está arrumado ou feito.',
  orNull([{ name: oneOf(names), isDone: 'boolean' }]),
)

/** The first steps that the caller may do; null when they are all done or were put away. */
export async function readFirstSteps(world: World, { role }: Pick<Caller, 'role'>) {
  const settings = await world.organisation.settings()
  if (settings.showsFirstSteps !== 'true') return null
  const done = await readDone(world.database.pool, world, settings)
  const steps = names
    .filter((name) => done[name] !== undefined && firstSteps[name].roles.some((one) => one === role))
    .map((name) => ({ name, isDone: done[name] === true }))
  return steps.every(({ isDone }) => isDone) ? null : steps
}

/** Puts the steps away when all are done, so that they do not return when something is undone later. */
export async function putAwayDoneSteps(
  db: Tx,
  _today: string,
  settings: Settings,
  world: World,
): Promise<Change[]> {
  if (settings.showsFirstSteps !== 'true') return []
  const done = await readDone(db, world, settings)
  if (Object.values(done).includes(false)) return []
  const row = await maybeOne(
    db,
    sql`UPDATE settings SET value = 'false', ${raiseVersion()} WHERE name = 'showsFirstSteps' AND value = 'true' RETURNING id, version`,
    { id: 'uuid', version: 'integer' },
  )
  return row ? [{ resource: 'settings', action: 'updated', ...row }] : []
}

/** Whether each step is done; those of other types of organisation are missing. */
async function readDone(
  db: Querying,
  world: World,
  settings: Settings,
): Promise<Partial<Record<FirstStep, boolean>>> {
  const { capitalTitles, ...done } = await one(
    db,
    sql`SELECT EXISTS (SELECT FROM members) AS members, EXISTS (SELECT FROM quota_prices) AS "quotaPrices",
      (SELECT count(*) FROM (SELECT FROM users WHERE role = ANY(${staffRoles}::text[]) LIMIT 2) few) = 2 AS colleagues,
      EXISTS (SELECT FROM settings WHERE name IN ('applicationsMinimumTitles', 'capitalTitleValue') AND version > 1)
        OR EXISTS (SELECT FROM members WHERE capital_titles IS NOT NULL) AS "capitalTitles"`,
    { members: 'boolean', quotaPrices: 'boolean', colleagues: 'boolean', capitalTitles: 'boolean' },
  )
  return {
    ...done,
    ...(settings.orgType === 'cooperative' && { capitalTitles }),
    mailServer: hasMailServer(world, settings),
    logo: settings.organisationLogo !== '',
    iban: settings.transferIban !== '',
  }
}
