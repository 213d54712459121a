import { countryName } from '../countries.ts'
import { postalCode } from './postal-code.ts'

export interface PostalAddress {
  address?: string | null
  postalCode?: string | null
  city?: string | null
  /** ISO code; empty means Portugal. */
  country?: string | null
}

/** Returns the lines of a postal address: the town in capitals, and the country when it is not Portugal. */
export function postalLines({ address, postalCode: code, city, country }: PostalAddress): string[] {
  const isAbroad = country != null && country !== '' && country !== 'PT'
  const formattedCode = code && !isAbroad ? (postalCode.format?.(code) ?? code) : code
  return [
    address ?? '',
    [formattedCode, city && inCapitals(city)].filter(Boolean).join(' '),
    isAbroad ? inCapitals(countryName(country)) : '',
  ].filter((line) => line !== '')
}

/** Whom a letter is for. */
export interface Addressee extends PostalAddress {
  name: string
  /** Of a minor. */
  guardian?: string | null
  /** Of a legal person. */
  representative?: string | null
}

/** Returns the lines of an envelope: the name, who opens the letter for a minor or a legal person (`A/C`), and the address. */
export function envelopeLines({ name, guardian, representative, ...address }: Addressee): string[] {
  const opener = guardian || representative
  return [name, ...(opener ? [`A/C ${opener}`] : []), ...postalLines(address)]
}

/** Converts the town after a postal code to capitals, in an address that is one text. */
export function upperCaseTown(text: string): string {
  return text.replace(
    /(\b\d{4}-\d{3})(\s+)([^,;·\n]+)/gu,
    (_, code: string, space: string, town: string) => code + space + inCapitals(town),
  )
}

function inCapitals(text: string): string {
  return text.toLocaleUpperCase('pt-PT')
}
