import { passwordProblem } from '@agremia/resources/rules/password.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import { hashPassword, revokeTokens } from '../auth/index.ts'
import type { Context } from '../context.ts'
import { conflict } from '../errors.ts'
import type { Area, WriteContext } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'

export const usersArea: Area = {
  resources: [
    resourceModule({
      definition: users,
      hooks: {
        validate: async ({ values, merged }) => {
          const password = values['password']
          if (typeof password !== 'string') return undefined
          const problem = passwordProblem(password, {
            name: String(merged['name'] ?? ''),
            email: String(merged['email'] ?? ''),
          })
          return problem ? { errors: { password: [problem] } } : undefined
        },
        async beforeSave(context) {
          const { values, internal } = context
          if (typeof values['password'] === 'string')
            internal['password_hash'] = await hashPassword(values['password'])
          if (context.before) await keepAnAdministrator(context, context.before, losesPower(context))
        },
        async afterSave(context) {
          const { before, values } = context
          if (before && ('password' in values || 'role' in values || 'blocked' in values))
            await revokeTokens(context.db, context.id)
        },
        async beforeDelete(context) {
          if (context.record._id === context.caller.id)
            throw conflict('Não pode eliminar a sua própria conta.')
          await keepAnAdministrator(context, context.record, true)
        },
      },
    }),
  ],
}

function losesPower({ values }: WriteContext): boolean {
  return ('role' in values && values['role'] !== 'admin') || values['blocked'] === true
}

/**
 * Throws 409 when the organisation would be left without an administrator. Locks all of them: otherwise two who lose the role
 * at once each see the other. Does not block sign-ins, whose tokens refer to the account.
 */
async function keepAnAdministrator(
  { db }: Context,
  record: Record<string, unknown>,
  loses: boolean,
): Promise<void> {
  if (!loses || record['role'] !== 'admin' || record['blocked'] === true) return
  const { rows } = await db.query({
    text: `SELECT id FROM users WHERE role = 'admin' AND NOT blocked ORDER BY id FOR NO KEY UPDATE`,
  })
  if (rows.length <= 1) throw conflict('É o único administrador: dê antes esse perfil a outra pessoa.')
}
