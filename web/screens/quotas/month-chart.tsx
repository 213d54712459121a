import { useState, type CSSProperties, type ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { monthNames, shortMonthNames } from '@agremia/resources/rules/dates.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Euros, euros } from './euros.tsx'
import type { MonthOfPayments, Overview } from './overview-data.ts'
import { chargesDue, debtsDue, monthDays, paymentsBetween, yearDays } from './overview-links.ts'
import { Panel } from './panel.tsx'
import tables from './number-table.module.css'
import classes from './month-chart.module.css'

const title = 'Recebido e em dívida por mês'

/** What came in each month of this year beside the same month of last year, and what it left to be paid. */
export function MonthChart({ overview }: { overview: Overview }) {
  const [look, setLook] = useState('chart')
  return (
    <Panel
      wide
      title={title}
      note={
        <span className={classes.legend}>
          <span data-series="this">{overview.year}</span>
          <span data-series="last">{overview.year - 1}</span>
          <span data-series="owed">Em dívida</span>
        </span>
      }
      tools={
        <SegmentedControl
          size="xs"
          aria-label={`${title}: ver como`}
          value={look}
          onChange={setLook}
          data={[
            { value: 'chart', label: 'Gráfico' },
            { value: 'table', label: 'Tabela' },
          ]}
        />
      }
    >
      {look === 'chart' ? <MonthBars overview={overview} /> : <MonthTable overview={overview} />}
    </Panel>
  )
}

/** Each month is two links that say their numbers to whoever does not see the bars. */
function MonthBars({ overview: { year, byMonth } }: { overview: Overview }) {
  const mostPaid = Math.max(0, ...byMonth.flatMap(({ paid, paidLastYear }) => [paid, paidLastYear]))
  const mostOwed = Math.max(0, ...byMonth.map(({ owed }) => owed))
  // One scale for what grows upwards and what hangs down.
  const whole = Math.max(1, mostPaid + mostOwed)
  const rooms = { '--paid-room': mostPaid / whole, '--owed-room': mostOwed / whole } as CSSProperties
  return (
    <div className={classes.chart} style={rooms}>
      <ol className={classes.months}>
        {byMonth.map((month) => (
          <li key={month.month}>
            <MonthLink to={paymentsBetween(monthDays(year, month.month))} words={paidWords(month, year)}>
              <span className={classes.bars} aria-hidden="true">
                <span data-series="last" style={shareOf(month.paidLastYear, whole)} />
                <span data-series="this" style={shareOf(month.paid, whole)} />
              </span>
            </MonthLink>
            <MonthLink to={debtsDue(monthDays(year, month.month))} words={owedWords(month, year)}>
              <span className={classes.owed} aria-hidden="true">
                <span data-series="owed" style={shareOf(month.owed, whole)} />
              </span>
              <span className={classes.name} aria-hidden="true">
                {shortMonthNames[month.month - 1]}
              </span>
              <span className={classes.initial} aria-hidden="true">
                {shortMonthNames[month.month - 1]?.charAt(0)}
              </span>
            </MonthLink>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Part of a month's picture, with its numbers in words. */
function MonthLink({ to, words, children }: { to: string; words: string; children: ReactNode }) {
  return (
    <AppLink className={classes.month} to={to} data-hint={words}>
      <span className="visually-hidden">{words}</span>
      {children}
    </AppLink>
  )
}

function shareOf(amount: number, whole: number): CSSProperties {
  return { '--share': amount / whole } as CSSProperties
}

function paidWords({ month, paid, paidLastYear }: MonthOfPayments, year: number): string {
  return `${monthNames[month - 1]}: ${euros(paid)} em ${year}, ${euros(paidLastYear)} em ${year - 1}`
}

function owedWords({ month, owed }: MonthOfPayments, year: number): string {
  return `${monthNames[month - 1]}: ${euros(owed)} em dívida, do que se vence em ${year}`
}

function MonthTable({ overview: { year, byMonth, paid } }: { overview: Overview }) {
  const sum = (part: 'due' | 'owed') => byMonth.reduce((total, month) => total + month[part], 0)
  return (
    <div className={tables.scroller}>
      <table className={tables.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Mês</th>
            <th scope="col">Recebido em {year}</th>
            <th scope="col">Recebido em {year - 1}</th>
            <th scope="col">Com vencimento em {year}</th>
            <th scope="col">Destes, em dívida</th>
          </tr>
        </thead>
        <tbody>
          {byMonth.map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthNames[month.month - 1]}</th>
              <td>
                <Euros to={paymentsBetween(monthDays(year, month.month))} amount={month.paid} />
              </td>
              <td>
                <Euros to={paymentsBetween(monthDays(year - 1, month.month))} amount={month.paidLastYear} />
              </td>
              <td>
                <Euros to={chargesDue(monthDays(year, month.month))} amount={month.due} />
              </td>
              <td>
                <Euros to={debtsDue(monthDays(year, month.month))} amount={month.owed} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>
              <Euros to={paymentsBetween(yearDays(year))} amount={paid.thisYear} />
            </td>
            <td>
              <Euros to={paymentsBetween(yearDays(year - 1))} amount={paid.lastYear} />
            </td>
            <td>
              <Euros to={chargesDue(yearDays(year))} amount={sum('due')} />
            </td>
            <td>
              <Euros to={debtsDue(yearDays(year))} amount={sum('owed')} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
