import { MultiSelect } from '@mantine/core'
import { periodsOf, periodWords, wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { FieldErrors, StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { optionsFilter } from '../../ui/options-filter.ts'
import type { Selection } from './run-preview.ts'
import classes from '../../ui/chosen-run.module.css'

interface SelectionFormProps {
  fields: FieldMap
  plans: StoredRecord[]
  /** Only categories that pay quotas. */
  categories: StoredRecord[]
  selection: Selection
  errors: FieldErrors | undefined
  onChange: (selection: Selection) => void
}

/** Chooses year, periods, plans and categories; an empty choice means all. */
export function SelectionForm(props: SelectionFormProps) {
  const { fields, plans, categories, selection, errors, onChange } = props
  const terminology = useTerminology()
  const set = (part: Partial<Selection>) => onChange({ ...selection, ...part })
  const chosen = plans.filter(({ _id }) => selection.planIds.length === 0 || selection.planIds.includes(_id))
  const periods = availablePeriods(chosen)
  const { year } = fields
  if (!year) return null
  const { Input } = faceOf(year)
  return (
    <form className={classes.form} aria-label="O que gerar" onSubmit={(event) => event.preventDefault()}>
      <Input
        id="generate-year"
        field={year}
        value={selection.year}
        record={{}}
        error={errors?.year?.join(' ')}
        onChange={(value) => set({ year: typeof value === 'number' ? value : null })}
      />
      {periods.length > 1 && (
        <MultiSelect
          label="Períodos"
          placeholder={selection.periods.length === 0 ? 'Todos' : ''}
          data={periods}
          value={selection.periods}
          onChange={(codes) => set({ periods: codes })}
          clearable
        />
      )}
      {plans.length > 1 && (
        <MultiSelect
          label="Planos"
          placeholder={selection.planIds.length === 0 ? 'Todos' : ''}
          data={optionsOf(plans)}
          value={selection.planIds}
          // The chosen periods may not exist in the new plans.
          onChange={(ids) => set({ planIds: ids, periods: [] })}
          clearable
        />
      )}
      <MultiSelect
        label="Categorias"
        placeholder={selection.categoryIds.length === 0 ? 'Todas as que pagam' : ''}
        data={optionsOf(categories)}
        value={selection.categoryIds}
        onChange={(ids) => set({ categoryIds: ids })}
        searchable
        filter={optionsFilter}
        nothingFoundMessage="Sem resultados"
        clearable
      />
      <p className={classes.note}>
        {fillTerms(
          'Só se geram as {membershipPayments} que ainda não existem: pode repetir sem receio.',
          terminology,
        )}
      </p>
    </form>
  )
}

/** The periods of these plans, including the whole year if a plan has it. */
function availablePeriods(plans: StoredRecord[]): { value: string; label: string }[] {
  const codes = new Set(plans.flatMap(({ periodicity }) => periodsOf(String(periodicity))))
  return [...codes].map((code) => ({
    value: code,
    label: code === wholeYear ? 'O ano inteiro' : capitalise(periodWords[code] ?? code),
  }))
}

function optionsOf(records: StoredRecord[]): { value: string; label: string }[] {
  return records.map(({ _id, name }) => ({ value: _id, label: String(name) }))
}
