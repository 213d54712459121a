import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../rest/modules.ts'

/** The outcome of an attempt to send a message. `detail` is for users, and quotes the answer of the other server. */
export type Outcome =
  | { kind: 'sent'; detail: string | null }
  /** A temporary error: it is retried. */
  | { kind: 'postponed'; detail: string }
  /** A permanent error: it is not retried. */
  | { kind: 'refused'; detail: string }
  /** It was transmitted but not confirmed: it may have arrived. */
  | { kind: 'interrupted'; detail: string }
  /** No server is configured. */
  | { kind: 'held'; detail: string }

/** A message with decrypted content and its attachments, ready to be sent. */
export interface Outgoing {
  id: string
  kind: 'service' | 'news'
  address: string
  recipientName: string | null
  personId: string | null
  subject: string
  text: string
  html: string | null
  attachments: { fileName: string; mediaType: string; content: Buffer }[]
}

/** Writes a message to a file in the data folder, which the administrator of the server can read, when no mail or SMS server is configured. */
export async function writeToFolder({ config, log, clock }: World, message: Outgoing): Promise<void> {
  const folder = join(config.dataDir, 'mensagens')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${clock().toISOString().slice(0, 10)}-${message.id}.txt`)
  const text = `Para: ${message.address}\nAssunto: ${message.subject}\n\n${message.text}\n`
  await writeFile(file, text, { mode: 0o600 })
  log.warn(`Sem servidor de envio: a mensagem ficou em ${file}`)
}
