import { plainForm } from './fold.ts'
import type { TextRule } from './text-rule.ts'

const allowed = /[^A-Za-z0-9/\-?:().,'+ ]/g

/**
 * Converts text to the characters of SEPA files: Latin letters without accents (`Łukasz Strauß` is `Lukasz Strauss`), digits, space and
 * `/ - ? : ( ) . , ' +`. At most `max` characters. Source: EPC217-08, SEPA best practices on characters.
 */
export function sepaText(text: string, max: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, plainForm)
    .replaceAll('&', '+')
    .replaceAll('€', 'EUR')
    .replace(/[‘’`´]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(allowed, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim()
}

/** Whether a name has a letter that SEPA files may have: those of other scripts have none. */
export function hasSepaLetters(name: string): boolean {
  return /[A-Za-z]/.test(sepaText(name, name.length))
}

/** A reference in SEPA files: at most 35 characters without spaces; slashes neither at the ends nor doubled. */
export const sepaReference: TextRule = {
  normalize: (input) => input.trim(),
  problem(value) {
    if (value.length > 35) return 'No máximo 35 caracteres.'
    if (!/^[A-Za-z0-9/\-?:().,'+]+$/.test(value))
      return "Use letras sem acentos, algarismos e / - ? : ( ) . , ' +, sem espaços."
    return value.startsWith('/') || value.endsWith('/') || value.includes('//')
      ? 'A barra não pode estar no princípio, no fim, nem repetida.'
      : undefined
  },
  format: (value) => value,
}
