import { createHash } from 'node:crypto'
import type { Querying } from '../database/querying.ts'
import { execute, maybeOne, prepared, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { ApiError } from '../errors.ts'
import { sealJson } from './sealed-values.ts'

export interface Answer {
  status: number
  body: string
}

const maxKeyLength = 200

/** Returns the `Idempotency-Key` of a request, if any. Throws 400 when it is repeated or too long. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || header.length > maxKeyLength)
    throw new ApiError(400, `Idempotency-Key: no máximo ${maxKeyLength} caracteres.`)
  return header
}

/**
 * Runs `work` once per key and caller. Stores its answer in the same transaction and returns it to repeated requests. Concurrent
 * requests with one key wait for each other. Throws 422 when the key was used for another request.
 */
export async function runOnce(
  db: Tx,
  { key, caller, request }: { key: string; caller: string; request: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(request).digest()
  const inserted = await execute(
    db,
    prepared(
      sql`INSERT INTO idempotency_keys (key, caller, request_hash) VALUES (${key}, ${caller}, ${hash}) ON CONFLICT DO NOTHING`,
    ),
  )
  if (inserted === 0) return storedAnswer(db, key, caller, hash)
  const answer = await work()
  await execute(
    db,
    prepared(
      sql`UPDATE idempotency_keys SET status = ${answer.status}, body = ${sealJson(answer.body, db)} WHERE key = ${key} AND caller = ${caller}`,
    ),
  )
  return answer
}

async function storedAnswer(db: Querying, key: string, caller: string, hash: Buffer): Promise<Answer> {
  const stored = await maybeOne(
    db,
    sql`SELECT request_hash, status, nullif(body, '')::json AS body FROM idempotency_keys WHERE key = ${key} AND caller = ${caller}`,
    { request_hash: 'bytes', status: 'integer', body: 'json?' },
  )
  if (!stored || !stored.request_hash.equals(hash)) {
    throw new ApiError(422, 'Esta Idempotency-Key já foi usada noutro pedido: use uma nova.')
  }
  return { status: stored.status, body: stored.body === null ? '' : JSON.stringify(stored.body) }
}

/** Keys are deleted after this many hours. */
export const keyLifetimeHours = 24
