/**
 * A calendar date as text, `YYYY-MM-DD`. Dates are text everywhere, because a `Date` is an instant: `new Date('2026-03-07')` is
 * still 6 March in New York, so a birthday would depend on the time zone of the computer. Text also sorts correctly.
 */
export type DateText = string

/** Returns whether the text is an existing date, `YYYY-MM-DD`, from the year 1000 on. */
export function isDate(text: string): boolean {
  const parts = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text)
  return parts != null && isRealDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

export interface DateReading {
  today: DateText
  /** The last date that a two-digit year may mean; default: 20 years after `today`. */
  latest?: DateText
}

/** Returns how to read dates of a field with these rules: two-digit years go as far as the rules allow. */
export function dateReading(rules: readonly string[], today: DateText): DateReading {
  const [rule] = rules.filter(isYearLimit)
  if (rule === undefined) return { today }
  const ahead = rule === 'notFuture' ? 0 : Number(rule.slice('yearsAhead:'.length))
  return { today, latest: addYears(today, ahead) }
}

/** Returns whether a rule limits how far in the future a date may be. */
export function isYearLimit(rule: string): boolean {
  return rule === 'notFuture' || rule.startsWith('yearsAhead:')
}

/** Returns the arguments of the `notBefore` rules: dates, and names of other fields or settings. */
export function notBeforeArguments(rules: readonly string[]): string[] {
  return rules.filter((rule) => rule.startsWith(notBefore)).map((rule) => rule.slice(notBefore.length))
}

const notBefore = 'notBefore:'

/**
 * Parses a date as people type it: `dd/mm/aaaa` (also with `-`, `.` or spaces, and without leading zeros), `dd/mm/aa`,
 * `ddmmaaaa`, `ddmmaa`, `aaaa-mm-dd`, or `dd/mm` in the year of `today`. A two-digit year is the latest one not after `latest`.
 * Undefined when the date does not exist.
 */
export function parseDate(text: string, reading: DateReading): DateText | undefined {
  const typed = typedDay(text, reading)
  const date = typed && `${typed.year}-${typed.month}-${typed.day}`
  return date !== undefined && isDate(date) ? date : undefined
}

/** Returns why a text is not a date: wrong format, or a date that does not exist. Undefined when it is a date. */
export function dateProblem(text: string, reading: DateReading): string | undefined {
  const typed = typedDay(text, reading)
  if (!typed) return 'Data inválida: use dd/mm/aaaa.'
  const { year, month, day } = typed
  return isDate(`${year}-${month}-${day}`) ? undefined : `O dia ${day}/${month}/${year} não existe.`
}

/** Formats a date: `07/03/2026`. */
export function formatDate(date: DateText): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** Formats a date for letters and receipts: `7 de março de 2026`. */
export function formatDateLong(date: DateText): string {
  const { year, month, day } = partsOf(date)
  return `${day} de ${monthNames[month - 1]} de ${year}`
}

/** Formats a date with its weekday: `sábado, 7 de março de 2026`. */
export function formatDateFull(date: DateText): string {
  return `${weekdayNames[weekdayOf(date)]}, ${formatDateLong(date)}`
}

/** Formats the month of a date or of `YYYY-MM`: `março de 2026`. */
export function formatMonth(date: string): string {
  return `${monthNames[Number(date.slice(5, 7)) - 1]} de ${date.slice(0, 4)}`
}

/** Formats an instant in a time zone: `07/03/2026 14:05`. */
export function formatDateTime(iso: string, timeZone: string): string {
  const { date, time } = wallClock(iso, timeZone)
  return `${formatDate(date)} ${time}`
}

/** Formats an instant in a time zone, for letters: `7 de março de 2026 às 14:05`. */
export function formatDateTimeLong(iso: string, timeZone: string): string {
  const { date, time } = wallClock(iso, timeZone)
  return `${formatDateLong(date)} às ${time}`
}

/** Returns the date of an instant in a time zone. */
export function todayIn(timeZone: string, instant: Date | string | number): DateText {
  return wallClock(instant, timeZone).date
}

/** Adds days, which may be negative. Throws RangeError when `date` is not a date. */
export function addDays(date: DateText, days: number): DateText {
  return fromDayNumber(dayNumber(date) + days)
}

