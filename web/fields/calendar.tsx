import { DatePicker } from '@mantine/dates'
import { addYears, weekdayNames, weekdayOf } from '@agremia/resources/rules/dates.ts'
import 'dayjs/locale/pt'
import '@mantine/dates/styles.layer.css'
import { organisationToday } from './organisation-clock.ts'
import classes from './calendar.module.css'

interface Props {
  value: string | null
  /** The first day that can be chosen. */
  first: string | undefined
  /** Without a value, starts with the choice of a year, 40 years ago. */
  spansDecades: boolean
  onChange: (day: string) => void
}

/** The date picker, loaded on demand. */
export default function Calendar({ value, first, spansDecades, onChange }: Props) {
  return (
    <DatePicker
      classNames={{ day: classes.day, calendarHeaderLevel: classes.level }}
      locale="pt"
      firstDayOfWeek={1}
      weekendDays={noDays}
      weekdayFormat={shortWeekday}
      value={value}
      defaultDate={value ?? (spansDecades ? addYears(organisationToday(), -40) : undefined)}
      defaultLevel={spansDecades && value === null ? 'decade' : 'month'}
      monthLabelFormat="MMMM [de] YYYY"
      minDate={first}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      ariaLabels={{
        nextMonth: 'Mês seguinte',
        previousMonth: 'Mês anterior',
        nextYear: 'Ano seguinte',
        previousYear: 'Ano anterior',
        nextDecade: 'Década seguinte',
        previousDecade: 'Década anterior',
      }}
    />
  )
}

/** No weekend days: red is reserved for errors. */
const noDays: [] = []

function shortWeekday(day: string): string {
  return weekdayNames[weekdayOf(day.slice(0, 10))]?.slice(0, 3) ?? ''
}
