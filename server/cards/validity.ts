import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { addMonths } from '@agremia/resources/rules/dates.ts'

/** Until when a card issued on a day is good; null for one that is as long as its member belongs, or asks the QR code. */
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
