import { IconPrinter } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTerminology } from '../../api/queries.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { newPaymentPath } from '../../paths/dues.ts'
import { AgeTable } from './age-table.tsx'
import { CategoryTable } from './category-table.tsx'
import { DebtorsTable } from './debtors-table.tsx'
import { FirstSteps } from './first-steps.tsx'
import { MonthChart } from './month-chart.tsx'
import { isBlank, overviewQuery, type Overview } from './overview-data.ts'
import { chargesDue, chargesPaid, debtsDue, yearDays } from '../../paths/dues-lists.ts'
import { OverviewFacts } from './overview-facts.tsx'
import { GenerateLink } from '../dues/index.ts'
import classes from './overview.module.css'

/** How the payments of the year go; each number leads to the list behind it. */
export default function PaymentsOverview() {
  const found = useQuery(overviewQuery)
  return <FoundPage found={found}>{(overview) => <OverviewPage overview={overview} />}</FoundPage>
}

function OverviewPage({ overview }: { overview: Overview }) {
  const { membershipPayments } = useTerminology()
  const blank = isBlank(overview)
  return (
    <Page
      title={membershipPayments}
      subtitle={`Até ${formatDateLong(overview.today)}`}
      tools={
        !blank && (
          <Button
            variant="default"
            leftSection={<IconPrinter size="1.125rem" stroke={1.5} />}
            onClick={() => window.print()}
          >
            Imprimir
          </Button>
        )
      }
      action={
        <div className={classes.actions}>
          <GenerateLink />
          <PageAction label="Registar pagamento" to={newPaymentPath} />
        </div>
      }
    >
      {blank ? <FirstSteps /> : <Numbers overview={overview} />}
    </Page>
  )
}

/** The lists behind what was charged, paid and is owed. */
const linksByPart = { charged: chargesDue, paid: chargesPaid, owed: debtsDue }

function Numbers({ overview }: { overview: Overview }) {
  return (
    <>
      <OverviewFacts overview={overview} />
      <div className={classes.panels}>
        <MonthChart overview={overview} />
        <div className={classes.column}>
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
