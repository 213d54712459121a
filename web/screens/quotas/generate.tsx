import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useState } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FoundPage } from '../../resource/found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { usePreview } from '../../resource/preview/use-preview.ts'
import { plansPath, runsPath } from '../../paths/dues.ts'
import { RunPreviewPanel } from './run-preview-panel.tsx'
import type { RunPreview, Selection } from './run-preview.ts'
import { SelectionForm } from './selection-form.tsx'
import classes from '../../ui/chosen-run.module.css'

/** From this month on, who generates thinks of the year that comes. */
const monthOfNextYear = 10

/** Which quotas to generate, and beside it what would come of it; then the way to do it. */
export default function GenerateQuotas() {
  const fields = useFields('quotaRuns')
  const plans = useQuery(listQuery('quotaPlans', { limit: 500, sort: 'order' }))
  const categories = useQuery(listQuery('memberCategories', { limit: 500, sort: 'order' }))
  return (
    <FoundPage found={plans}>
      {({ data }) => {
        const used = data.filter(({ active }) => active === true)
        if (used.length === 0) return <NoPlans />
        return (
          <FoundPage found={categories}>
            {({ data: all }) =>
              fields ? <Generation fields={fields} plans={used} categories={all} /> : <PageSkeleton />
            }
          </FoundPage>
        )
      }}
    </FoundPage>
  )
}

interface GenerationProps {
  fields: FieldMap
  plans: StoredRecord[]
  categories: StoredRecord[]
}

function Generation({ fields, plans, categories }: GenerationProps) {
  const terminology = useTerminology()
  const [selection, setSelection] = useState<Selection>(usualSelection)
  const preview = usePreview<RunPreview>('quota_runs/preview', selection)
  return (
    <Page
      title={fillTerms('Gerar {membershipPayments}', terminology)}
      subtitle={
        <Anchor component={AppLink} to={runsPath(terminology)} fz="inherit">
          Gerações anteriores
        </Anchor>
      }
    >
      <div className={classes.sheet}>
        <SelectionForm
          fields={fields}
          plans={plans}
          categories={categories.filter(({ paysQuota }) => paysQuota === true)}
          selection={selection}
          errors={preview.errors}
          onChange={setSelection}
        />
        <RunPreviewPanel selection={selection} preview={preview} />
      </div>
    </Page>
  )
}

function NoPlans() {
  const terminology = useTerminology()
  return (
    <EmptyState
      isPage
      title={fillTerms('Ainda não há planos de {membershipPayments}', terminology)}
      action={
        <Button component={Link} to={plansPath(terminology)}>
          Criar um plano
        </Button>
      }
    >
      Um plano diz de quanto em quanto tempo se paga, quanto e até quando.
    </EmptyState>
  )
}

function usualSelection(): Selection {
  const today = organisationToday()
  const year = Number(today.slice(0, 4)) + (Number(today.slice(5, 7)) >= monthOfNextYear ? 1 : 0)
  return { year, periods: [], planIds: [], categoryIds: [] }
}
