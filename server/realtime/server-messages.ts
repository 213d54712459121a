import { admins } from '@agremia/resources/access.ts'
import { limited } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { execute, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { newsForEverybody } from './change-messages.ts'
import type { News } from './change-messages.ts'
import type { World } from '../rest/modules.ts'
import { route } from '../rest/api.ts'

/** Channel of messages of administrators; its payload is the text. */
export const serverMessagesChannel = 'agremia_server_messages'
/** PostgreSQL limits payloads to 8000 bytes. */
const maxLength = 500

/** Sent to every page before this process closes its sockets in order. */
export const stopNews = newsForEverybody({
  topic: 'panic',
  payload:
    'O servidor vai parar, por exemplo para ser atualizado. O que já foi guardado não se perde, e esta página volta a ligar-se sozinha.',
})

/** A message of an administrator to everybody, as text. */
export function messageToEverybody(text: string): News {
  return newsForEverybody({ topic: 'debug', payload: text })
}

const serverMessageApi: Api = {
  name: 'sendServerMessage',
  summary: 'Mostrar um texto em todas as páginas abertas',
  tag: 'Programa',
  body: { message: limited('text', { minLength: 1, maxLength }) },
  answers: { 204: null },
  idempotent: true,
}

/**
 * `POST /server_messages {message}` (administrators): every page that is open shows the message, in every process, when the transaction
 * with its audit event commits. Throws 422 when it is empty or too long.
 */
export function registerServerMessages(app: FastifyInstance, world: World): void {
  app.post('/server_messages', route(serverMessageApi), (request, reply) => {
    requireAccess(admins(request.caller), request.caller)
    const message = textOf(bodyOf(request)['message']).trim()
    if (message === '') throw invalid({ message: ['Escreva a mensagem.'] })
    if (message.length > maxLength) throw invalid({ message: [`No máximo ${maxLength} caracteres.`] })
    return write(world, request, reply, async (writing) => {
      await execute(writing.db, sql`SELECT pg_notify(${serverMessagesChannel}, ${message})`)
      await recordAudit(writing, [
        {
          resource: 'serverMessages',
          id: newId(),
          action: 'sent',
          changes: [{ field: 'message', label: 'Mensagem', from: null, to: message }],
        },
      ])
      return { status: 204 }
    })
  })
}
