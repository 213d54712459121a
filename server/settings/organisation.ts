import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import { settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import { todayIn } from '@agremia/resources/rules/dates.ts'
import type { Article } from '@agremia/resources/rules/organisation-name.ts'
import type { MemberGender, Terminology } from '@agremia/resources/terminology.ts'
import { toUrlForm } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import type { Organisation } from '../services.ts'
import type { Querying } from '../database/querying.ts'
import { execute, join, many, raiseVersion, sql } from '../database/sql.ts'

/** Caches the settings in this process. Changes, here or in another process, clear the cache with `forget`. */
export function createOrganisation(db: Querying, clock: () => Date): Organisation {
  let reading: Promise<Settings> | undefined
  let version = 0
  /** The day of the latest minute: formatting takes as long as a statement. */
  let latest: { minute: number; timeZone: string; day: string } | undefined

  function settings(): Promise<Settings> {
    if (!reading) {
      const current = readSettings(db)
      current.catch(() => {
        if (reading === current) reading = undefined
      })
      reading = current
    }
    return reading
  }

  return {
    settings,
    setting: async (name) => (await settings())[name],
    terminology: async () => terminologyIn(await settings()),
    async today() {
      const { timeZone } = await settings()
      const now = clock()
      const minute = Math.floor(now.getTime() / 60_000)
      if (latest?.minute !== minute || latest.timeZone !== timeZone)
        latest = { minute, timeZone, day: todayIn(timeZone, now) }
      return latest.day
    },
    version: () => version,
    forget() {
      reading = undefined
      version++
    },
  }
}

async function readSettings(db: Querying): Promise<Settings> {
  const rows = await many(db, sql`SELECT name, value FROM settings`, { name: 'text', value: 'text?' })
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    settingNames.map((name) => [name, stored.get(name) ?? settingOf(name).default]),
  ) as Settings
}

const terminologies = new WeakMap<Settings, Terminology>()

/** The terminology of the settings, with URL forms of its words. */
export function terminologyIn(settings: Settings): Terminology {
  const cached = terminologies.get(settings)
  if (cached) return cached
  const { name, memberSingular, memberPlural, membershipPayments } = settings
  const terminology: Terminology = {
    name,
    memberSingular,
    memberPlural,
    memberURLSingular: toUrlForm(memberSingular),
    memberURLPlural: toUrlForm(memberPlural),
    membershipPayments,
    membershipPaymentsURL: toUrlForm(membershipPayments),
    memberGender: settings.memberGender as MemberGender,
    ...articleIn(settings),
    ...(settings.organisationLogo && { logo: settings.organisationLogo }),
    ...(settings.organisationColour && { colour: settings.organisationColour }),
    ...(settings.organisationWebsite && { website: settings.organisationWebsite }),
  }
  terminologies.set(settings, terminology)
  return terminology
}

function articleIn({ organisationArticle: setting }: Settings): Pick<Terminology, 'article'> {
  if (setting === 'auto') return {}
  return { article: setting === 'none' ? '' : (setting as Article) }
}

/** Inserts a row for each declared setting that has none, so that all can be listed and read. Safe to repeat. */
export async function seedSettings(db: Querying): Promise<void> {
  const rows = settingNames.map((name) => sql`(${newId()}, ${name}, ${settingOf(name).default})`)
  await execute(
    db,
    sql`INSERT INTO settings (id, name, value) VALUES ${join(rows, ', ')} ON CONFLICT (name) DO NOTHING`,
  )
}

/** Updates several settings without validation, for the set-up. */
export async function writeSettings(
  db: Querying,
  values: Partial<Record<SettingName, string>>,
): Promise<void> {
  const entries = Object.entries(values)
  await execute(
    db,
    sql`UPDATE settings s SET value = new_values.value, ${raiseVersion()}
           FROM unnest(${entries.map(([name]) => name)}::text[], ${entries.map(([, value]) => value)}::text[]) AS new_values (name, value) WHERE s.name = new_values.name`,
  )
}
