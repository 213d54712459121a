import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useState } from 'react'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { periodsOf, periodWords, wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import type { FieldErrors } from '../../api/client.ts'
import { listQuery, useFields, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { usePreview } from '../../resource/preview/use-preview.ts'
import { plansPath, runsPath } from '../../paths/dues.ts'
import { type RunPreview, RunPreviewPanel, type Selection } from './run-preview-panel.tsx'
import { FieldInput } from '../../fields/field-input.tsx'
import { ManyChoice } from '../../ui/choice.tsx'
import classes from '../../ui/chosen-run.module.css'

/** From this month on (counted from 1), next year is the default. */
const nextYearFromMonth = 10

/** The page that generates quotas: selection, preview and the button that starts it. */
export default function GenerateQuotas() {
  const fields = useFields('quotaRuns')
  const plans = useQuery(listQuery('quotaPlans', { limit: 500, sort: 'order' }))
  const categories = useQuery(listQuery('memberCategories', { limit: 500, sort: 'order' }))
  return (
    <QueryPage query={plans}>
      {({ data }) => {
        const activePlans = data.filter(({ active }) => active)
        if (activePlans.length === 0) return <NoPlans />
        return (
          <QueryPage query={categories}>
            {({ data: all }) =>
              fields ? <Generation fields={fields} plans={activePlans} categories={all} /> : <PageSkeleton />
            }
          </QueryPage>
        )
      }}
    </QueryPage>
  )
}

interface GenerationProps {
  fields: FieldMap
  plans: ResourceRecord<'quotaPlans'>[]
  categories: ResourceRecord<'memberCategories'>[]
}

function Generation({ fields, plans, categories }: GenerationProps) {
  const terminology = useTerminology()
  const [selection, setSelection] = useState<Selection>(defaultSelection)
  const preview = usePreview<RunPreview>('quota_runs', selection)
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
          categories={categories.filter(({ paysQuota }) => paysQuota)}
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
        <Button component={AppLink} to={plansPath(terminology)}>
          Criar um plano
        </Button>
      }
    >
      Um plano diz de quanto em quanto tempo se paga, quanto e até quando.
    </EmptyState>
  )
}

function defaultSelection(): Selection {
  const today = organisationToday()
  const year = Number(today.slice(0, 4)) + (Number(today.slice(5, 7)) >= nextYearFromMonth ? 1 : 0)
  return { year, periods: [], planIds: [], categoryIds: [] }
}

interface SelectionFormProps {
  fields: FieldMap
  plans: ResourceRecord<'quotaPlans'>[]
  /** Only categories that pay quotas. */
  categories: ResourceRecord<'memberCategories'>[]
  selection: Selection
  errors: FieldErrors | undefined
  onChange: (selection: Selection) => void
}

/** Chooses year, periods, plans and categories; an empty choice means all. */
function SelectionForm(props: SelectionFormProps) {
  const { fields, plans, categories, selection, errors, onChange } = props
  const terminology = useTerminology()
  const set = (part: Partial<Selection>) => onChange({ ...selection, ...part })
  const chosen = plans.filter(({ _id }) => selection.planIds.length === 0 || selection.planIds.includes(_id))
  const periods = availablePeriods(chosen)
  const { year } = fields
  if (!year) return null
  return (
    <form className="stack" aria-label="O que gerar" onSubmit={(event) => event.preventDefault()}>
      <FieldInput
        id="generate-year"
        field={year}
        value={selection.year}
        record={{}}
        error={errors?.year?.join(' ')}
        onChange={(value) => set({ year: typeof value === 'number' ? value : null })}
      />
      {periods.length > 1 && (
        <ManyChoice
          label="Períodos"
          placeholder={selection.periods.length === 0 ? 'Todos' : ''}
          data={periods}
          value={selection.periods}
          onChange={(codes) => set({ periods: codes })}
          clearable
        />
      )}
      {plans.length > 1 && (
        <ManyChoice
          label="Planos"
          placeholder={selection.planIds.length === 0 ? 'Todos' : ''}
          data={optionsOf(plans)}
          value={selection.planIds}
          // The chosen periods may not exist in the new plans.
          onChange={(ids) => set({ planIds: ids, periods: [] })}
          clearable
        />
      )}
      <ManyChoice
        label="Categorias"
        placeholder={selection.categoryIds.length === 0 ? 'Todas as categorias' : ''}
        data={optionsOf(categories)}
        value={selection.categoryIds}
        onChange={(ids) => set({ categoryIds: ids })}
        clearable
      />
      <p className="note">
        {fillTerms(
          'Só se geram as {membershipPayments} que ainda não existem: pode repetir sem receio.',
          terminology,
        )}
      </p>
    </form>
  )
}

/** The periods of these plans, including the whole year if a plan has it. */
function availablePeriods(plans: ResourceRecord<'quotaPlans'>[]): { value: string; label: string }[] {
  const codes = new Set(plans.flatMap(({ periodicity }) => periodsOf(periodicity)))
  return [...codes].map((code) => ({
    value: code,
    label: code === wholeYear ? 'O ano inteiro' : capitalise(periodWords[code] ?? code),
  }))
}

function optionsOf(records: readonly { _id: string; name: string }[]): { value: string; label: string }[] {
  return records.map(({ _id, name }) => ({ value: _id, label: name }))
}
