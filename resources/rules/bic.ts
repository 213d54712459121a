import { compactText, type TextRule } from './text-rule.ts'

/** BIC (SWIFT code): four letters, country, two characters and an optional branch code of three. */
export const bic: TextRule = {
  normalize: compactText,
  problem: (value) =>
    /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value)
      ? undefined
      : 'O BIC tem 8 ou 11 caracteres, como em CGDIPTPL.',
  format: (value) => value,
}
