import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'breached-passwords.bin')

let known: Set<number> | undefined

/** Whether the password is one of the 50 000 most frequent that were made public and that `passwordProblem` accepts. */
export function isBreached(password: string): boolean {
  known ??= readHashes()
  return known.has(passwordHash(password))
}

/** `scripts/breached-passwords.mjs` writes the file: 32 bits each in the order of bytes of common processors. */
function readHashes(): Set<number> {
  const bytes = readFileSync(file)
  return new Set(Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4)))
}

/** 32 bits of a hash, without case: one of 86 000 other passwords is refused too. */
export function passwordHash(password: string): number {
  return createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest().readUInt32LE()
}
