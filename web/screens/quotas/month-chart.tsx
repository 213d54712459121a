import type { Euros as Money } from '@agremia/resources/rules/amount.ts'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { monthNames, shortMonthNames } from '@agremia/resources/rules/dates.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { axisMarks, ChartFrame, runningSums } from '../../ui/chart-frame.tsx'
import { Euros, euros } from '../../ui/euros.tsx'
import type { MonthOfPayments, Overview } from './overview-data.ts'
import { chargesDue, debtsDue, monthDays, paymentsBetween, yearDays } from '../../paths/dues-lists.ts'
import { Panel } from '../../ui/panel.tsx'
import tables from '../../ui/number-table.module.css'
import classes from './month-chart.module.css'

type ChartView = 'sums' | 'months' | 'table'

const monthsTitle = 'Recebido e em dívida por mês'
const titles: Record<ChartView, string> = {
  sums: 'Recebido até à data',
  months: monthsTitle,
  table: monthsTitle,
}

/** Payments of this year and last year, cumulative or by month, and the open debt by month of its due date. */
export function MonthChart({ overview }: { overview: Overview }) {
  const [view, setView] = useState<ChartView>('sums')
  return (
    <Panel
      width="page"
      title={titles[view]}
      note={
        <span className={classes.legend} data-look={view}>
          <span data-series="this">{overview.year}</span>
          <span data-series="last">{overview.year - 1}</span>
          {view !== 'sums' && <span data-series="owed">Em dívida</span>}
        </span>
      }
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Recebido e em dívida: ver como"
          value={view}
          onChange={(chosen) => setView(chosen as ChartView)}
          data={[
            { value: 'sums', label: 'Acumulado' },
            { value: 'months', label: 'Por mês' },
            { value: 'table', label: 'Tabela' },
          ]}
        />
      }
    >
      {view === 'sums' && <YearLines overview={overview} />}
      {view === 'months' && <MonthBars overview={overview} />}
      {view === 'table' && <MonthTable overview={overview} />}
    </Panel>
  )
}

/** Cumulative payments: this year until today, and all of last year. Each month links to the payments until then. */
function YearLines({ overview: { year, today, byMonth } }: { overview: Overview }) {
  const now = Number(today.slice(5, 7))
  const sums = runningSums(byMonth.map(({ paid }) => paid)).slice(0, now)
  const before = runningSums(byMonth.map(({ paidLastYear }) => paidLastYear))
  const marks = axisMarks(Math.max(...sums, ...before))
  const top = marks.at(-1) ?? 1
  return (
    <div className={classes.chart}>
      <ChartFrame marks={marks} format={wholeEuros}>
        <svg className={classes.lines} viewBox="0 0 12 1" preserveAspectRatio="none" aria-hidden="true">
          <polyline data-series="last" points={pointsOf(before, top)} />
          <polyline data-series="this" points={pointsOf(sums, top)} />
        </svg>
        <ol className={classes.months}>
          {byMonth.map(({ month }, index) => (
            <li key={month}>
              <MonthLink
                to={paymentsBetween({ from: `${year}-01-01`, to: monthDays(year, month).to })}
                text={sumText(month, year, sums[index], before[index] ?? 0)}
              >
                <span className={classes.dots} aria-hidden="true">
                  <Dot series="last" sum={before[index]} top={top} isLast={month === 12} />
                  <Dot series="this" sum={sums[index]} top={top} isLast={month === now} />
                </span>
                <MonthName month={month} />
              </MonthLink>
            </li>
          ))}
        </ol>
      </ChartFrame>
    </div>
  )
}

interface DotProps {
  series: 'this' | 'last'
  /** Undefined for future months. */
  sum: Money | undefined
  top: number
  /** Whether it is the end of its line, which is labelled. */
  isLast: boolean
}

function Dot({ series, sum, top, isLast }: DotProps) {
  if (sum === undefined) return null
  return (
    <span className={classes.dot} data-series={series} style={shareOf(sum, top)}>
      {isLast && <em>{wholeEuros(sum)}</em>}
    </span>
  )
}

