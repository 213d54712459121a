import type { ReactNode } from 'react'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { formatPercent } from '@agremia/resources/rules/amount.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import { Euros, euros } from '../../ui/euros.tsx'
import type { Overview } from './overview-data.ts'
import { debtsDue, membersWithCredit, paymentsBetween, yearDays } from '../../paths/dues-lists.ts'
import classes from './overview.module.css'

/** The year in four numbers: what is overdue first, and what is not due yet apart from it. */
export function OverviewFacts({ overview }: { overview: Overview }) {
  const { list } = useMemberPaths()
  const { year, today, paid, owed, overdue, credit, expectedUntilDecember } = overview
  const lastYearSoFar = { from: `${year - 1}-01-01`, to: addYears(today, -1) }
  return (
    <Facts>
      <Fact
        label="Vencido"
        value={
          <span className={classes.overdue} data-some={overdue > 0}>
            <Euros to={debtsDue({ from: null, to: addDays(today, -1) })} amount={overdue} />
          </span>
        }
        note={overdueNote(overview)}
      />
      <Fact
        label="Por vencer"
        value={<Euros to={debtsDue({ from: today, to: null })} amount={owed - overdue} />}
        note={
          <AppLink to={debtsDue({ from: today, to: `${year}-12-31` })}>
            {euros(expectedUntilDecember)} até dezembro
          </AppLink>
        }
      />
      <Fact
        label={`Recebido em ${year}`}
        value={<Euros to={paymentsBetween(yearDays(year))} amount={paid.thisYear} />}
        note={
          <AppLink to={paymentsBetween(lastYearSoFar)}>
            {year - 1}: {euros(paid.lastYearSoFar)}
            {differenceOf(paid)}
          </AppLink>
        }
      />
      <Fact
        label="Crédito por usar"
        value={<Euros to={membersWithCredit(list)} amount={credit} />}
        note="Pago a mais"
      />
    </Facts>
  )
}

/** How this year compares with the same days of last year: ` (+4,2%)`; nothing where no difference is seen. */
function differenceOf({ thisYear, lastYearSoFar }: Overview['paid']): string {
  if (lastYearSoFar === 0) return ''
  const ratio = thisYear / lastYearSoFar - 1
  if (formatPercent(ratio) === formatPercent(0)) return ''
  return ` (${ratio > 0 ? '+' : ''}${formatPercent(ratio)})`
}

/** Which part of all that is owed is overdue. */
function overdueNote({ owed, overdue }: Overview): ReactNode {
  if (overdue === 0) return 'Nada em atraso'
  return (
    <AppLink to={debtsDue()}>
      {formatPercent(overdue / owed)} de {euros(owed)} em dívida
    </AppLink>
  )
}
