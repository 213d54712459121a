import type { TextRule } from './text-rule.ts'

/** Portuguese postal code (CP7), `4050-262`; input may lack the hyphen. Checks the format only. */
export const postalCode: TextRule = {
  normalize(input) {
    const value = input.normalize('NFC').trim()
    const parts = /^(\d{4})\s*[-‐‑‒–—]?\s*(\d{3})$/.exec(value)
    return parts ? `${parts[1]}-${parts[2]}` : value
  },
  problem: (value) =>
    /^[1-9]\d{3}-\d{3}$/.test(value) ? undefined : 'O código postal tem a forma 1234-567.',
  format: (value) => value,
}

/** Postal code of imported lists: also accepts the four digits used before 1998, with a warning. */
export const importedPostalCode: TextRule = {
  ...postalCode,
  problem: (value) => (isShort(value) ? undefined : postalCode.problem(value)),
  warning: (value) =>
    isShort(value) ? 'Código postal antigo, só com 4 algarismos. Complete-o quando puder.' : undefined,
}

const foreignPostalCode: TextRule = {
  normalize: (input) => input.normalize('NFC').trim().replace(/\s+/g, ' '),
  problem: (value) => (value.length <= 12 ? undefined : 'O código postal tem no máximo 12 caracteres.'),
  format: (value) => value,
}

/** Returns the rule for a country (ISO code): outside Portugal, free text of up to 12 characters. */
export function postalCodeFor(country: string | undefined): TextRule {
  return country == null || country === '' || country === 'PT' ? postalCode : foreignPostalCode
}

function isShort(value: string): boolean {
  return /^[1-9]\d{3}$/.test(value)
}
