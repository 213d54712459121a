import { addMonths, laterOf, type DateText } from './dates.ts'

/** The settings of the validity of cards. */
export interface CardValidity {
  cardsValidity: string
  cardsValidityYears: string
}

/** Months before the end of a year from which cards that are valid until its end are issued for the next one. */
export const monthsBeforeYear = 3

/**
 * Returns the last day of a card that is issued on `day`, or valid from a later admission on; null when its validity has no end or is only that of
 * the QR code. Cards until the end of the year that are issued from 1 October on are those of the next year.
 */
export function cardValidUntil(
  { cardsValidity, cardsValidityYears }: CardValidity,
  day: DateText,
  admissionDate?: DateText,
): DateText | null {
  const first = laterOf(day, admissionDate)
  if (cardsValidity === 'annual') return endOfYear(addMonths(first, monthsBeforeYear))
  return cardsValidity === 'years' ? addMonths(first, 12 * Number(cardsValidityYears)) : null
}

/** Returns the last day that cards issued on `day` may have besides the one of `cardValidUntil`: from 1 October on, the end of the year. */
export function otherCardValidUntil(settings: CardValidity, day: DateText): DateText | undefined {
  const other = endOfYear(day)
  return settings.cardsValidity === 'annual' && other !== cardValidUntil(settings, day) ? other : undefined
}

function endOfYear(day: DateText): DateText {
  return `${day.slice(0, 4)}-12-31`
}
