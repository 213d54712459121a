import { useState, type CSSProperties, type ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { monthNames, shortMonthNames } from '@agremia/resources/rules/dates.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ChartFrame } from '../../ui/chart-frame.tsx'
import { axisMarks, runningSums } from '../../ui/chart-scale.ts'
import { Euros, euros } from '../../ui/euros.tsx'
import type { MonthOfPayments, Overview } from './overview-data.ts'
import { chargesDue, debtsDue, monthDays, paymentsBetween, yearDays } from '../../paths/dues-lists.ts'
import { Panel } from '../../ui/panel.tsx'
import tables from '../../ui/number-table.module.css'
import classes from './month-chart.module.css'

type Look = 'sums' | 'months' | 'table'

const monthsTitle = 'Recebido e em dívida por mês'
const titles: Record<Look, string> = { sums: 'Recebido até à data', months: monthsTitle, table: monthsTitle }

/** What came in during this year beside last year, added up or month by month, and what each month left to be paid. */
export function MonthChart({ overview }: { overview: Overview }) {
  const [look, setLook] = useState<Look>('sums')
  return (
    <Panel
      wide
      title={titles[look]}
      note={
        <span className={classes.legend} data-look={look}>
          <span data-series="this">{overview.year}</span>
          <span data-series="last">{overview.year - 1}</span>
          {look !== 'sums' && <span data-series="owed">Em dívida</span>}
        </span>
      }
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Recebido e em dívida: ver como"
          value={look}
          onChange={(chosen) => setLook(chosen as Look)}
          data={[
            { value: 'sums', label: 'Acumulado' },
            { value: 'months', label: 'Por mês' },
            { value: 'table', label: 'Tabela' },
          ]}
        />
      }
    >
      {look === 'sums' && <YearLines overview={overview} />}
      {look === 'months' && <MonthBars overview={overview} />}
      {look === 'table' && <MonthTable overview={overview} />}
    </Panel>
  )
}

/** What came in since January, this year until now against all of last year. Each month is a link that says both. */
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
                words={sumWords(month, year, sums[index], before[index] ?? 0)}
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
  /** Undefined of months that are still to come. */
  sum: number | undefined
  top: number
  /** The end of its line, which says its value. */
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

/** In a picture that is 12 wide, a month each, and 1 high. */
function pointsOf(sums: readonly number[], top: number): string {
  return sums.map((sum, index) => `${index + 0.5},${1 - sum / top}`).join(' ')
}

function sumWords(month: number, year: number, sum: number | undefined, before: number): string {
  const now = sum === undefined ? '' : `${euros(sum)} em ${year}, `
  return `Até ao fim de ${monthNames[month - 1]}: ${now}${euros(before)} em ${year - 1}`
}

/** Each month is two links that say their numbers to whoever does not see the bars. */
function MonthBars({ overview: { year, byMonth } }: { overview: Overview }) {
  const mostPaid = Math.max(0, ...byMonth.flatMap(({ paid, paidLastYear }) => [paid, paidLastYear]))
  const mostOwed = Math.max(0, ...byMonth.map(({ owed }) => owed))
  // One scale for what grows upwards and what hangs down.
  const marks = axisMarks(Math.max(mostPaid, mostOwed / 4))
  const step = marks[1] ?? 1
  const below = Math.ceil(mostOwed / step) * step
  const whole = (marks.at(-1) ?? 1) + below
  const rooms = { '--paid-room': 1 - below / whole, '--owed-room': below / whole } as CSSProperties
  return (
    <div className={classes.chart} style={rooms}>
      <ChartFrame marks={marks} below={below} format={wholeEuros}>
        <ol className={classes.months}>
          {byMonth.map((month) => (
            <li key={month.month}>
              <MonthLink to={paymentsBetween(monthDays(year, month.month))} words={paidWords(month, year)}>
                <span className={classes.bars} aria-hidden="true">
                  <span data-series="last" style={shareOf(month.paidLastYear, whole)} />
                  <Bar series="this" amount={month.paid} whole={whole} />
                </span>
              </MonthLink>
              <MonthLink to={debtsDue(monthDays(year, month.month))} words={owedWords(month, year)}>
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

/** A bar with its value. */
function Bar({ series, amount, whole }: { series: 'this' | 'owed'; amount: number; whole: number }) {
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

/** Without cents, where there is room for little: exact amounts are in words and in the table. */
function wholeEuros(amount: number): string {
  return `${formatNumber(Math.round(amount))}\u00A0€`
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
