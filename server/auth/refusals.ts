import { users } from '@agremia/resources/definitions/users.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction, withoutTransaction } from '../database/transaction.ts'
import { ApiError } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { countAttempt } from './attempts.ts'
import { announceSecurity } from './security-messages.ts'
import type { World } from '../rest/modules.ts'

type Refused = Pick<FastifyRequest, 'caller' | 'ip'>

/**
 * Records that signing in to an account was refused: wrong password or code. Guesses are limited, so their records are too. Nobody waits
 * for it: the time of the answer must not reveal whether there is an account.
 */
export function recordRefusedSignIn(
  world: Pick<World, 'database' | 'log'>,
  { caller, ip: address }: Refused,
  userId: string,
): void {
  const entry = { resource: users.name, id: userId, action: 'signInRefused', changes: [] }
  recordAudit({ db: withoutTransaction(world.database), caller, address }, [entry]).catch((error: unknown) =>
    world.log.warn({ err: error }, 'could not record a refused sign-in'),
  )
}

/** Throws the error of a sign-in again. When the code of the second step was wrong it is recorded, and the owner told once a day. */
export async function refuseSignIn(
  world: World,
  request: Refused,
  userId: string,
  error: unknown,
): Promise<never> {
  if (error instanceof ApiError && error.errors?.['code']) {
    recordRefusedSignIn(world, request, userId)
    if ((await countAttempt(world, [['secondStepNotice', userId]])) === undefined)
      await inTransaction(world.database, (db) =>
        announceSecurity(
          { db, world },
          userId,
          'foi recusado um código do segundo passo, depois da palavra-passe certa ou de uma ligação de entrada',
        ),
      )
  }
  throw error
}

/** Records what users asked for without the right to it, up to a limit per user, after the answer. */
export function recordForbidden(app: FastifyInstance, world: World): void {
  app.addHook('onResponse', async ({ caller, ip: address, routeOptions, apiSecretId }, reply) => {
    if (reply.statusCode !== 403 || caller.id === null || apiSecretId !== undefined) return
    const { api } = routeOptions.config
    try {
      if ((await countAttempt(world, [['refusal', caller.id]])) !== undefined) return
      const to = api ? fillTerms(api.summary, await world.organisation.terminology()) : null
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
