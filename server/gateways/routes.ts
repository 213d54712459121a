import { admins } from '@agremia/resources/access.ts'
import { gateways } from '@agremia/resources/gateways.ts'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../errors.ts'
import type { Api } from '../rest/api.ts'
import { data, route } from '../rest/api.ts'
import { requireAccess } from '../rest/scope.ts'
import type { Gateway } from './gateway.ts'
import { GatewayProblem } from './gateway.ts'
import { openGateway } from './open.ts'
import { ifthenpayTemplate } from './ifthenpay.ts'
import type { World } from '../rest/modules.ts'

const tag = 'Definições'
const testApi: Api = {
  name: 'testGateway',
  summary: 'Experimentar o serviço de pagamentos',
  description:
    'Pergunta ao serviço se as chaves estão certas. problems diz o que está mal; vazio quando está tudo bem.',
  tag,
  answers: {
    200: data({ name: 'text', problems: 'text[]', callbackUrl: 'text', registersCallbacks: 'boolean' }),
  },
  refuses: [409],
}
const registerApi: Api = {
  name: 'registerGatewayCallback',
  summary: 'Ativar os avisos de pagamento',
  description: 'Regista no serviço o endereço deste programa.',
  tag,
  answers: { 204: null },
  refuses: [409],
}

/** Routes of administrators to set a gateway up. */
export function gatewayRoutes(app: FastifyInstance, world: World): void {
  const required = async (): Promise<Gateway> => {
    const gateway = await openGateway(world)
    if (!gateway) throw conflict('Escolha e guarde primeiro o serviço de pagamentos.')
    return gateway
  }
  const callbackUrl = ({ name }: Gateway) => `${world.config.publicUrl}/api/pagamentos/${name}`
  app.post('/gateways/test', route(testApi, null), async (request) => {
    requireAccess(admins(request.caller), request.caller)
    const gateway = await required()
    const url = callbackUrl(gateway)
    return {
      data: {
        name: gateways[gateway.name],
        problems: await problemsOf(gateway),
        callbackUrl: gateway.name === 'ifthenpay' ? ifthenpayTemplate(url) : url,
        registersCallbacks: gateway.registerCallback !== undefined,
      },
    }
  })
  app.post('/gateways/register_callback', route(registerApi, null), async (request, reply) => {
    requireAccess(admins(request.caller), request.caller)
    const gateway = await required()
    if (!gateway.registerCallback)
      throw conflict('Neste serviço, o endereço dos avisos indica-se no seu backoffice.')
    await gateway.registerCallback(callbackUrl(gateway)).catch((error: unknown) => {
      throw error instanceof GatewayProblem ? conflict(error.message) : error
    })
    return reply.code(204).send()
  })
}

async function problemsOf(gateway: Gateway): Promise<string[]> {
  try {
    return await gateway.check()
  } catch (error) {
    if (error instanceof GatewayProblem) return [error.message]
    throw error
  }
}
