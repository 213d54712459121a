// Writes server/auth/breached-passwords.bin from a list of passwords that were made public, one a line, the most frequent first:
// node scripts/breached-passwords.mjs 10-million-password-list-top-1000000.txt
// The list is of SecLists (MIT): github.com/danielmiessler/SecLists, Passwords/Common-Credentials.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordProblem } from '../resources/rules/password.ts'
import { passwordHash } from '../server/auth/breached-passwords.ts'
import { ROOT } from './paths.mjs'
import { print } from './print.mjs'

const count = 50_000

const lines = readFileSync(process.argv[2], 'utf8').split('\n')
const hashes = new Set()
for (const line of lines) {
  // The rules refuse the others without a list.
  if (hashes.size < count && passwordProblem(line) === undefined) hashes.add(passwordHash(line))
}
const file = Uint32Array.from(hashes).sort()
writeFileSync(join(ROOT, 'server/auth/breached-passwords.bin'), file)
print(`${file.length} passwords`)
