import { Schema } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitAttempts } from '../../auth/index.ts'
import { ApiError } from '../../errors.ts'
import type { PaymentNotice } from '../../gateways/index.ts'
import {
  eupagoKeys,
  NoticeRefused,
  readEupagoBody,
  readEupagoQuery,
  readIfthenpayCallback,
} from '../../gateways/index.ts'
import { gatewayLimits } from '../../limits.ts'
import type { Api } from '../../rest/api.ts'
import { data, openRoute } from '../../rest/api.ts'
import { readSecretSetting } from '../../settings/index.ts'
import { receiveNotice } from './incoming.ts'
import type { World } from '../../rest/modules.ts'

const received = { 200: data({ outcome: 'text' }) }
const tag = 'Recebimentos'
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [`${name}?`, 'text' as const]))
const ifthenpayApi: Api = {
  name: 'receiveIfthenpayNotice',
  summary: 'Receber um aviso da ifthenpay',
  description:
    'Com a chave anti-phishing. 400: a referência ou o valor não são os que se pediram, e o aviso fica por conciliar.',
  tag,
  query: texts('apk', 'oid', 'tid', 'ent', 'ref', 'val', 'fee', 'pm', 'dt'),
  answers: received,
}
const eupagoQueryApi: Api = {
  name: 'receiveEupagoNotice',
  summary: 'Receber um aviso da Eupago (versão 1)',
  tag,
  query: texts(
    'valor',
    'canal',
    'referencia',
    'transacao',
    'identificador',
    'mp',
    'chave_api',
    'data',
    'entidade',
    'comissao',
    'local',
  ),
  answers: received,
}
const eupagoBodyApi: Api = {
  name: 'receiveEupagoWebhook',
  summary: 'Receber um aviso da Eupago (versão 2)',
  description: 'Assinado com a chave criptográfica do canal.',
  tag,
  body: new Schema({ type: 'object' }),
  readsAnyBody: true,
  answers: received,
  refuses: [413, 415],
}

/** Routes that gateways call. They authenticate by keys and signatures, answer 200 for known payments, and store each notice before they answer. */
export async function callbackRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.get('/pagamentos/ifthenpay', openRoute(ifthenpayApi), (request) =>
    receive(world, request, async () => {
      const settings = await world.organisation.settings()
      const key = await readSecretSetting(world, settings, 'ifthenpayCallbackKey')
      return readIfthenpayCallback(request.query as Record<string, unknown>, key)
    }),
  )
  app.get('/pagamentos/eupago', openRoute(eupagoQueryApi), (request) =>
    receive(world, request, async () =>
      readEupagoQuery(request.query as Record<string, unknown>, await eupagoKeys(world)),
    ),
  )
  await app.register((scope) => {
    // The signature is of the bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const options = { bodyLimit: gatewayLimits.callbackBytes, config: { open: true, api: eupagoBodyApi } }
    scope.post('/pagamentos/eupago', options, (request) =>
      receive(world, request, async () => {
        const { 'x-signature': signature, 'x-initialization-vector': vector } = request.headers
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return readEupagoBody(body, { signature, vector }, await eupagoKeys(world))
      }),
    )
  })
}

const refusals = {
  unknown: 'Não há nenhum pedido com esta referência. O aviso ficou por conciliar.',
  wrongAmount: 'O valor não é o do pedido. O aviso ficou por conciliar.',
}

async function receive(
  world: World,
  request: FastifyRequest,
  read: () => Promise<PaymentNotice | undefined>,
): Promise<{ data: { outcome: string } }> {
  await limitAttempts(world, [['gatewayCallback', request.ip]])
  const notice = await read().catch((error: unknown) => {
    throw error instanceof NoticeRefused ? new ApiError(error.status, error.message) : error
  })
  if (!notice) return { data: { outcome: 'ignored' } }
  const outcome = await receiveNotice(world, notice)
  if (outcome === 'unknown' || outcome === 'wrongAmount') throw new ApiError(400, refusals[outcome])
  return { data: { outcome } }
}
