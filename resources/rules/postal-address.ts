import { countryName } from '../countries.ts'
import { postalCode } from './postal-code.ts'

export interface PostalAddress {
  address?: string | null
  postalCode?: string | null
  city?: string | null
  /** ISO code; none is Portugal. */
  country?: string | null
}

/** An address as the post wants it on paper, a line each: the town in capitals, and the country where it is another. */
export function postalLines({ address, postalCode: code, city, country }: PostalAddress): string[] {
  const isAbroad = country != null && country !== '' && country !== 'PT'
  const shownCode = code && !isAbroad ? (postalCode.format?.(code) ?? code) : code
  return [
    address ?? '',
    [shownCode, city && inCapitals(city)].filter(Boolean).join(' '),
    isAbroad ? inCapitals(countryName(country)) : '',
  ].filter((line) => line !== '')
}

/** An address that was written as one text, with the town after its postal code in capitals. */
export function withTownInCapitals(text: string): string {
  return text.replace(
    /(\b\d{4}-\d{3})(\s+)([^,;·\n]+)/gu,
    (_, code: string, space: string, town: string) => code + space + inCapitals(town),
  )
}

function inCapitals(text: string): string {
  return text.toLocaleUpperCase('pt-PT')
}
