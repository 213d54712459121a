import type { TestApp } from './test-app.ts'

export interface TestMessage {
  id: string
  cause: string
  state: string
  reason: string | null
  lastError: string | null
  attempts: number
  subject: string
  text: string
  html: string | null
}

interface Row extends TestMessage {
  sealed: Buffer | null
}

/** The messages to a recipient, newest first, with unsealed content. */
export async function messagesTo({ app, sql }: TestApp, recipient: string): Promise<TestMessage[]> {
  const rows = await sql<Row>(
    `SELECT id, cause, state, reason, last_error AS "lastError", attempts, subject, body_text AS text, body_html AS html, sealed
     FROM messages WHERE recipient = $1 ORDER BY created_at DESC, id DESC`,
    [recipient],
  )
  const { keys } = app.world
  return Promise.all(
    rows.map(async ({ sealed, ...row }) => {
      if (!sealed) return row
      const open = JSON.parse(await keys.unseal('messages', sealed)) as Record<
        'subject' | 'body_text' | 'body_html',
        string
      >
      return { ...row, subject: open.subject, text: open.body_text, html: open.body_html }
    }),
  )
}
