import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { sql } from '../database/sql.ts'
import type { Frame } from './announce.ts'
import type { Channel } from './compose.ts'
import { letterhead } from './letterhead.ts'
import { previewSms } from './sms-cost.ts'

interface Row {
  channel: Channel
  recipient: string | null
  subject: string
  text: string
  html: string | null
  frames: Frame[] | null
  isMember: boolean
}

/** A message of the outbox as whoever gets it reads it, in the form of its channel. */
export async function messageAsRead({ db, world }: { db: Querying; world: World }, id: string) {
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const { rows } = await db.query(
    sql`SELECT channel, recipient, subject, body_text AS text, body_html AS html, frames, person_id IS NOT NULL AS "isMember" FROM messages WHERE id = ${id}`,
  )
  const { channel, recipient, subject, text, html, frames, isMember } = rows[0] as Row
  const dressed = letterhead({ subject, html, text }, { settings, terminology, isMember })
  return {
    channel,
    recipient,
    subject,
    html: channel === 'sms' ? null : dressed.html,
    text: channel === 'email' ? dressed.text : text,
    frames,
    sms: channel === 'sms' ? previewSms(text, settings) : null,
  }
}
