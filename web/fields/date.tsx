import { Suspense, useState } from 'react'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { dateReading, isDate, limitsBefore, parseDate } from '@agremia/resources/rules/dates.ts'
import { Popover } from '../ui/popover.tsx'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { organisationToday } from './organisation-clock.ts'
import { textCell } from './text-cell.tsx'
import { texts } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'
import { lazyPart } from '../ui/lazy-part.ts'

export const date: FieldFace = { Input: DateFieldInput, Cell: textCell(texts.date.toText), ...texts.date }

const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazyPart(loadCalendar)

function DateFieldInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={texts.date.toText}
      parse={(typed) => parseDay(typed, props.field.validation)}
      inputMode="numeric"
      placeholder={props.readOnly ? '' : 'dd/mm/aaaa'}
      className={classes.tabular}
      rightSection={props.readOnly ? undefined : <CalendarButton {...props} />}
      rightSectionPointerEvents="all"
    />
  )
}

function CalendarButton({ field, value, record, onChange }: FieldInputProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end">
      <Popover.Target>
        <ActionIcon
          size="md"
          aria-label={`Abrir o calendário de ${field.label}`}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size="1.125rem" stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Calendário de ${field.label}`}>
        <Suspense fallback={<Skeleton w="15.75rem" h="16.5rem" />}>
          <Calendar
            value={typeof value === 'string' && isDate(value) ? value : null}
            first={limitsBefore(field.validation)
              .map((limit) => String(record[limit] ?? limit))
              .find(isDate)}
            onChange={(chosen) => {
              onChange(chosen)
              setOpened(false)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A day as people type it, in a field with these rules; `dd/mm` alone is of this year. */
export function parseDay(typed: string, rules: readonly string[]): string | undefined {
  return parseDate(typed, dateReading(rules, organisationToday()))
}
