import { lettersToDigits, mod97CheckDigits } from './mod97.ts'
import { compactText, type TextRule } from './text-rule.ts'

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
