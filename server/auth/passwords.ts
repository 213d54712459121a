import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), parameters)
}

let dummyHash: Promise<string> | undefined

/** Whether the password is right. Without a hash it takes the same time and returns false: timing must not reveal accounts. */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const right = await verify(passwordHash ?? (await dummyHash), password.normalize('NFC'))
  return right && Boolean(passwordHash)
}
