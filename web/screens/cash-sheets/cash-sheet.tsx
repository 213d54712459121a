import { ActionButtons } from '../../resource/actions/action-buttons.tsx'
import { useState } from 'react'
import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconHistory, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import {
  addDays,
  formatDate,
  formatDateLong,
  formatDateTime,
  isDate,
} from '@agremia/resources/rules/dates.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { useFields, useMay } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { organisationTimeZone, organisationToday } from '../../fields/organisation-clock.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { WithSide } from '../../ui/with-side.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { CashDifferences } from '../treasury/index.ts'
import { CashCount, ClosedCount } from './cash-count.tsx'
import { cashDayQuery, type CashDay } from './cash-day-query.ts'
import { CashLines, LatePayments } from './cash-lines.tsx'
import { cashDayPath, pastSheetsPath } from '../../paths/dues.ts'
import classes from './cash-sheet.module.css'

/** The cash sheet of a day: amounts received, the count of the cash and the closing. */
export default function CashSheet() {
  const [query] = useSearchParams()
  const requestedDate = query.get('dia') ?? ''
  const date = isDate(requestedDate) ? requestedDate : organisationToday()
  const fields = useFields('cashSheets')
  const day = useQuery(cashDayQuery(date))
  return (
    <QueryPage query={day}>
      {(loaded) => (fields ? <DayPage day={loaded} fields={fields} /> : <PageSkeleton />)}
    </QueryPage>
  )
}

interface DayPageProps {
  day: CashDay
  fields: FieldMap
}

function DayPage({ day, fields }: DayPageProps) {
  const { sheet, date } = day
  const mayClose = useMay('cashSheets').create
  const status = day.reopened ? 'reopened' : sheet?.status
  const state = fields.status?.options?.find(({ value }) => value === status)
  const { lines } = sheet ? sheet.received : day
  return (
    <Page
      title="Folha de caixa"
      state={
        state ? (
          <StateBadge tone={state.tone} label={state.label} />
        ) : (
          <StateBadge tone="amber" label="Por fechar" />
        )
      }
      subtitle={formatDateLong(date)}
      tools={<CommandButton icon={IconHistory} label="Folhas anteriores" to={pastSheetsPath} />}
      action={sheet && <SheetActions sheet={sheet} />}
    >
      <DayChoice date={date} fields={fields} openDays={day.openDays} />
      {day.reopened && (
        <p className={classes.reopened}>
          Reaberta por {day.reopened.by}, {formatDateTime(day.reopened.at, organisationTimeZone())}:{' '}
          {day.reopened.reason}
        </p>
      )}
      <WithSide
        label="Contagem"
        side={
          sheet ? (
            <ClosedCount sheet={sheet} />
          ) : (
            mayClose && <CashCount key={date} day={day} fields={fields} />
          )
        }
      >
        <CashLines date={date} lines={lines} />
        <LatePayments late={day.late} />
        <CashDifferences from={date} to={date} version={sheet?._id} />
      </WithSide>
    </Page>
  )
}

interface DayChoiceProps extends Pick<CashDay, 'date' | 'openDays'> {
  fields: FieldMap
}

/** Chooses the day, and links to days that are not closed. */
function DayChoice({ date, fields, openDays }: DayChoiceProps) {
  const [, setQuery] = useSearchParams()
  const today = organisationToday()
  const show = (day: string) => {
    if (day <= today) setQuery(day === today ? {} : { dia: day })
  }
  const [typed, setTyped] = useState<unknown>(date)
  const [shown, setShown] = useState(date)
  if (shown !== date) {
    setShown(date)
    setTyped(date)
  }
  useHotkey({ keys: 'ArrowLeft', label: 'Dia anterior', group: 'Na folha de caixa' }, () =>
    show(addDays(date, -1)),
  )
  useHotkey({ keys: 'ArrowRight', label: 'Dia seguinte', group: 'Na folha de caixa' }, () =>
    show(addDays(date, 1)),
  )
  const field = fields.date
  return (
    <div className={classes.days} data-only="screen">
      <ActionIcon
        size="lg"
        variant="default"
        aria-label="Dia anterior"
        onClick={() => show(addDays(date, -1))}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      {field && (
        <div className={classes.day}>
          <FieldInput
            id="cash-day"
            field={{ ...field, validation: [] }}
            value={typed}
            record={{}}
            onChange={(value) => {
              setTyped(value)
              if (typeof value === 'string' && isDate(value)) show(value)
            }}
            {...(typeof typed === 'string' &&
              typed > today &&
              isDate(typed) && { error: 'É posterior a hoje.' })}
          />
        </div>
      )}
      <ActionIcon
        size="lg"
        variant="default"
        aria-label="Dia seguinte"
        disabled={date >= today}
        onClick={() => show(addDays(date, 1))}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
      {openDays.filter((day) => day !== date).length > 0 && (
        <p className={classes.open}>
          <span>Por fechar:</span>
          {openDays
            .filter((day) => day !== date)
            .map((day) => (
              <AppLink key={day} to={cashDayPath(day)}>
                {formatDate(day)}
              </AppLink>
            ))}
        </p>
      )}
    </div>
  )
}

function SheetActions({ sheet }: { sheet: NonNullable<CashDay['sheet']> }) {
  const client = useQueryClient()
  return (
    <Group gap="0.625rem">
      <ActionButtons
        resource="cashSheets"
        record={sheet}
        setups={{
          reopen: {
            after: () => void client.invalidateQueries({ queryKey: cashDayQuery(sheet.date).queryKey }),
          },
        }}
      />
      <CommandButton
        icon={IconPrinter}
        label="Abrir folha para assinar"
        variant="filled"
        onClick={() => void openDocument(`${recordPath('cashSheets', sheet._id)}/document`)}
      />
    </Group>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
