import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { jsonOf, nullable, one, sql, textOf } from '../database/sql.ts'
import type { Frame } from './announce.ts'
import type { Channel } from './compose.ts'
import { addLetterhead } from './letterhead.ts'
import { previewSms } from './sms-cost.ts'

/** Renders a stored message as its recipient sees it, in the form of its channel. */
export async function messageAsRead({ db, world }: { db: Querying; world: World }, id: string) {
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const { channel, recipient, subject, text, html, frames, isMember } = await one(
    db,
    sql`SELECT channel, recipient, subject, body_text AS text, body_html AS html, frames, person_id IS NOT NULL AS "isMember" FROM messages WHERE id = ${id}`,
    {
      channel: textOf<Channel>(),
      recipient: 'text?',
      subject: 'text',
      text: 'text',
      html: 'text?',
      frames: nullable(jsonOf<Frame[]>()),
      isMember: 'boolean',
    },
  )
  const content = addLetterhead({ subject, html, text }, { settings, terminology, isMember })
  return {
    channel,
    recipient,
    subject,
    html: channel === 'sms' ? null : content.html,
    text: channel === 'email' ? content.text : text,
    frames,
    sms: channel === 'sms' ? previewSms(text, settings) : null,
  }
}
