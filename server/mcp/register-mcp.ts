import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, badRequest } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { askAs } from './ask.ts'
import { createMcpServer } from './server.ts'

/**
 * `/mcp`: tools for assistants (Model Context Protocol, streamable HTTP), for the resources that the scopes of the secret allow. No
 * message depends on an earlier one, so that any process may answer it; answers are JSON, without event streams (decision 0036).
 */
export function registerMcp(app: FastifyInstance, engine: Engine): void {
  const { origin } = new URL(engine.world.config.publicUrl)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { anySecret: true },
    handler: async (request, reply) => {
      if (request.apiSecretId === undefined)
        throw new ApiError(401, 'Um assistente identifica-se com um segredo da API.')
      // Browsers send their page's origin: another site must not reach this server through its visitor (DNS rebinding).
      if (request.headers.origin !== undefined && request.headers.origin !== origin)
        throw new ApiError(403, 'Este pedido veio de outro sítio.')
      if (request.method !== 'POST')
        throw new ApiError(405, 'Aqui só se enviam mensagens, por POST.', { headers: { allow: 'POST' } })
      // Protocol version 2025-06-18 removed batches.
      if (Array.isArray(request.body)) throw badRequest('Uma mensagem de cada vez.')
      return answerMessage(engine, request, reply)
    },
  })
}

async function answerMessage(engine: Engine, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { body } = request
  const ask = askAs(request, reply)
  const server = await createMcpServer(engine, request.caller, ask)
  try {
    const message = new Request(`${engine.world.config.publicUrl}/mcp`, {
      method: 'POST',
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    })
    let response: Response
    if (await isLegacyRequest(message, body)) {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      await server.connect(transport)
      response = await transport.handleRequest(message, { parsedBody: body })
    } else {
      const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
      response = await handler.fetch(message, { parsedBody: body })
    }
    const text = await response.text()
    void reply.code(response.status)
    if (text !== '') void reply.type('application/json; charset=utf-8')
    return text
  } finally {
    await server.close()
  }
}
