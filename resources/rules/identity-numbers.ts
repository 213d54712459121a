import { compactText, groupText, type TextRule } from './text-rule.ts'

/** Portuguese tax number (NIF or NIPC): nine digits, the last one a check digit modulo 11. */
export const nif: TextRule = {
  normalize: (input) => compactText(input).replace(/^PT/, ''),
  problem(value) {
    if (!/^\d{9}$/.test(value)) return 'O NIF tem de ter 9 algarismos.'
    if (value.startsWith('0')) return 'NIF inválido: não pode começar por 0.'
    if (Number(value[8]) !== nifCheckDigit(value)) {
      return 'NIF inválido: o algarismo de controlo não confere.'
    }
    if (value === consumerFinalNif) {
      return 'O NIF 999999990 é o de consumidor final e não identifica ninguém.'
    }
    return undefined
  },
  warning(value) {
    if (value.startsWith('8')) return 'Este NIF é de uma série que já não se usa. Confirme-o.'
    if (!listedPrefix.test(value)) return 'Este NIF começa por algarismos pouco habituais. Confirme-o.'
    return undefined
  },
  format: (value) => (/^\d{9}$/.test(value) ? groupText(value, 3, 3) : value),
}

/** NIF of anonymous buyers in shops: valid check digit, but it identifies nobody. */
export const consumerFinalNif = '999999990'

/** Returns the check digit of the first eight digits: weights 9 to 2, results 10 and 11 become 0. */
export function nifCheckDigit(digits: string): number {
  let sum = 0
  for (let index = 0; index < 8; index++) sum += (9 - index) * Number(digits[index])
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Returns whether a normalised NIF is that of a legal person: begins with 5, 6, 7 or 9. */
export function isLegalPersonNif(value: string): boolean {
  return /^[5679]\d{8}$/.test(value)
}

/** Returns whether a normalised NIF is that of a natural person: begins with 1, 2, 3 or 45. */
export function isNaturalPersonNif(value: string): boolean {
  return /^([123]\d|45)\d{7}$/.test(value)
}

const listedPrefix = /^([12356]|45|7[0124578]|79|9[0189])/

/** VAT number of the European Union with country code; nine digits alone are read as Portuguese. */
export const vatNumber: TextRule = {
  normalize(input) {
    const value = compactText(input)
    if (/^\d{9}$/.test(value)) return `PT${value}`
    return value.replace(/^GR/, 'EL')
  },
  problem(value) {
    const pattern = patterns[value.slice(0, 2)]
    if (!pattern) return 'O número de IVA começa pelo código do país, como em PT501964843.'
    const national = value.slice(2)
    if (!pattern.test(national)) return 'Número de IVA inválido para este país.'
    return value.startsWith('PT') ? nif.problem(national) : undefined
  },
  format: (value) => value,
}

// Greece uses EL and Northern Ireland XI. Only the format is checked, except for Portugal.
const patterns: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

const weights = [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]

/** Portuguese social security number: eleven digits, the last one a check digit with prime weights. */
export const niss: TextRule = {
  normalize: compactText,
  problem(value) {
    if (!/^\d{11}$/.test(value)) return 'O NISS tem de ter 11 algarismos.'
    const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0)
    return Number(value[10]) === 9 - (sum % 10)
      ? undefined
      : 'NISS inválido: o algarismo de controlo não confere.'
  },
  warning: (value) =>
    /^[12]/.test(value) ? undefined : 'Um NISS costuma começar por 1 (pessoa) ou 2 (entidade). Confirme-o.',
  format: (value) => value,
}

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
