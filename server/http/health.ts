import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'
import type { Api } from '../rest/api.ts'
import { openRoute } from '../rest/api.ts'

export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as {
  version: string
}

const healthApi: Api = {
  name: 'readHealth',
  summary: 'Saber se o servidor e a base de dados respondem',
  tag: 'Programa',
  answers: {
    200: { status: oneOf(['ok']), version: 'text', database: oneOf(['ok']) },
    503: {
      status: oneOf(['unavailable']),
      version: 'text',
      database: oneOf(['unreachable']),
      message: 'text',
    },
  },
}

/** `GET /api/`: 200 when the database answers, else 503. Takes at most `healthMs`, even if the database hangs. */
export function registerHealth(api: FastifyInstance, db: Querying, { healthMs }: { healthMs: number }): void {
  // One query at a time: while the database hangs, all checks wait for the same one.
  let pending: Promise<boolean> | undefined
  const query = () =>
    (pending ??= execute(db, sql`SELECT 1`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (pending = undefined)))

  // After the timeout lets the event loop run once: a busy process may have the answer already and not have read it.
  const timeout = () =>
    sleep(healthMs, false, { ref: false })
      .then(nextTurn)
      .then(() => false)

  api.get('/', openRoute(healthApi), async (_request, reply) => {
    if (await Promise.race([query(), timeout()])) return { status: 'ok', version, database: 'ok' }
    void reply.code(503)
    return {
      status: 'unavailable',
      version,
      database: 'unreachable',
      message: 'A base de dados não responde.',
    }
  })
}
