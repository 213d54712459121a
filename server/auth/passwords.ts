import { passwordProblem, type PasswordOwner } from '@agremia/resources/rules/password.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import type { AccountWithPassword } from './accounts.ts'
import { findAccountWithPassword } from './accounts.ts'
import type { Subject } from './attempts.ts'
import { isBreached } from './breached-passwords.ts'
import { deleteAttempts, uncountAttempt, limitAttempts } from './attempts.ts'
import { isSignedInByLink, requireUser, sessionExpired } from './caller.ts'
import { findKnownDevice } from './tokens.ts'
import { rare } from '../rare.ts'
import type { World } from '../rest/modules.ts'

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return rare.argon2().hash(password.normalize('NFC'), parameters)
}

/** Validates a new password. Returns the error message in Portuguese; undefined when it is valid. */
export function newPasswordProblem(password: string, owner: Required<PasswordOwner>): string | undefined {
  const problem = passwordProblem(password, owner)
  if (problem !== undefined || !isBreached(password)) return problem
  return 'Esta palavra-passe já apareceu em listas públicas. Escolha outra.'
}

let dummyHash: Promise<string> | undefined

/** Whether the password is right. Without a hash it takes the same time and returns false: timing must not reveal accounts. */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const right = await rare.argon2().verify(passwordHash ?? (await dummyHash), password.normalize('NFC'))
  return right && Boolean(passwordHash)
}

const wrongPassword = 'A palavra-passe atual não está certa.'
const neededPassword = 'Escreva a palavra-passe atual. Se não a sabe, saia e entre por ligação.'

interface PasswordCheck {
  email: string
  password: string
  /** Undefined when no account has the email; its attempts are limited in the same way. */
  account: AccountWithPassword | undefined
}

/**
 * Whether the password is right. Throws 429 after too many attempts. A known device has its own limit, so that guesses from elsewhere do
 * not lock out the owner.
 */
export async function checkPassword(
  world: World,
  request: FastifyRequest,
  { email, password, account }: PasswordCheck,
): Promise<boolean> {
  const who = email.trim()
  const device = account && (await findKnownDevice(world, request, account))
  const ownSubject: Subject =
    device === undefined ? ['accountFromAddress', `${who} ${request.ip}`] : ['accountFromDevice', device]
  const sharedSubjects: Subject[] = [['address', request.ip]]
  if (device === undefined) sharedSubjects.push(['account', who])
  await limitAttempts(world, [ownSubject, ...sharedSubjects])
  if (!(await isPassword(password, account?.passwordHash))) return false
  await deleteAttempts(world, ownSubject)
  await uncountAttempt(world, sharedSubjects)
  return true
}

/** Returns the caller's account after checking the password, which is not needed after sign-in by link. Throws 401, 422, 429. */
export async function requireOwner(
  world: World,
  request: FastifyRequest,
  { field, password }: { field: string; password: string },
): Promise<AccountWithPassword> {
  const { id } = requireUser(request.caller)
  const account = await findAccountWithPassword(world.database.pool, { id })
  if (!account) throw sessionExpired()
  if (await isSignedInByLink(world, request)) return account
  // Without a password there is nothing to guess: not counted.
  if (password === '') throw invalid({ [field]: [neededPassword] })
  if (!(await checkPassword(world, request, { email: account.email, password, account })))
    throw invalid({ [field]: [wrongPassword] })
  return account
}

/** Returns the caller's account after checking the `password` of the request's body, like `requireOwner`. */
export function requirePassword(world: World, request: FastifyRequest): Promise<AccountWithPassword> {
  return requireOwner(world, request, { field: 'password', password: textOf(bodyOf(request)['password']) })
}
