import { admins } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance } from 'fastify'
import { createAccountLink, requireOwner } from '../auth/index.ts'
import type { Caller } from '@agremia/resources/access.ts'
import { exists, inline, maybeOne, sql } from '../database/sql.ts'
import { sessionLimits } from '../limits.ts'
import { conflict, notFound } from '../errors.ts'
import { data, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { requireAccess } from '../rest/scope.ts'
import type { World } from '../rest/modules.ts'

const linkApi: Api = {
  name: 'createLoginLink',
  summary: 'Fazer uma ligação de entrada para entregar a quem a vai usar',
  tag: 'Utilizadores',
  body: { 'password?': 'text?' },
  answers: { 200: data({ link: 'text' }) },
  refuses: [409, 422],
}

/**
 * `POST /users/:id/login_link` with the own `password`: a link with which the user signs in, for when no email is sent. Administrators
 * only; it can be used once, and each is an event of the history. The first one of an account needs no password for some minutes from who
 * created it.
 */
export function loginLinkRoute(app: FastifyInstance, world: World): void {
  app.post<WithId>('/users/:id/login_link', route(linkApi), async (request, reply) => {
    const { caller, params, ip } = request
    requireAccess(admins(caller), caller)
    if (!isId(params.id)) throw notFound()
    // An access token alone must not suffice, except for an account to which it could have given a password.
    const password = textOf(bodyOf(request)['password'])
    if (password !== '' || !(await isNewOfCaller(world, caller, params.id)))
      await requireOwner(world, request, { field: 'password', password })
    void reply.header('cache-control', 'no-store')
    return writeInTransaction(world, async (db) => {
      const user = await maybeOne(db, sql`SELECT blocked FROM users WHERE id = ${params.id} FOR SHARE`, {
        blocked: 'boolean',
      })
      if (!user) throw notFound()
      if (params.id === caller.id)
        throw conflict('Já entrou na sua conta: a palavra-passe muda-se no perfil.')
      if (user.blocked) throw conflict('A conta está bloqueada.')
      const link = await createAccountLink({ db, world: world }, params.id)
      await recordAudit({ db, caller, address: ip }, [
        { resource: 'users', id: params.id, action: 'copyLink', changes: [] },
      ])
      return { data: { link } }
    })
  })
}

/** Whether the caller created the account minutes ago, and nobody has entered it or got a link of it by hand. */
function isNewOfCaller({ database }: World, caller: Caller, id: string): Promise<boolean> {
  return exists(
    database.pool,
    sql`SELECT FROM users u JOIN audit_events e ON e.resource = 'users' AND e.record_id = u.id AND e.action = 'created'
        WHERE u.id = ${id} AND e.user_id = ${caller.id} AND e.at > now() - ${inline(sessionLimits.newAccountMinutes)} * interval '1 minute'
          AND u.password_hash IS NULL AND u.last_login_at IS NULL
          AND NOT EXISTS (SELECT FROM audit_events c WHERE c.resource = 'users' AND c.record_id = u.id AND c.action = 'copyLink')`,
  )
}
