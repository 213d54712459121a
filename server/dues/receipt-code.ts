import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { World } from '../context.ts'

const idBytes = 16
const signatureBytes = 12

/** What names a payment to whoever holds its receipt, and to nobody else: its id, signed. */
export async function receiptCode(world: Pick<World, 'secret'>, paymentId: string): Promise<string> {
  const id = Buffer.from(parse(paymentId))
  return Buffer.concat([id, sign(await world.secret('receipts'), id)]).toString('base64url')
}

/** The payment that a code names; undefined when nobody was given that code. */
export async function paymentOfCode(world: Pick<World, 'secret'>, code: string): Promise<string | undefined> {
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