/** Points in a view box of 12 × 1: one unit of width for each month. */
function pointsOf(sums: readonly number[], top: number): string {
  return sums.map((sum, index) => `${index + 0.5},${1 - sum / top}`).join(' ')
}

function sumText(month: number, year: number, sum: Money | undefined, before: Money): string {
  const now = sum === undefined ? '' : `${euros(sum)} em ${year}, `
  return `Até ao fim de ${monthNames[month - 1]}: ${now}${euros(before)} em ${year - 1}`
}

/** Bars by month: payments above the line, open debt below it. Each month has two links with the numbers as text. */
function MonthBars({ overview: { year, byMonth } }: { overview: Overview }) {
  const maxPaid = Math.max(0, ...byMonth.flatMap(({ paid, paidLastYear }) => [paid, paidLastYear]))
  const maxOwed = Math.max(0, ...byMonth.map(({ owed }) => owed))
  // Both directions have the same scale.
  const marks = axisMarks(Math.max(maxPaid, maxOwed / 4))
  const step = marks[1] ?? 1
  const below = Math.ceil(maxOwed / step) * step
  const whole = (marks.at(-1) ?? 1) + below
  const rooms = { '--paid-room': 1 - below / whole, '--owed-room': below / whole } as CSSProperties
  return (
    <div className={classes.chart} style={rooms}>
      <ChartFrame marks={marks} below={below} format={wholeEuros}>
        <ol className={classes.months}>
          {byMonth.map((month) => (
            <li key={month.month}>
              <MonthLink to={paymentsBetween(monthDays(year, month.month))} text={paidText(month, year)}>
                <span className={classes.bars} aria-hidden="true">
                  <span data-series="last" style={shareOf(month.paidLastYear, whole)} />
                  <Bar series="this" amount={month.paid} whole={whole} />
                </span>
              </MonthLink>
              <MonthLink to={debtsDue(monthDays(year, month.month))} text={owedText(month, year)}>
                <span className={classes.owed} aria-hidden="true">
                  <Bar series="owed" amount={month.owed} whole={whole} />
                </span>
                <MonthName month={month.month} />
              </MonthLink>
            </li>
          ))}
        </ol>
      </ChartFrame>
    </div>
  )
}

function Bar({ series, amount, whole }: { series: 'this' | 'owed'; amount: Money; whole: Money }) {
  return (
    <span data-series={series} style={shareOf(amount, whole)}>
      {amount > 0 && <em>{formatNumber(Math.round(amount))}</em>}
    </span>
  )
}

function MonthName({ month }: { month: number }) {
  const name = shortMonthNames[month - 1]
  return (
    <>
      <span className={classes.name} aria-hidden="true">
        {name}
      </span>
      <span className={classes.initial} aria-hidden="true">
        {name?.charAt(0)}
      </span>
    </>
  )
}

/** Whole euros, to save space: exact amounts are in the hints and in the table. */
function wholeEuros(amount: Money): string {
  return `${formatNumber(Math.round(amount))}\u00A0€`
}

/** Part of a month in a chart; `text` is its hint and its text for screen readers. */
function MonthLink({ to, text, children }: { to: string; text: string; children: ReactNode }) {
  return (
    <AppLink className={classes.month} to={to} data-hint={text}>
      <span className="visually-hidden">{text}</span>
      {children}
    </AppLink>
  )
}

function shareOf(amount: Money, whole: Money): CSSProperties {
  return { '--share': amount / whole } as CSSProperties
}

function paidText({ month, paid, paidLastYear }: MonthOfPayments, year: number): string {
  return `${monthNames[month - 1]}: ${euros(paid)} em ${year}, ${euros(paidLastYear)} em ${year - 1}`
}

function owedText({ month, owed }: MonthOfPayments, year: number): string {
  return `${monthNames[month - 1]}: ${euros(owed)} em dívida, do que se vence em ${year}`
}

function MonthTable({ overview: { year, byMonth, paid } }: { overview: Overview }) {
  const sum = (part: 'due' | 'owed') => byMonth.reduce((total, month) => total + month[part], 0)
  return (
    <div className={tables.scroller}>
      <table className={tables.table} aria-label={monthsTitle}>
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
