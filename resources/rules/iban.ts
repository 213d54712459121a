import { getCountrySpecifications, isSEPACountry, isValidIBAN } from 'ibantools'
import { formatIban, mod97CheckDigits } from './bank-identifiers.ts'
import { compactText, type TextRule } from './text-rule.ts'

export { bicOfIban, formatIban, maskIban } from './bank-identifiers.ts'

/** IBAN of any SEPA country. Portuguese ones begin with PT50 and contain a NIB with check digits of its own. */
export const iban: TextRule = {
  normalize(input) {
    const value = compactText(input).replace(/^IBAN:?/, '')
    return isNib(value) ? `PT50${value}` : value
  },
  problem(value) {
    const country = value.slice(0, 2)
    if (country === 'PT') return portugueseProblem(value)
    const length = getCountrySpecifications()[country]?.chars
    if (length == null) return 'IBAN inválido: comece pelo código do país, como em PT50.'
    if (!isSEPACountry(country) && !newInSepa.has(country)) {
      return 'Só são aceites contas de países da zona SEPA.'
    }
    if (value.length !== length) return `Um IBAN deste país tem ${length} caracteres.`
    return isValidIBAN(value) ? undefined : wrongCheck
  },
  format: formatIban,
}

const wrongCheck = 'IBAN inválido: os algarismos de controlo não conferem.'

/** The countries of the European Economic Area: for an account in another one, a direct debit has the address of the debtor (EPC016-06). */
export const eeaCountries =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')

// Countries that joined SEPA in 2024 and 2025, which the library does not have yet.
const newInSepa = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])

/** The check digits of a Portuguese IBAN are always 50, because a valid NIB has a remainder of 1. */
function portugueseProblem(value: string): string | undefined {
  if (!/^PT50\d{21}$/.test(value)) return 'Um IBAN português começa por PT50 e tem 25 caracteres.'
  return isNib(value.slice(4)) ? undefined : wrongCheck
}

function isNib(value: string): boolean {
  return /^\d{21}$/.test(value) && mod97CheckDigits(value.slice(0, 19)) === value.slice(19)
}
