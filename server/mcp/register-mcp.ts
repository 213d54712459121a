import type { FastifyInstance } from 'fastify'
import { ApiError, badRequest } from '../errors.ts'
import type { World } from '../rest/modules.ts'

/**
 * `/mcp`: tools for assistants (Model Context Protocol, streamable HTTP), for the resources that the scopes of the secret allow. No
 * message depends on an earlier one, so that any process may answer it; answers are JSON, without event streams (decision 0036).
 */
export function registerMcp(app: FastifyInstance, world: World): void {
  const { origin } = new URL(world.config.publicUrl)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { anySecret: true },
    handler: async (request, reply) => {
      if (request.apiSecretId === undefined)
        throw new ApiError(401, 'Um assistente identifica-se com uma chave de API.')
      // Browsers send their page's origin: another site must not reach this server through its visitor (DNS rebinding).
      if (request.headers.origin !== undefined && request.headers.origin !== origin)
        throw new ApiError(403, 'Este pedido veio de outro sítio.')
      if (request.method !== 'POST')
        throw new ApiError(405, 'Aqui só se enviam mensagens, por POST.', { headers: { allow: 'POST' } })
      // Protocol version 2025-06-18 removed batches.
      if (Array.isArray(request.body)) throw badRequest('Uma mensagem de cada vez.')
      // Loaded at the first message, since most organisations have no assistant.
      const { answerMessage } = await import('./server.ts')
      return answerMessage(world, request, reply)
    },
  })
}
