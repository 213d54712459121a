import { addMonths, laterOf, type DateText } from './dates.ts'

/** The settings of the validity of cards. */
export interface CardValidity {
  cardsValidity: string
  cardsValidityYears: string
}

/**
 * Returns the last day of a card that is issued on `day`, or valid from a later admission on; null when its validity has no end or is only that of
 * the QR code.
 */
export function cardValidUntil(
  { cardsValidity, cardsValidityYears }: CardValidity,
  day: DateText,
  admissionDate?: DateText,
): DateText | null {
  const first = laterOf(day, admissionDate)
  if (cardsValidity === 'annual') return `${first.slice(0, 4)}-12-31`
  return cardsValidity === 'years' ? addMonths(first, 12 * Number(cardsValidityYears)) : null
}
