import { allows, isWriter } from '@agremia/resources/access.ts'
import type { Role } from '@agremia/resources/access.ts'
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
import { conflict, invalid } from '../errors.ts'
import { noteHeld } from '../held-messages.ts'
import { announce } from '../messages/index.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, Area, Context, HookContext, World } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import {
  blockAccount,
  endAccessOfTheDay,
  endAccessWithState,
  findHeldAccess,
  isLastAdministrator,
  issuedSecrets,
  lastAdministrator,
  ownAccount,
  revokeIssuedSecrets,
  secretsProblem,
} from './end-access.ts'
import { loginLinkRoute } from './login-link.ts'
import { accountRoutes, accountTask } from './member-accounts.ts'
import type { StoredValues } from '../rest/find-record.ts'
import type { FieldMessages } from '../errors.ts'

export { findLeavers } from './end-access.ts'

export const usersArea: Area = {
  resources: [
    resourceModule({
      definition: users,
      hooks: {
        confirm: confirmCredentials,
        async validate(context) {
          const { values, merged, before, caller, id, world } = context
          const password = values.password
          if (before && id === caller.id) return rejectOwnCredentials(before, values)
          const secrets = losesStaffAccess(context)
            ? await secretsProblem(context, id, values.endsSecrets)
            : undefined
          if (secrets) return { errors: { endsSecrets: [secrets] } }
          if (typeof password !== 'string') return undefined
          const problem = newPasswordProblem(password, {
            name: String(merged.name ?? ''),
            email: String(merged.email ?? ''),
            organisation: (await world.organisation.terminology()).name,
          })
          return problem ? { errors: { password: [problem] } } : undefined
        },
        async beforeSave(context) {
          const { values, set } = context
          // It was checked, and is not a change of this account.
          set({ ownPassword: undefined })
          if (typeof values.password === 'string')
            set({}, { password_hash: await hashPassword(values.password) })
          if (context.before)
            await requireOtherAdministrator(context, context.before, losesAdminRole(context))
        },
        async afterSave(context) {
          const { before, values } = context
          if (!before) {
            if (typeof values.password === 'string') return
            const messageId = await sendAccountLink(context, accountOf(context))
            if (messageId === undefined) noteHeld(context.db, 'switchedOff')
            return
          }
          const hasNewEmail = changesEmail(before, values)
          if (hasNewEmail) await endCredentials(context, context.id, 'newEmail')
          else if ('password' in values) await endCredentials(context, context.id, 'newPassword')
          else if ('role' in values) await endCredentials(context, context.id, 'newRole')
          else if ('blocked' in values) await endCredentials(context, context.id, 'blocked')
          if (hasNewEmail) await notifyFormerEmail(context, before)
          if (values.endsSecrets === true && losesStaffAccess(context))
            await revokeIssuedSecrets(context, context.id)
        },
        async beforeDelete(context) {
          if (context.record._id === context.caller.id)
            throw conflict('Não pode eliminar a sua própria conta.')
          await requireOtherAdministrator(context, context.record, true)
          const { length } = await issuedSecrets(context, context.record._id)
          if (length > 0)
            throw conflict('Gerou chaves de API que valem: bloqueie antes a conta, ou revogue-as.')
        },
      },
      actions: { sendLink, endSessions, resetTwoSteps, block },
      computed: { twoSteps: twoStepsColumn },
    }),
  ],
  on: {
    stateChanged: endAccessWithState,
    accessOfMembers: (event) => findHeldAccess(event, event.memberIds),
  },
  daily: (db, today, _settings, world) => endAccessOfTheDay(db, today, world),
  bulkTasks: { accounts: accountTask },
  routes(app, world) {
    accountRoutes(app, world)
    loginLinkRoute(app, world)
  },
}

function accountOf({ id, merged }: Pick<HookContext<typeof users>, 'id' | 'merged'>): AccountFields {
  return { ...(merged as unknown as AccountFields), id }
}

interface AccountFields {
  id: string
  name: string
  email: string
  personId: string | null
}

/** Throws 409 while messages of new accounts are disabled. */
async function sendLink(call: ActionCall<typeof users, 'sendLink'>): Promise<undefined> {
  const id = await sendAccountLink(call, accountOf({ id: call.record._id, merged: call.record }))
  if (id === undefined)
    throw conflict('A mensagem «Conta criada» está desligada na configuração de mensagens.')
  await recordAudit(call, [{ resource: 'users', id: call.record._id, action: 'sendLink', changes: [] }])
  return undefined
}

async function endSessions(call: ActionCall<typeof users, 'endSessions'>): Promise<undefined> {
  await endCredentials(call, call.record._id, 'endSessions')
  await recordAudit(call, [{ resource: 'users', id: call.record._id, action: 'endSessions', changes: [] }])
  return undefined
}

function changesEmail(before: StoredValues, values: StoredValues): boolean {
  return 'email' in values && values.email !== before.email
}

/**
 * Users change their own email and password only in the profile, which asks for the password: an access token alone must not suffice. Nobody
 * blocks their own account.
 */
function rejectOwnCredentials(before: StoredValues, values: StoredValues): { errors: FieldMessages } {
  const errors: FieldMessages = {}
  if (changesEmail(before, values))
    errors['email'] = ['O seu email muda-se no perfil, com a palavra-passe e uma ligação enviada ao novo.']
  if (typeof values.password === 'string')
    errors['password'] = ['A sua palavra-passe muda-se no perfil, com a atual.']
  if (values.blocked === true) errors['blocked'] = [ownAccount]
  return { errors }
}

/** A new email or password of somebody else needs the own password: an access token alone must not suffice. Throws 422, 429. */
async function confirmCredentials(world: World, request: FastifyRequest, id: string): Promise<void> {
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

/** Whether a save blocks the account, or takes the work of the staff from it. */
function losesStaffAccess({ before, values }: HookContext<typeof users>): boolean {
  const isDemoted = values.role !== undefined && !isWriter({ role: values.role as Role })
  return before !== null && (values.blocked === true || isDemoted)
}

function losesAdminRole({ values }: HookContext<typeof users>): boolean {
  return ('role' in values && values.role !== 'admin') || values.blocked === true
}

/** Throws 409 when no administrator would be left. */
async function requireOtherAdministrator(
  { db }: Pick<Context, 'db'>,
  record: Record<string, unknown>,
  losesRole: boolean,
): Promise<void> {
  if (losesRole && (await isLastAdministrator(db, record))) throw conflict(lastAdministrator)
}

/** Blocks an account. Throws 409 for the own account and the last administrator, and 422 when the caller may not revoke secrets. */
async function block(call: ActionCall<typeof users, 'block'>): Promise<undefined> {
  const { record, caller, input } = call
  if (record._id === caller.id) throw conflict(ownAccount)
  await requireOtherAdministrator(call, record, true)
  const endsSecrets = input.endsSecrets === true
  const problem = await secretsProblem(call, record._id, endsSecrets)
  if (problem) throw invalid({ endsSecrets: [problem] })
  await blockAccount(call, record._id)
  if (endsSecrets) await revokeIssuedSecrets(call, record._id)
  return undefined
}
