import { DatePicker } from '@mantine/dates'
import { weekdayNames, weekdayOf } from '@agremia/resources/rules/dates.ts'
import 'dayjs/locale/pt'
import '@mantine/dates/styles.layer.css'
import classes from './calendar.module.css'

interface Props {
  value: string | null
  /** Days before it cannot be chosen. */
  first: string | undefined
  onChange: (day: string) => void
}

/** The heavy half of the date field, fetched when somebody asks for it. */
export default function Calendar({ value, first, onChange }: Props) {
  return (
    <DatePicker
      classNames={{ day: classes.day }}
      locale="pt"
      firstDayOfWeek={1}
      weekendDays={noDays}
      weekdayFormat={shortWeekday}
      value={value}
      defaultDate={value ?? undefined}
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

/** Red is for what is wrong, not for Sundays. */
const noDays: [] = []

function shortWeekday(day: string): string {
  return weekdayNames[weekdayOf(day.slice(0, 10))]?.slice(0, 3) ?? ''
}
