import { Suspense, useState } from 'react'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { isDate, notBeforeArguments } from '@agremia/resources/rules/dates.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Popover } from '../ui/popover.tsx'
import type { FieldInputProps } from './field-face.ts'

const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazyPart(loadCalendar)

type CalendarButtonProps = Pick<FieldInputProps, 'field' | 'value' | 'record'> & {
  onChange: (day: string) => void
}

/** A button that opens a calendar. `value` and the chosen value are days (`yyyy-mm-dd`). */
export function CalendarButton({ field, value, record, onChange }: CalendarButtonProps) {
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
            spansDecades={spansDecades(field.validation)}
            first={notBeforeArguments(field.validation)
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

/** Whether the rules allow decades of past days, as for dates of birth. */
function spansDecades(rules: readonly string[]): boolean {
  return rules.includes('notFuture') && notBeforeArguments(rules).some(isDate)
}
