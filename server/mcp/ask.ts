import type { FastifyReply, FastifyRequest } from 'fastify'

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** Below `/api/`. */
  path: string
  query?: [name: string, value: string][]
  body?: Record<string, unknown>
  idempotencyKey?: string
}

export interface ApiAnswer {
  status: number
  body: Record<string, unknown>
}

export type Ask = (request: ApiRequest) => Promise<ApiAnswer>

/**
 * Returns a function that sends requests to the API in the name of this request's program: routes identify, limit, log and check each
 * as if the program had sent it. The answer tells the calls that the program has left after the last one.
 */
export function askAs({ server, headers, ip }: FastifyRequest, reply: FastifyReply): Ask {
  return async ({ method, path, query = [], body, idempotencyKey }) => {
    const answer = await server.inject({
      method,
      url: `/api/${path}?${new URLSearchParams(query).toString()}`,
      remoteAddress: ip,
      headers: {
        authorization: headers.authorization,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    const left = answer.headers['ratelimit']
    if (left !== undefined) void reply.header('ratelimit', left)
    return {
      status: answer.statusCode,
      body: answer.payload === '' ? {} : (JSON.parse(answer.payload) as Record<string, unknown>),
    }
  }
}
