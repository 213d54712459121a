import { nif } from './nif.ts'
import { compactText, type TextRule } from './text-rule.ts'

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
