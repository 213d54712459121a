import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../context.ts'
import type { Outgoing } from './outcome.ts'

/** Writes a message to a file in the data folder, which the administrator of the server can read, when no mail or SMS server is configured. */
export async function writeToFolder({ config, log, clock }: World, message: Outgoing): Promise<void> {
  const folder = join(config.dataDir, 'mensagens')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${clock().toISOString().slice(0, 10)}-${message.id}.txt`)
  const text = `Para: ${message.recipient}\nAssunto: ${message.subject}\n\n${message.text}\n`
  await writeFile(file, text, { mode: 0o600 })
  log.warn(`Sem servidor de envio: a mensagem ficou em ${file}`)
}