/** Adds months; returns the last day of the month when it is shorter (31/01 → 28/02). */
export function addMonths(date: DateText, months: number): DateText {
  const { year, month, day } = partsOf(date)
  const total = year * 12 + (month - 1) + months
  const newYear = Math.floor(total / 12)
  const newMonth = (total % 12) + 1
  return toDate(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

/** Adds years; 29 February becomes 28 February in common years. */
export function addYears(date: DateText, years: number): DateText {
  return addMonths(date, 12 * years)
}

/** Returns the days from one date to another; negative when the second is earlier. */
export function daysBetween(from: DateText, to: DateText): number {
  return dayNumber(to) - dayNumber(from)
}

/** Compares two dates, for sorting. */
export function compareDates(one: DateText, other: DateText): -1 | 0 | 1 {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Returns the age in complete years. Somebody born on 29 February has birthdays on 1 March in common years. */
export function ageAt(birthDate: DateText, at: DateText): number {
  const birth = partsOf(birthDate)
  const years = partsOf(at).year - birth.year
  return at.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Returns the first day on which somebody has this age in complete years. */
export function birthdayAt(birthDate: DateText, age: number): DateText {
  const day = addYears(birthDate, age)
  return day.slice(5) === birthDate.slice(5) ? day : addDays(day, 1)
}

/** Returns the later of two dates; the first when there is no second. */
export function laterOf(date: DateText, other: unknown): DateText {
  return typeof other === 'string' && other > date ? other : date
}

/** Returns the weekday of a date, from 0 (Sunday) to 6 (Saturday). */
export function weekdayOf(date: DateText): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

/** Names of months, January first. */
export const monthNames =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

/** Abbreviated names of months, `jan.` to `dez.`. */
export const shortMonthNames = monthNames.map((name) => `${name.slice(0, 3)}.`)

/** Names of weekdays, Sunday first, as in `weekdayOf`. */
export const weekdayNames =
  'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'.split(' ')

const millisecondsPerDay = 86_400_000

function partsOf(date: DateText): { year: number; month: number; day: number } {
  if (!isDate(date)) throw new RangeError(`not a date: ${date}`)
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8)) }
}

interface TypedDay {
  year: string
  month: string
  day: string
}

/** Parses a text in a date format, whether or not the date exists. */
function typedDay(text: string, reading: DateReading): TypedDay | undefined {
  const plain = text.replace(/\p{Cf}/gu, '').trim()
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(plain)
  if (yearFirst) return wholeDay(yearFirst[1], yearFirst[3], yearFirst[4], reading)
  const dayFirst = /^(\d{1,2})(\s*[-/.]\s*|\s+)(\d{1,2})(?:\2([1-9]\d{3}|\d{2}))?$/.exec(plain)
  if (dayFirst) return wholeDay(dayFirst[4] ?? reading.today.slice(0, 4), dayFirst[3], dayFirst[1], reading)
  const together = /^(\d{2})(\d{2})([1-9]\d{3}|\d{2})$/.exec(plain)
  return together ? wholeDay(together[3], together[2], together[1], reading) : undefined
}

function wholeDay(year = '', typedMonth = '', typedDate = '', { today, latest }: DateReading): TypedDay {
  const month = typedMonth.padStart(2, '0')
  const day = typedDate.padStart(2, '0')
  if (year.length === 4) return { year, month, day }
  const last = latest ?? addYears(today, 20)
  const recent = `${last.slice(0, 2)}${year}`
  const isLater = `${recent}-${month}-${day}` > last
  return { year: String(Number(recent) - (isLater ? 100 : 0)), month, day }
}

function toDate(year: number, month: number, day: number): DateText {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (!isDate(date)) throw new RangeError(`not a date: ${date}`)
  return date
}

function isRealDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days since 1 January 1970, computed in UTC, where every day has 24 hours. */
function dayNumber(date: DateText): number {
  const { year, month, day } = partsOf(date)
  return Date.UTC(year, month - 1, day) / millisecondsPerDay
}

function fromDayNumber(days: number): DateText {
  const date = new Date(days * millisecondsPerDay)
  return toDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function wallClock(instant: Date | string | number, timeZone: string): { date: DateText; time: string } {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('pt-PT', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  const parts: Record<string, string> = {}
  for (const { type, value } of clock.formatToParts(new Date(instant))) parts[type] = value
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  }
}
