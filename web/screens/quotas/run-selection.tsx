import { useQuery } from '@tanstack/react-query'
import { periodWords, wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { wordsOf } from '../../fields/words-of.ts'
import classes from './run-view.module.css'

/** The periods, plans and categories of a generation. */
export function RunSelection({ run }: { run: StoredRecord }) {
  const plans = useNames('quotaPlans', wordsOf(run.planIds))
  const categories = useNames('memberCategories', wordsOf(run.categoryIds))
  const periods = wordsOf(run.periods).map((code) =>
    code === wholeYear ? 'o ano inteiro' : (periodWords[code] ?? code),
  )
  return (
    <dl className={classes.chosen}>
      <SelectionItem label="Períodos" names={periods} all="todos" />
      <SelectionItem label="Planos" names={plans} all="todos" />
      <SelectionItem label="Categorias" names={categories} all="todas" />
    </dl>
  )
}

function SelectionItem({ label, names, all }: { label: string; names: readonly string[]; all: string }) {
  return (
    <div>
      <dt>{label}:</dt>
      <dd>{names.length === 0 ? all : names.join(', ')}</dd>
    </div>
  )
}

function useNames(resource: string, ids: readonly string[]): string[] {
  const records = useQuery({ ...listQuery(resource, { limit: 500 }), enabled: ids.length > 0 }).data?.data
  return ids.map((id) => String(records?.find(({ _id }) => _id === id)?.name ?? '…'))
}
