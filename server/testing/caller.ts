import type { FastifyInstance } from 'fastify'

/** A record as a test reads it: any field, without declaring them all. */
export interface TestRecord {
  _id: string
  _created_at: string
  _updated_at: string
  _version: number
  [field: string]: unknown
}

/** What answers carry, each only where the protocol says so. */
export interface Body {
  /** One record, or those of a list: a test knows which. */
  data: TestRecord & TestRecord[]
  meta: { total: number; page: number; limit: number; sums?: Record<string, number> }
  message: string
  errors: Record<string, string[]>
  warnings: Record<string, string[]>
  code: string
  access: string
  refresh: string
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  body: Body
}

type Headers = Record<string, string>

/** Somebody, or nobody in particular, who makes requests. Paths are below `/api`. */
export interface TestCaller {
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, payload?: unknown, headers?: Headers): Promise<Answer>
  put(path: string, payload: unknown): Promise<Answer>
  patch(path: string, payload: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** A body that is sent as it is. */
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, text: string, headers?: Headers): Promise<Answer>
}

/** Makes requests with the token, or with the one of the moment, or without any. */
export function callerOf(app: FastifyInstance, token?: string | (() => Promise<string>)): TestCaller {
  async function identity(): Promise<Headers> {
    if (token === undefined) return {}
    return { authorization: `Bearer ${typeof token === 'string' ? token : await token()}` }
  }

  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { payload, headers = {} }: { payload?: string; headers?: Headers },
  ): Promise<Answer> {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(await identity()), ...headers },
      payload,
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: (isJson && answer.payload !== '' ? JSON.parse(answer.payload) : {}) as Body,
    }
  }

  const json = (payload: unknown, headers: Headers = {}) =>
    payload === undefined
      ? { headers }
      : { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json', ...headers } }

  return {
    get: (path, headers) => ask('GET', path, { headers }),
    post: (path, payload, headers) => ask('POST', path, json(payload, headers)),
    put: (path, payload) => ask('PUT', path, json(payload)),
    patch: (path, payload) => ask('PATCH', path, json(payload)),
    delete: (path) => ask('DELETE', path, {}),
    send: (method, path, payload, headers) =>
      ask(method, path, { payload, headers: { 'content-type': 'application/json', ...headers } }),
  }
}
