import { createHmac, timingSafeEqual } from 'node:crypto'
import { formatCardCode, readCardCode } from '@agremia/resources/rules/card-code.ts'
import { stringify } from 'uuid'
import type { World } from '../context.ts'
import { maybeOne, sql } from '../database/sql.ts'

/** The page that says whether the receipt with this code is genuine and valid. */
export function receiptCheckUrl({ config }: Pick<World, 'config'>, code: string): string {
  return `${config.publicUrl}/verificarRecibo/${formatCardCode(code)}`
}

/** The payment whose receipt has this code, as printed or typed; undefined when there is none. */
export async function paymentOfCode(world: World, given: string): Promise<string | undefined> {
  const code = readCardCode(given)
  if (code === undefined) return paymentOfSignedCode(world, given)
  const payment = await maybeOne(
    world.database.pool,
    sql`SELECT id FROM payments WHERE check_code = ${code}`,
    {
      id: 'uuid',
    },
  )
  return payment?.id
}

const idBytes = 16
const signatureBytes = 12

/** Receipts that were printed before each had a short code carry the payment's id, signed. */
async function paymentOfSignedCode(world: Pick<World, 'secret'>, code: string): Promise<string | undefined> {
  const bytes = Buffer.from(code, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== code) return undefined
  const id = bytes.subarray(0, idBytes)
  const expected = sign(await world.secret('receipts'), id)
  if (!timingSafeEqual(bytes.subarray(idBytes), expected)) return undefined
  return stringify(id)
}

function sign(secret: Buffer, id: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(id).digest().subarray(0, signatureBytes)
}
