import { allows } from '@agremia/resources/access.ts'
import { managers, users } from '@agremia/resources/definitions/users.ts'
import type { FastifyRequest } from 'fastify'
import {
  endCredentials,
  findAccountWithPassword,
  hashPassword,
  newPasswordProblem,
  requireOwner,
  resetTwoSteps,
  sendAccountLink,
  twoStepsColumn,
} from '../auth/index.ts'
import type { Context } from '../context.ts'
import { many, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { announce } from '../messages/index.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, Area, Engine, FieldMessages, HookContext } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import type { StoredValues } from '../rest/write-row.ts'
import { accountRoutes, accountTask } from './member-accounts.ts'

export const usersArea: Area = {
  resources: [
    resourceModule({
      definition: users,
      hooks: {
        confirm: confirmCredentials,
        validate: async ({ values, merged, before, caller, id, world }) => {
          const password = values['password']
          if (before && id === caller.id) return rejectOwnCredentials(before, values)
          if (typeof password !== 'string') return undefined
          const problem = newPasswordProblem(password, {
            name: String(merged['name'] ?? ''),
            email: String(merged['email'] ?? ''),
            organisation: (await world.organisation.terminology()).name,
          })
          return problem ? { errors: { password: [problem] } } : undefined
        },
        async beforeSave(context) {
          const { values, internal } = context
          // It was checked, and is not a change of this account.
          delete values['ownPassword']
          if (typeof values['password'] === 'string')
            internal['password_hash'] = await hashPassword(values['password'])
          if (context.before)
            await requireOtherAdministrator(context, context.before, losesAdminRole(context))
        },
        async afterSave(context) {
          const { before, values } = context
          if (!before) {
            if (typeof values['password'] !== 'string') await sendAccountLink(context, accountOf(context))
            return
          }
          const hasNewEmail = changesEmail(before, values)
          if (hasNewEmail) await endCredentials(context, context.id, 'newEmail')
          else if ('password' in values) await endCredentials(context, context.id, 'newPassword')
          else if ('role' in values) await endCredentials(context, context.id, 'newRole')
          else if ('blocked' in values) await endCredentials(context, context.id, 'blocked')
          if (hasNewEmail) await notifyFormerEmail(context, before)
        },
        async beforeDelete(context) {
          if (context.record._id === context.caller.id)
            throw conflict('Não pode eliminar a sua própria conta.')
          await requireOtherAdministrator(context, context.record, true)
        },
      },
      actions: { sendLink, endSessions, resetTwoSteps },
      computed: { twoSteps: twoStepsColumn },
    }),
  ],
  bulkTasks: { accounts: accountTask },
  routes: accountRoutes,
}

function accountOf({ id, merged }: Pick<HookContext, 'id' | 'merged'>): AccountFields {
  return { ...(merged as unknown as AccountFields), id }
}

interface AccountFields {
  id: string
  name: string
  email: string
  personId: string | null
}

/** Throws 409 while messages of new accounts are disabled. */
async function sendLink(call: ActionCall): Promise<undefined> {
  const id = await sendAccountLink(call, accountOf({ id: call.record._id, merged: call.record }))
  if (id === undefined)
    throw conflict('A mensagem «Conta criada» está desligada na configuração de mensagens.')
  await recordAudit(call, [{ resource: 'users', id: call.record._id, action: 'sendLink', changes: [] }])
  return undefined
}

async function endSessions(call: ActionCall): Promise<undefined> {
  await endCredentials(call, call.record._id, 'endSessions')
  await recordAudit(call, [{ resource: 'users', id: call.record._id, action: 'endSessions', changes: [] }])
  return undefined
}

function changesEmail(before: StoredValues, values: StoredValues): boolean {
  return 'email' in values && values['email'] !== before['email']
}

/**
 * Users change their own email and password only in the profile, which asks for the password: an access token alone must not suffice. Nobody
 * blocks their own account.
 */
function rejectOwnCredentials(before: StoredValues, values: StoredValues): { errors: FieldMessages } {
  const errors: FieldMessages = {}
  if (changesEmail(before, values))
    errors['email'] = ['O seu email muda-se no perfil, com a palavra-passe e uma ligação enviada ao novo.']
  if (typeof values['password'] === 'string')
    errors['password'] = ['A sua palavra-passe muda-se no perfil, com a atual.']
  if (values['blocked'] === true)
    errors['blocked'] = ['Não pode bloquear a sua própria conta: peça-o a outra pessoa.']
  return { errors }
}

/** A new email or password of somebody else needs the own password: an access token alone must not suffice. Throws 422, 429. */
async function confirmCredentials({ world }: Engine, request: FastifyRequest, id: string): Promise<void> {
  const { caller } = request
  const account = await findAccountWithPassword(world.database.pool, { id })
  if (!account || id === caller.id || !allows(managers(caller), { role: account.role })) return
  const body = bodyOf(request)
  const email = textOf(body['email']).trim()
  const changesCredentials = (email !== '' && email !== account.email) || textOf(body['password']) !== ''
  if (!changesCredentials) return
  await requireOwner(world, request, { field: 'ownPassword', password: textOf(body['ownPassword']) })
}

async function notifyFormerEmail({ db, world }: Context, before: StoredValues): Promise<void> {
  const { name, email, personId } = before as { name: string; email: string; personId: string | null }
  await announce({ db, world }, { event: 'emailChanged', to: { name, email, personId }, values: {} })
}

function losesAdminRole({ values }: HookContext): boolean {
  return ('role' in values && values['role'] !== 'admin') || values['blocked'] === true
}

/**
 * Throws 409 when no administrator would be left. Locks all of them: otherwise two administrators who lose the role at the same time
 * would each see the other. FOR NO KEY UPDATE does not block sign-ins, whose tokens refer to the account.
 */
async function requireOtherAdministrator(
  { db }: Context,
  record: Record<string, unknown>,
  losesRole: boolean,
): Promise<void> {
  if (!losesRole || record['role'] !== 'admin' || record['blocked'] === true) return
  const rows = await many(
    db,
    sql`SELECT id FROM users WHERE role = 'admin' AND NOT blocked ORDER BY id FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  if (rows.length <= 1) throw conflict('É o único administrador: dê antes esse perfil a outra pessoa.')
}
