import type { ReactNode } from 'react'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addDays, addYears, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { formatPercent } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useTerminology } from '../../api/queries.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { chargeDifferencesPath, generatePath, newPaymentPath, plansPath } from '../../paths/dues.ts'
import { AgeTable, DebtorsTable } from './debt-tables.tsx'
import { CategoryTable } from './category-table.tsx'
import { MonthChart } from './month-chart.tsx'
import { pendingDifferencesQuery } from './pending-differences.ts'
import { isEmptyOverview, type Overview, overviewQuery } from './overview-data.ts'
import {
  chargesDue,
  chargesPaid,
  debtsDue,
  membersWithCredit,
  paymentsBetween,
  yearDays,
} from '../../paths/dues-lists.ts'
import { GenerateLink } from '../dues/index.ts'
import { AppLink, LinkIfOpen } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { reportPath } from '../../paths/reports.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { Euros, euros } from '../../ui/euros.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './overview.module.css'
import stepClasses from './first-steps.module.css'

/** The summary of the year's payments; each number links to the list behind it. */
export default function PaymentsOverview() {
  const query = useQuery(overviewQuery)
  return <QueryPage query={query}>{(overview) => <OverviewPage overview={overview} />}</QueryPage>
}

function OverviewPage({ overview }: { overview: Overview }) {
  const { membershipPayments } = useTerminology()
  const isEmpty = isEmptyOverview(overview)
  return (
    <Page
      title={membershipPayments}
      subtitle={`Até ${formatDateLong(overview.today)}`}
      tools={!isEmpty && <CommandButton icon={IconPrinter} label="Imprimir" onClick={() => window.print()} />}
      action={
        <div className={classes.actions}>
          <GenerateLink />
          <PageAction label="Registar pagamento" to={newPaymentPath} />
        </div>
      }
    >
      <DifferencesLine />
      {isEmpty ? <FirstSteps /> : <Numbers overview={overview} />}
    </Page>
  )
}

/** Leads to what earlier versions charged otherwise than the rules, while some waits for a decision. */
function DifferencesLine() {
  const terminology = useTerminology()
  const count = useQuery(pendingDifferencesQuery).data?.meta.total ?? 0
  if (count === 0) return null
  return (
    <p data-only="screen">
      <AppLink to={chargeDifferencesPath(terminology)}>
        {counted(count, 'cobrança difere das regras', 'cobranças diferem das regras')}
      </AppLink>
    </p>
  )
}

const linksByPart = { charged: chargesDue, paid: chargesPaid, owed: debtsDue }

function Numbers({ overview }: { overview: Overview }) {
  return (
    <>
      <OverviewFacts overview={overview} />
      <div className={classes.panels}>
        <MonthChart overview={overview} />
        <div className="stack">
          <CategoryTable
            rows={overview.byCategory}
            note={`Do que se vence em ${overview.year}`}
            linkTo={(part, categoryId) => linksByPart[part](yearDays(overview.year), categoryId)}
          />
          <AgeTable overview={overview} />
        </div>
        <DebtorsTable overview={overview} />
      </div>
    </>
  )
}

/** First steps, shown while there are no charges and no payments. */
function FirstSteps() {
  const terminology = useTerminology()
  const steps = [
    {
      to: plansPath(terminology),
      title: 'Defina os planos e os preços',
      text: 'De quanto em quanto tempo se paga, quanto, até quando, e que categorias não pagam.',
    },
    {
      to: generatePath(terminology),
      title: 'Gere as {membershipPayments} do ano',
      text: 'Vê-se antes quantas são e quanto somam. Nada se repete, e pode ser desfeito.',
    },
    {
      to: newPaymentPath,
      title: 'Registe os pagamentos',
      text: 'Cada um salda o que é mais antigo e emite o seu recibo. Os números aparecem aqui.',
    },
  ]
  return (
    <section className={stepClasses.steps} aria-label="Primeiros passos">
      <h2>{fillTerms('Ainda não há {membershipPayments} nem pagamentos', terminology)}</h2>
      <ol>
        {steps.map(({ to, title, text }) => (
          <li key={to}>
            <LinkIfOpen to={to}>{fillTerms(title, terminology)}</LinkIfOpen>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Four numbers: overdue debt, debt that is not due, payments of the year, and credit. */
function OverviewFacts({ overview }: { overview: Overview }) {
  const { list } = useMemberPaths()
  const { year, today, paid, back, owed, overdue, credit, expectedUntilDecember } = overview
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
          <>
            <AppLink to={paymentsBetween(lastYearSoFar)}>
              {year - 1}: {euros(paid.lastYearSoFar)}
              {differenceOf(paid)}
            </AppLink>
            {back > 0 && (
              <>
                {' · '}
                <AppLink to={reportPath('paymentsPerYear')}>{euros(back)} devolvidos</AppLink>
              </>
            )}
          </>
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

/** Difference from the same days of last year, such as ` (+4,2%)`; empty when it rounds to zero. */
function differenceOf({ thisYear, lastYearSoFar }: Overview['paid']): string {
  if (lastYearSoFar === 0) return ''
  const ratio = thisYear / lastYearSoFar - 1
  if (formatPercent(ratio) === formatPercent(0)) return ''
  return ` (${ratio > 0 ? '+' : ''}${formatPercent(ratio)})`
}

/** The overdue share of the debt. */
function overdueNote({ owed, overdue }: Overview): ReactNode {
  if (overdue === 0) return 'Nada em atraso'
  return (
    <AppLink to={debtsDue()}>
      {formatPercent(overdue / owed)} de {euros(owed)} em dívida
    </AppLink>
  )
}
