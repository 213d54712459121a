import type { TextRule } from './text-rule.ts'

export interface SmsCount {
  encoding: 'GSM-7' | 'UCS-2'
  /** Characters used: in GSM-7, `€` and a few others count twice; in UCS-2, an emoji counts twice. */
  length: number
  /** Number of SMS that the operator charges. */
  parts: number
  /** Characters left in the last SMS. */
  left: number
}

/** Counts the SMS of a text: one character outside GSM-7 (such as `ã` or `ç`) reduces the length from 160 to 70. */
export function countSms(text: string): SmsCount {
  const characters = [...text.normalize('NFC')]
  const isGsm = characters.every((character) => gsmPlaces(character) > 0)
  const sizes = characters.map((character) => (isGsm ? gsmPlaces(character) : character.length))
  const length = sizes.reduce((total, size) => total + size, 0)
  const encoding = isGsm ? 'GSM-7' : 'UCS-2'
  const single = isGsm ? 160 : 70
  if (length <= single) return { encoding, length, parts: length > 0 ? 1 : 0, left: single - length }
  const perPart = isGsm ? 153 : 67
  let parts = 1
  let used = 0
  for (const size of sizes) {
    // A character that counts twice is not split between two SMS.
    if (used + size > perPart) {
      parts++
      used = 0
    }
    used += size
  }
  return { encoding, length, parts, left: perPart - used }
}

/** Replaces characters outside GSM-7: `ã` → `a`, `ç` → `c`, `–` → `-`, `«` → `"`. Characters of GSM-7, such as `é`, stay. */
export function removeSmsAccents(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => {
      if (gsmPlaces(character) > 0) return character
      const plain = replacements[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
      return [...plain].every((part) => gsmPlaces(part) > 0) ? plain : character
    })
    .join('')
}

/** Sender name of SMS: at most 11 letters and digits without accents, at least one letter. */
export const smsSender: TextRule = {
  normalize: (input) => input.normalize('NFC').trim(),
  problem: (value) =>
    /^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/.test(value)
      ? undefined
      : 'O remetente tem no máximo 11 letras ou algarismos, sem acentos nem espaços.',
  format: (value) => value,
}

// Source: 3GPP TS 23.038, default alphabet and its extension table.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

const replacements: Record<string, string> = {
  '–': '-',
  '\u2212': '-',
  '—': '-',
  '•': '-',
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '`': "'",
  '\t': ' ',
}

function gsmPlaces(character: string): 0 | 1 | 2 {
  if (basic.has(character)) return 1
  return extended.has(character) ? 2 : 0
}
