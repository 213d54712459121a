import { formatDateLong, todayIn } from '@agremia/resources/rules/dates.ts'
import { postalLines } from '@agremia/resources/rules/postal-address.ts'
import type { World } from '../context.ts'
import type { RowOf } from '../database/sql.ts'
import { jsonOf, many, nullable, sql } from '../database/sql.ts'
import type { Letter } from '../pdf/index.ts'
import type { Frame } from './announce.ts'

/** Letters read in one statement, so that memory does not grow with their number. */
const batchSize = 100

type LetterRow = RowOf<typeof letterShape>
const letterShape = {
  name: 'text',
  guardian: 'text?',
  address: 'text?',
  postalCode: 'text?',
  city: 'text?',
  country: 'text?',
  subject: 'text',
  text: 'text',
  frames: nullable(jsonOf<Frame[]>()),
  writtenAt: 'moment',
} as const

/** Streams letters sorted for the post: Portugal first, then by country, postal code, address and member number. */
export async function* readLetters(world: World, ids: readonly string[]): AsyncGenerator<Letter> {
  const { pool } = world.database
  const { timeZone } = await world.organisation.settings()
  const ordered = await many(
    pool,
    sql`SELECT m.id FROM messages m JOIN people p ON p.id = m.person_id
           LEFT JOIN LATERAL (SELECT min(member_number) AS number FROM members WHERE person_id = p.id) n ON true
           WHERE m.id = ANY(${ids}::uuid[]) AND ${isLetter}
           ORDER BY coalesce(p.country, 'PT') <> 'PT', p.country, p.postal_code, p.address, n.number, m.id`,
    { id: 'uuid' },
  )
  for (let from = 0; from < ordered.length; from += batchSize) {
    const rows = await many(
      pool,
      sql`SELECT p.name, p.guardian_name AS guardian, p.address, p.postal_code AS "postalCode", p.city, p.country, m.subject,
               m.body_text AS text, m.frames, m.created_at AS "writtenAt"
             FROM unnest(${ordered.slice(from, from + batchSize).map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS page (id, place) JOIN messages m ON m.id = page.id
               JOIN people p ON p.id = m.person_id ORDER BY page.place`,
      letterShape,
    )
    for (const row of rows) yield letterOf(row, timeZone)
  }
}

/** Condition on `m`: letters that are held or were printed, and whose content was not deleted. */
export const isLetter = sql`m.channel = 'letter' AND m.state IN ('held', 'sent') AND m.body_text <> ''`

function letterOf(row: LetterRow, timeZone: string): Letter {
  const { name, guardian, address, postalCode, city, country, subject, text, frames, writtenAt } = row
  return {
    address: [
      name,
      ...(guardian ? [`a/c ${guardian}`] : []),
      ...postalLines({ address, postalCode, city, country }),
    ],
    date: formatDateLong(todayIn(timeZone, writtenAt)),
    subject,
    text,
    frames: frames ?? [],
  }
}
