import type { FastifyInstance } from 'fastify'

/** A record in tests: any field, without declaring them. */
export interface TestRecord {
  _id: string
  _created_at: string
  _updated_at: string
  _version: number
  [field: string]: unknown
}

/** All properties that a response may have; each test uses those of its request. */
export interface Body {
  /** One record or a list of records, depending on the request. */
  data: TestRecord & TestRecord[]
  meta: { total: number; page: number; limit: number; sums?: Record<string, number> }
  message: string
  errors: Record<string, string[]>
  warnings: Record<string, string[]>
  warning?: string
  code: string
  /** What the server logged last, when it answered 500. */
  cause?: string
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

/** Sends requests as a user or visitor. Paths are relative to `/api`. */
export interface TestCaller {
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, payload?: unknown, headers?: Headers): Promise<Answer>
  put(path: string, payload: unknown): Promise<Answer>
  patch(path: string, payload: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Sends the text as body, unchanged. */
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, text: string, headers?: Headers): Promise<Answer>
}

const logs = new WeakMap<FastifyInstance, readonly string[]>()

/** Adds the last line of `errors` to each answer 500 of the application, so that a failing test tells its cause. */
export function tellCauses(app: FastifyInstance, errors: readonly string[]): void {
  logs.set(app, errors)
}

/** Returns a caller with this token (a function is called for each request), or a visitor without one. */
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
    const body = (isJson && answer.payload !== '' ? JSON.parse(answer.payload) : {}) as Body
    const cause = answer.statusCode === 500 ? logs.get(app)?.at(-1) : undefined
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: cause === undefined ? body : { ...body, cause },
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
