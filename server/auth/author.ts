import type { AccessRule, Caller } from '@agremia/resources/access.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Querying } from '../database/querying.ts'
import { findAccount } from './accounts.ts'
import { withHidden } from './hidden-kinds.ts'

/** Who asked for background work. */
export interface Author {
  accountId: string | null
  name: string | null
  address: string | null
}

/** The author's account has lost its access. The message is for the staff. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/** The caller of the author's account in its current state. Throws `NotAllowed`. */
export async function callerOf(
  db: Querying,
  { accountId, name, address }: Author,
  { access, settings }: { access: AccessRule; settings: Settings },
): Promise<{ caller: Caller; address: string | null }> {
  const account = accountId === null ? undefined : await findAccount(db, accountId)
  if (!account) throw new NotAllowed(`A conta de ${name ?? 'quem pediu'} já não existe. ${rest}`)
  if (account.blocked) throw new NotAllowed(`A conta de ${account.name} está bloqueada. ${rest}`)
  const { id, role, personId } = account
  const caller = withHidden({ id, name: account.name, role, personId }, settings)
  if (access(caller) === false)
    throw new NotAllowed(`${account.name} já não tem permissão para esta tarefa. ${rest}`)
  return { caller, address }
}

const rest = 'O que falta não foi feito; quem tiver permissão pode continuar.'
