import { addDays, weekdayOf, type DateText } from './dates.ts'

export interface Holiday {
  date: DateText
  name: string
}

/** Returns Easter Sunday of a year of the Gregorian calendar. Source: the anonymous algorithm (Meeus, Butcher). */
export function easterSunday(year: number): DateText {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const month = Math.floor(sum / 31)
  const day = (sum % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Returns the thirteen national public holidays of Portugal in a year, in order; without municipal and regional ones. */
export function publicHolidays(year: number): Holiday[] {
  const easter = easterSunday(year)
  const holidays: Holiday[] = [
    { date: `${year}-01-01`, name: 'Ano Novo' },
    { date: addDays(easter, -2), name: 'Sexta-feira Santa' },
    { date: easter, name: 'Domingo de Páscoa' },
    { date: `${year}-04-25`, name: 'Dia da Liberdade' },
    { date: `${year}-05-01`, name: 'Dia do Trabalhador' },
    { date: addDays(easter, 60), name: 'Corpo de Deus' },
    { date: `${year}-06-10`, name: 'Dia de Portugal, de Camões e das Comunidades Portuguesas' },
    { date: `${year}-08-15`, name: 'Assunção de Nossa Senhora' },
    { date: `${year}-10-05`, name: 'Implantação da República' },
    { date: `${year}-11-01`, name: 'Dia de Todos os Santos' },
    { date: `${year}-12-01`, name: 'Restauração da Independência' },
    { date: `${year}-12-08`, name: 'Imaculada Conceição' },
    { date: `${year}-12-25`, name: 'Natal' },
  ]
  return holidays.sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** Returns the name of the national holiday on a date; undefined when it is not a holiday. */
export function holidayOn(date: DateText): string | undefined {
  return publicHolidays(yearOf(date)).find((holiday) => holiday.date === date)?.name
}

/**
 * Returns whether euro payments settle on a date: not on weekends, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December.
 * Other Portuguese holidays are settlement days. Source: TARGET calendar.
 */
export function isTargetDay(date: DateText): boolean {
  const weekday = weekdayOf(date)
  if (weekday === 0 || weekday === 6) return false
  if (['01-01', '05-01', '12-25', '12-26'].includes(date.slice(5))) return false
  const easter = easterSunday(yearOf(date))
  return date !== addDays(easter, -2) && date !== addDays(easter, 1)
}

/** Adds TARGET days, which may be negative; 0 returns the first TARGET day from `date` on. */
export function addTargetDays(date: DateText, count: number): DateText {
  const step = count < 0 ? -1 : 1
  let day = date
  if (count === 0) while (!isTargetDay(day)) day = addDays(day, 1)
  for (let left = Math.abs(count); left > 0;) {
    day = addDays(day, step)
    if (isTargetDay(day)) left--
  }
  return day
}

function yearOf(date: DateText): number {
  return Number(date.slice(0, 4))
}
