import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { sessionLimits } from '../limits.ts'
import type { Account } from './tokens.ts'
import { readToken, signToken } from './tokens.ts'

/** One cookie per account: several people may share a browser. */
function cookieOf({ id }: Pick<Account, 'id'>): string {
  return `device_${id}`
}

/** Makes the browser a known device of the account, until the account's tokens are revoked. */
export async function rememberDevice(world: World, reply: FastifyReply, account: Account): Promise<void> {
  const seconds = sessionLimits.knownDeviceDays * 86_400
  const token = await signToken(world, account, { use: 'device' }, seconds)
  const secure = world.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${cookieOf(account)}=${token}; Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/** The device token of the account; undefined for unknown devices. */
export async function findKnownDevice(
  world: World,
  { headers }: FastifyRequest,
  account: Account,
): Promise<string | undefined> {
  const start = `${cookieOf(account)}=`
  const cookie = headers.cookie?.split(/;\s*/).find((one) => one.startsWith(start))
  const token = cookie?.slice(start.length)
  const claims = token === undefined ? undefined : await readToken(world, token, 'device')
  return claims?.userId === account.id && claims.generation === account.generation ? token : undefined
}
