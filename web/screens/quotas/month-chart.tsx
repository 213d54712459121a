import { useState, type CSSProperties } from 'react'
import { SegmentedControl } from '@mantine/core'
import { monthNames, shortMonthNames } from '@agremia/resources/rules/dates.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Euros, euros } from './euros.tsx'
import type { MonthOfPayments, Overview } from './overview-data.ts'
import { chargesDue, monthDays, paymentsBetween, yearDays } from './overview-links.ts'
import { Panel } from './panel.tsx'
import tables from './number-table.module.css'
import classes from './month-chart.module.css'

/** What came in each month of this year beside the same month of last year. */
export function MonthChart({ overview }: { overview: Overview }) {
  const [look, setLook] = useState('chart')
  return (
    <Panel
      wide
      title="Recebido por mês"
      note={
        <span className={classes.legend}>
          <span data-series="this">{overview.year}</span>
          <span data-series="last">{overview.year - 1}</span>
        </span>
      }
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Ver recebido por mês como"
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

/** Each month is a link that says its numbers to whoever does not see the bars. */
function MonthBars({ overview: { year, byMonth } }: { overview: Overview }) {
  const most = Math.max(1, ...byMonth.flatMap(({ paid, paidLastYear }) => [paid, paidLastYear]))
  return (
    <div className={classes.chart}>
      <ol className={classes.months}>
        {byMonth.map((month) => (
          <li key={month.month}>
            <AppLink
              className={classes.month}
              to={paymentsBetween(monthDays(year, month.month))}
              data-hint={wordsOf(month, year)}
            >
              <span className="visually-hidden">{wordsOf(month, year)}</span>
              <span className={classes.bars} aria-hidden="true">
                <span data-series="last" style={heightOf(month.paidLastYear, most)} />
                <span data-series="this" style={heightOf(month.paid, most)} />
              </span>
              <span className={classes.name} aria-hidden="true">
                {shortMonthNames[month.month - 1]}
              </span>
              <span className={classes.initial} aria-hidden="true">
                {shortMonthNames[month.month - 1]?.charAt(0)}
              </span>
            </AppLink>
          </li>
        ))}
      </ol>
    </div>
  )
}

function heightOf(amount: number, most: number): CSSProperties {
  return { '--share': `${(100 * amount) / most}%` } as CSSProperties
}

function wordsOf({ month, paid, paidLastYear }: MonthOfPayments, year: number): string {
  return `${monthNames[month - 1]}: ${euros(paid)} em ${year}, ${euros(paidLastYear)} em ${year - 1}`
}

function MonthTable({ overview: { year, byMonth, paid } }: { overview: Overview }) {
  const due = byMonth.reduce((total, month) => total + month.due, 0)
  return (
    <div className={tables.scroller}>
      <table className={tables.table} aria-label="Recebido por mês">
        <thead>
          <tr>
            <th scope="col">Mês</th>
            <th scope="col">Recebido em {year}</th>
            <th scope="col">Recebido em {year - 1}</th>
            <th scope="col">Com vencimento em {year}</th>
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
              <Euros to={chargesDue(yearDays(year))} amount={due} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
