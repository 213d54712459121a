import type { Sql } from '../database/sql.ts'
import { execute, sql } from '../database/sql.ts'
import { endSessions } from './sessions.ts'
import type { Context } from '../rest/modules.ts'

type Writing = Pick<Context, 'db' | 'changes'>

/**
 * Everything with which somebody gets into an account, or keeps it, and how it ends. Secrets of programs are the organisation's, and end
 * by themselves (`apiSecrets`).
 */
const credentials = {
  /** With their access and refresh tokens, and the known devices. */
  async sessions(writing: Writing, userId: string): Promise<void> {
    await execute(
      writing.db,
      sql`UPDATE users SET token_generation = token_generation + 1 WHERE id = ${userId}`,
    )
    await endSessions(writing, userId)
  },
  /** Links that sign in, of a forgotten password or a new account. */
  links: (writing: Writing, userId: string) =>
    execute(
      writing.db,
      sql`UPDATE login_codes SET used_at = now() WHERE user_id = ${userId} AND used_at IS NULL`,
    ),
  emailChanges: deletedFrom(sql`email_changes`),
  /** Passkeys that are being created. */
  challenges: deletedFrom(sql`passkey_challenges`),
  apps: deletedFrom(sql`authenticator_apps`),
  recoveryCodes: deletedFrom(sql`recovery_codes`),
  passkeys: deletedFrom(sql`passkeys`),
}

function deletedFrom(table: Sql) {
  return ({ db }: Writing, userId: string): Promise<unknown> =>
    execute(db, sql`DELETE FROM ${table} WHERE user_id = ${userId}`)
}

type Credential = keyof typeof credentials

/** What lets somebody in without the password or a passkey. */
const openDoors: readonly Credential[] = ['sessions', 'links', 'emailChanges', 'challenges']

/** Event → the credentials that it ends. A deleted account loses all. */
const endedBy = {
  newPassword: openDoors,
  newEmail: openDoors,
  newRole: openDoors,
  blocked: openDoors,
  endSessions: openDoors,
  resetTwoSteps: [...openDoors, 'apps', 'recoveryCodes', 'passkeys'],
} satisfies Record<string, readonly Credential[]>

/** Ends the credentials of a user that an event ends. */
export async function endCredentials(
  writing: Writing,
  userId: string,
  event: keyof typeof endedBy,
): Promise<void> {
  for (const name of endedBy[event]) await credentials[name](writing, userId)
}
