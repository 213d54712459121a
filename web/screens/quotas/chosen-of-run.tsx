import { useQuery } from '@tanstack/react-query'
import { periodWords, wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { wordsOf } from '../../fields/texts.ts'
import classes from './run-view.module.css'

/** Of which periods, plans and categories a generation was. */
export function ChosenOfRun({ run }: { run: StoredRecord }) {
  const plans = useNames('quotaPlans', wordsOf(run.planIds))
  const categories = useNames('memberCategories', wordsOf(run.categoryIds))
  const periods = wordsOf(run.periods).map((code) =>
    code === wholeYear ? 'o ano inteiro' : (periodWords[code] ?? code),
  )
  return (
    <dl className={classes.chosen}>
      <Chosen label="Períodos" names={periods} all="todos" />
      <Chosen label="Planos" names={plans} all="todos" />
      <Chosen label="Categorias" names={categories} all="todas" />
    </dl>
  )
}

function Chosen({ label, names, all }: { label: string; names: readonly string[]; all: string }) {
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
