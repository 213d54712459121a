import type { TextRule } from './text-rule.ts'

/** Name of a natural or legal person: 2 to 200 characters with at least one letter. */
export const personName: TextRule = {
  normalize: (input) =>
    input
      .normalize('NFC')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(/\p{Cf}/gu, '')
      .trim(),
  problem(value) {
    if (value.length < 2 || !/\p{L}/u.test(value)) return 'Indique o nome completo.'
    return value.length > 200 ? 'O nome tem no máximo 200 caracteres.' : undefined
  },
  format: (value) => value,
}
