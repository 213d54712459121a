import { commonPasswords } from './common-passwords.ts'
import { searchWords } from './fold.ts'

/** The owner of a password, on whose names and email it must not be based. */
export interface PasswordOwner {
  name?: string
  email?: string
  /** The name of the organisation. */
  organisation?: string
}

export const passwordMinLength = 10
export const passwordMaxLength = 200

/**
 * Returns what is wrong with a new password, in Portuguese; undefined when it is accepted. It must have 10 to 200 characters and
 * must not be easy to guess: common passwords, repetitions, sequences, the names or the email of the owner.
 */
export function passwordProblem(password: string, owner: PasswordOwner = {}): string | undefined {
  const length = [...password].length
  if (length < passwordMinLength) {
    return `A palavra-passe tem de ter pelo menos ${passwordMinLength} caracteres.`
  }
  if (length > passwordMaxLength) return `A palavra-passe tem no máximo ${passwordMaxLength} caracteres.`
  const plain = fold(password)
  if (isMonotonous(plain)) return 'Palavra-passe demasiado previsível: evite repetições e sequências.'
  if (isBasedOn(plain, ownWords(owner))) {
    return 'A palavra-passe não pode assentar no nome, no email, no nome da organização nem na palavra «agremia».'
  }
  return isCommon(plain) ? 'Esta palavra-passe é das mais usadas. Escolha outra.' : undefined
}

/** Minimum number of characters that remain without years and guessable words. */
const minOwnCharacters = 8

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjklc',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')])

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Few different characters, a repeated piece, or almost only sequences of the alphabet or the keyboard. */
function isMonotonous(plain: string): boolean {
  if (new Set(plain).size < 5) return true
  if (/^(.{1,8}?)\1+.{0,2}$/su.test(plain)) return true
  return withoutRuns(plain).length < 4
}

function withoutRuns(plain: string): string {
  let rest = ''
  for (let start = 0; start < plain.length;) {
    let end = start + 1
    while (end < plain.length && isRun(plain.slice(start, end + 1))) end++
    if (end - start >= 3) start = end
    else rest += plain[start++]
  }
  return rest
}

function isRun(piece: string): boolean {
  return /^(.)\1*$/su.test(piece) || runs.some((run) => run.includes(piece))
}

/** Recognises common words also with digits and signs around them, with substituted characters (`p4$$w0rd`), or repeated. */
function isCommon(plain: string): boolean {
  return [plain, withoutLeet(plain)].some((text) => {
    const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    const letters = core.replace(/[\s._-]+/g, '')
    const twice = /^(.+)\1$/su.exec(letters)?.[1]
    return commonPasswords.has(letters) || (twice != null && commonPasswords.has(twice))
  })
}

function withoutLeet(plain: string): string {
  const end = plain.search(/[\d\p{P}\p{S}\s]*$/u)
  return plain.slice(0, end).replace(/[013457@$!]/g, (sign) => leet[sign]!)
}

function isBasedOn(plain: string, words: string[]): boolean {
  return [plain, withoutLeet(plain)].some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text)
    if (rest === text) return false
    return rest.replace(/(19|20)\d\d/g, '').replace(/[^\p{L}\p{N}]/gu, '').length < minOwnCharacters
  })
}

/** Longest first, so that removing a short name does not leave parts of a longer one that contains it. */
function ownWords({ name = '', email = '', organisation = '' }: PasswordOwner): string[] {
  // Without the top-level domain: `com` and others occur in ordinary words.
  const words = searchWords(`${name} ${email.replace(/\.[^.@]*$/, '')} ${organisation} agremia`)
  return words.filter((word) => word.length >= 3).sort((one, other) => other.length - one.length)
}
