import { addMonths, daysBetween, todayIn, type DateText } from './dates.ts'
import { lazy } from './once.ts'

/**
 * Formats the distance of an instant from now: `agora`, `há 5 minutos`, `dentro de 2 horas`, `ontem`, `há 3 dias`. From 24 hours
 * on, counts calendar days in `timeZone`.
 */
export function relativeTime(instant: string, { now, timeZone }: { now: string; timeZone: string }): string {
  const seconds = Math.trunc((Date.parse(instant) - Date.parse(now)) / 1000)
  const minutes = Math.trunc(seconds / 60)
  const hours = Math.trunc(minutes / 60)
  if (minutes === 0) return 'agora'
  if (hours === 0) return words().format(minutes, 'minute')
  if (Math.abs(hours) < 24) return words().format(hours, 'hour')
  return relativeDate(todayIn(timeZone, instant), todayIn(timeZone, now))
}

/** Formats the distance of a date from today: `hoje`, `amanhã`, `há 3 dias`, `dentro de 2 meses`, `há 1 ano`. */
export function relativeDate(date: DateText, today: DateText): string {
  const days = daysBetween(today, date)
  const months = wholeMonths(today, date)
  if (months === 0) return words().format(days, 'day')
  return Math.abs(months) < 12
    ? numbers().format(months, 'month')
    : numbers().format(Math.trunc(months / 12), 'year')
}

const words = lazy(() => new Intl.RelativeTimeFormat('pt-PT', { numeric: 'auto' }))
const numbers = lazy(() => new Intl.RelativeTimeFormat('pt-PT', { numeric: 'always' }))

function wholeMonths(from: DateText, to: DateText): number {
  const sign = to < from ? -1 : 1
  let months = Math.abs(monthNumber(to) - monthNumber(from))
  const reached = addMonths(from, sign * months)
  if (sign > 0 ? reached > to : reached < to) months--
  return months === 0 ? 0 : sign * months
}

function monthNumber(date: DateText): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
}
