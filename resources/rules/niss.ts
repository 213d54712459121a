import { compactText, type TextRule } from './text-rule.ts'

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
