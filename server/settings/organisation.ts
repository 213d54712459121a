import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import { settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import { todayIn } from '@agremia/resources/rules/dates.ts'
import type { Article } from '@agremia/resources/rules/organisation-name.ts'
import type { MemberGender, Terminology } from '@agremia/resources/terminology.ts'
import { toUrlForm } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import type { Organisation } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { execute, join, many, raiseVersion, sql } from '../database/sql.ts'

/** The settings as this process last read them; read again after each change, here or elsewhere. */
export function createOrganisation(db: Querying, clock: () => Date): Organisation {
  let reading: Promise<Settings> | undefined
  let version = 0

  function settings(): Promise<Settings> {
    if (!reading) {
      const mine = readSettings(db)
      mine.catch(() => {
        if (reading === mine) reading = undefined
      })
      reading = mine
    }
    return reading
  }

  return {
    settings,
    setting: async (name) => (await settings())[name],
    terminology: async () => terminologyIn(await settings()),
    today: async () => todayIn((await settings()).timeZone, clock()),
    version: () => version,
    forget() {
      reading = undefined
      version++
    },
  }
}

async function readSettings(db: Querying): Promise<Settings> {
  const rows = await many(db, sql`SELECT name, value FROM settings`, { name: 'text', value: 'text?' })
  const kept = new Map(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    settingNames.map((name) => [name, kept.get(name) ?? settingOf(name).default]),
  ) as Settings
}

const known = new WeakMap<Settings, Terminology>()

/** The organisation's words. The forms for addresses follow from the words. */
export function terminologyIn(settings: Settings): Terminology {
  const held = known.get(settings)
  if (held) return held
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
  }
  known.set(settings, terminology)
  return terminology
}

function articleIn({ organisationArticle: chosen }: Settings): Pick<Terminology, 'article'> {
  if (chosen === 'auto') return {}
  return { article: chosen === 'none' ? '' : (chosen as Article) }
}

/** Every declared setting has its row, so that each can be listed and addressed. Safe to repeat. */
export async function seedSettings(db: Querying): Promise<void> {
  const rows = settingNames.map((name) => sql`(${newId()}, ${name}, ${settingOf(name).default})`)
  await execute(
    db,
    sql`INSERT INTO settings (id, name, value) VALUES ${join(rows, ', ')} ON CONFLICT (name) DO NOTHING`,
  )
}

/** Sets several settings at once, as set-up does. */
export async function writeSettings(
  db: Querying,
  values: Partial<Record<SettingName, string>>,
): Promise<void> {
  const entries = Object.entries(values)
  await execute(
    db,
    sql`UPDATE settings s SET value = given.value, ${raiseVersion()}
           FROM unnest(${entries.map(([name]) => name)}::text[], ${entries.map(([, value]) => value)}::text[]) AS given (name, value) WHERE s.name = given.name`,
  )
}
