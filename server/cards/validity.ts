import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { addMonths } from '@agremia/resources/rules/dates.ts'

/** The last day of a card issued on `day`, by the settings; null when its validity has no end or is only that of the QR code. */
export function validUntilOf(settings: Settings, day: string): string | null {
  switch (settings.cardsValidity) {
    case 'annual':
      return `${day.slice(0, 4)}-12-31`
    case 'years':
      return addMonths(day, 12 * Number(settings.cardsValidityYears))
    default:
      return null
  }
}
