import { users } from '@agremia/resources/definitions/users.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { withoutTransaction } from '../database/transaction.ts'
import { ApiError } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { countAttempt } from './attempts.ts'

type Refused = Pick<FastifyRequest, 'caller' | 'ip'>

/** Records that signing in to an account was refused: wrong password or code. Guesses are limited, so their records are too. */
export async function recordRefusedSignIn(
  world: Pick<World, 'database'>,
  { caller, ip: address }: Refused,
  userId: string,
): Promise<void> {
  const entry = { resource: users.name, id: userId, action: 'signInRefused', changes: [] }
  await recordAudit({ db: withoutTransaction(world.database), caller, address }, [entry])
}

/** Throws the error of a sign-in again, after recording it when the code of the second step was wrong. */
export async function refuseSignIn(
  world: Pick<World, 'database'>,
  request: Refused,
  userId: string,
  error: unknown,
): Promise<never> {
  if (error instanceof ApiError && error.errors?.['code']) await recordRefusedSignIn(world, request, userId)
  throw error
}

/** Records what users asked for without the right to it, up to a limit per user, after the answer. */
export function recordForbidden(app: FastifyInstance, world: World): void {
  app.addHook('onResponse', async ({ caller, ip: address, method, url, apiSecretId }, reply) => {
    if (reply.statusCode !== 403 || caller.id === null || apiSecretId !== undefined) return
    try {
      if ((await countAttempt(world, [['refusal', caller.id]])) !== undefined) return
      // Parameters may name people.
      const to = `${method} ${url.split('?', 1)[0]?.slice(0, 200)}`
      const entry = {
        resource: users.name,
        id: caller.id,
        action: 'refused',
        changes: [{ field: 'Pedido', from: null, to }],
      }
      await recordAudit({ db: withoutTransaction(world.database), caller, address }, [entry])
    } catch (error) {
      world.log.warn({ err: error }, 'could not record a refused request')
    }
  })
}
