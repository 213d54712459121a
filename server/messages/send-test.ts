import { staffWriters } from '@agremia/resources/access.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import { withPreposition } from '@agremia/resources/rules/organisation-name.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { one, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { inTransaction } from '../database/transaction.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { checkedDestination } from './actions.ts'
import { writeMessages } from './compose.ts'
import { sendNow } from './outbox.ts'
import { toPlainText } from './safe-html.ts'
import type { World } from '../rest/modules.ts'

const testApi: Api = {
  name: 'sendTestMessage',
  summary: 'Enviar uma mensagem de teste',
  body: { 'channel?': oneOf(['email', 'sms']), 'to?': 'text?' },
  answers: {
    200: data({ _id: 'uuid', outcome: oneOf(['sent', 'failed', 'held']), detail: 'text?' }),
  },
  refuses: [422],
}

/** `POST /messages/test`: sends a test message at once and answers the outcome, to check the server settings. */
export function registerTest(app: FastifyInstance, world: World): void {
  app.post('/messages/test', route(testApi, null), async (request) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return { data: await sendTest(world, request) }
  })
}

async function sendTest(world: World, request: FastifyRequest) {
  const { caller } = request
  const { channel = 'email', to } = bodyOf(request)
  if (channel !== 'email' && channel !== 'sms') throw invalid({ channel: ['Escolha email ou SMS.'] })
  const address = await destination(world, channel, to, caller.id!)
  const organisation = await world.organisation.terminology()
  const html = '<p>Esta mensagem confirma que o envio está a funcionar.</p>'
  const text = toPlainText(html)
  const id = await inTransaction(world.database, async (tx) => {
    const [messageId] = await writeMessages({ db: tx, world }, [
      {
        cause: 'test',
        kind: 'service',
        isUrgent: true,
        skipsQueue: true,
        channel,
        address,
        recipient: { personId: null, name: caller.name, hasAddress: false },
        content: {
          subject: `Teste de envio ${withPreposition('de', organisation)}`,
          html,
          text,
          sms: `${organisation.name}: ${text}`,
        },
      },
    ])
    const action = { resource: 'messages', id: messageId!, action: 'created', changes: [] }
    await recordAudit({ db: tx, caller, address: request.ip }, [action])
    return messageId!
  })
  return sendNow(world, id)
}

/** The address of the request, or the email of the user. */
async function destination(
  world: World,
  channel: 'email' | 'sms',
  to: unknown,
  userId: string,
): Promise<string> {
  if (typeof to === 'string' && to.trim() !== '')
    return checkedDestination(channel, to.slice(0, 254).replaceAll('\u0000', ''), 'to')
  if (to !== undefined && to !== null && typeof to !== 'string') throw invalid({ to: ['Indique um texto.'] })
  if (channel === 'sms') throw invalid({ to: ['Indique o telemóvel para onde enviar.'] })
  const { email } = await one(world.database.pool, sql`SELECT email FROM users WHERE id = ${userId}`, {
    email: 'text',
  })
  return email
}
