import { nifCheckDigit } from './nif.ts'
import { compactText, groupText, type TextRule } from './text-rule.ts'

/** Number of the Cartão de Cidadão: civil number (8), its old check digit, document version (2), check digit. */
export const citizenCard: TextRule = {
  normalize(input) {
    const value = compactText(input)
    // Civil numbers below ten million are printed without leading zeros; the letter of the version shows where they end.
    return /^\d{5,8}[A-Z][0-9A-Z]\d$/.test(value) ? value.padStart(12, '0') : value
  },
  problem(value) {
    if (!pattern.test(value)) {
      return 'O número do Cartão de Cidadão tem 12 caracteres, como em 04521224 4 ZZ7.'
    }
    return luhnSum(value) % 10 === 0
      ? undefined
      : 'Número do Cartão de Cidadão inválido: o algarismo de controlo não confere.'
  },
  warning(value) {
    if (!pattern.test(value) || Number(value[8]) === nifCheckDigit(value)) return undefined
    return 'O 9.º algarismo não é o esperado. Confirme o número no cartão.'
  },
  format: (value) => (pattern.test(value) ? groupText(value, 8, 1) : value),
}

/** Returns the civil identification number of a normalised card number, which does not change when the card is renewed. */
export function civilNumberOf(value: string): string {
  return value.slice(0, 8)
}

const pattern = /^\d{9}[0-9A-Z]{2}\d$/

/** Luhn sum in base 36: from the right, every second character counts double. */
function luhnSum(value: string): number {
  return [...value].reverse().reduce((total, character, index) => {
    const single = Number.parseInt(character, 36)
    if (index % 2 === 0) return total + single
    const doubled = 2 * single
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
}
