import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { formatPercent } from '@agremia/resources/rules/amount.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useMemberPaths } from '../members/use-member-paths.ts'
import { Euros, euros } from './euros.tsx'
import type { Overview } from './overview-data.ts'
import { debtsDue, membersWithCredit, paymentsBetween, yearDays } from './overview-links.ts'

/** The year in five numbers. */
export function OverviewFacts({ overview }: { overview: Overview }) {
  const { list } = useMemberPaths()
  const { year, today, paid, owed, overdue, credit, expectedUntilDecember } = overview
  const lastYearSoFar = { from: `${year - 1}-01-01`, to: addYears(today, -1) }
  return (
    <Facts>
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
        label="Em dívida"
        value={<Euros to={debtsDue()} amount={owed} />}
        note={<AppLink to={debtsDue({ from: today, to: null })}>{expectedNote(owed - overdue)}</AppLink>}
      />
      <Fact
        label="Vencido"
        value={<Euros to={debtsDue({ from: null, to: addDays(today, -1) })} amount={overdue} />}
        note={overdue > 0 ? `${formatPercent(overdue / owed)} da dívida` : 'Nada em atraso'}
      />
      <Fact
        label="A vencer até dezembro"
        value={<Euros to={debtsDue({ from: today, to: `${year}-12-31` })} amount={expectedUntilDecember} />}
        note="Do que já foi lançado"
      />
      <Fact
        label="Crédito por usar"
        value={<Euros to={membersWithCredit(list)} amount={credit} />}
        note="Pago a mais"
      />
    </Facts>
  )
}

/** How this year compares with the same days of last year: ` (+4,2%)`. */
function differenceOf({ thisYear, lastYearSoFar }: Overview['paid']): string {
  if (lastYearSoFar === 0) return ''
  const ratio = thisYear / lastYearSoFar - 1
  return ` (${ratio > 0 ? '+' : ''}${formatPercent(ratio)})`
}

function expectedNote(notDue: number): string {
  return notDue > 0 ? `${euros(notDue)} por vencer` : 'Nada por vencer'
}
