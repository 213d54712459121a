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
