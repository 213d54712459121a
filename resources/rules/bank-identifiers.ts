import { compactText, type TextRule } from './text-rule.ts'

/**
 * Returns the remainder of a string of digits divided by 97. Computed in blocks, since long numbers exceed the precision of floats.
 * Source: ISO 7064 MOD 97-10.
 */
export function mod97(digits: string): number {
  let rest = 0
  for (let start = 0; start < digits.length; start += 7) {
    const block = digits.slice(start, start + 7)
    rest = (rest * 10 ** block.length + Number(block)) % 97
  }
  return rest
}

/** Returns the two check digits that give `digits` a remainder of 1 when appended. */
export function mod97CheckDigits(digits: string): string {
  return String(98 - mod97(`${digits}00`)).padStart(2, '0')
}

/** Replaces letters by two digits, A = 10 to Z = 35, as in IBAN and SEPA creditor identifiers. */
export function lettersToDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
}

/** Formats a normalised IBAN in groups of four: `PT50 0002 0123 1234 5678 9015 4`. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Masks a normalised IBAN for lists: `PT50 •••• … 0154`. */
export function maskIban(iban: string): string {
  return iban.length < 12 ? '••••' : `${iban.slice(0, 4)} •••• … ${iban.slice(-4)}`
}

const bicByBank: Record<string, string> = {
  '0007': 'BESCPTPL',
  '0010': 'BBPIPTPL',
  '0018': 'TOTAPTPL',
  '0033': 'BCOMPTPL',
  '0035': 'CGDIPTPL',
  '0036': 'MPIOPTPL',
  '0045': 'CCCMPTPL',
  '0193': 'CTTVPTPL',
}

/** Returns the BIC of the bank of a normalised Portuguese IBAN; undefined for smaller banks and other countries. */
export function bicOfIban(iban: string): string | undefined {
  return iban.startsWith('PT50') ? bicByBank[iban.slice(4, 8)] : undefined
}

/** BIC (SWIFT code): four letters, country, two characters and an optional branch code of three. */
export const bic: TextRule = {
  normalize: compactText,
  problem: (value) =>
    /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value)
      ? undefined
      : 'O BIC tem 8 ou 11 caracteres, como em CGDIPTPL.',
  format: (value) => value,
}

/** Portuguese SEPA creditor identifier: PT, two check digits, business code (not checked), national number. */
export const sepaCreditorId: TextRule = {
  normalize: compactText,
  problem(value) {
    const parts = /^PT(\d{2})[A-Z0-9]{3}(\d{6,28})$/.exec(value)
    if (!parts) return 'O identificador de credor tem a forma PT00ZZZ000000.'
    return mod97CheckDigits(lettersToDigits(`${parts[2]}PT`)) === parts[1]
      ? undefined
      : 'Identificador de credor inválido: os algarismos de controlo não conferem.'
  },
  format: (value) => value,
}
