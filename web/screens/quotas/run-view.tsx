import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { type Euros as Money, formatNumber } from '@agremia/resources/rules/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { type LeftOutReason, leftOutReasons } from '@agremia/resources/definitions/quota-runs.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { pluralReason } from '@agremia/resources/rules/plural-reason.ts'
import { periodWords, wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import { listQuery, useTerminology } from '../../api/queries.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import {
  requestText,
  useUnderWay,
  useWork,
  WorkPanel,
  WorkState,
} from '../../resource/actions/work-panel.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { EmptyState, NoSuchPage } from '../../ui/message-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Euros, euros } from '../../ui/euros.tsx'
import { chargesOfRun } from '../../paths/dues-lists.ts'
import { CategoryTable } from './category-table.tsx'
import type { CategoryOfPayments } from './overview-data.ts'
import { UndoRun } from './undo-run.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import { useParams } from '../../ui/router.tsx'
import classes from './run-view.module.css'

/** The page of a generation: progress, results, excluded members, and the button that undoes it. */
export default function RunView() {
  const { id } = useParams()
  const query = useWork<'quotaRuns', RunDetails>('quotaRuns', id)
  return (
    <QueryPage query={query} missing={<NoSuchPage>Esta geração não existe.</NoSuchPage>}>
      {(run) => <RunPage run={run} />}
    </QueryPage>
  )
}

type RunDetails = {
  /** Credit that settled older charges of these members. */
  creditOnEarlier: Money
  byCategory: (CategoryOfPayments & { count: number })[]
}
type Run = ResourceRecord<'quotaRuns'> & RunDetails

function RunPage({ run }: { run: Run }) {
  const terminology = useTerminology()
  return (
    <Page
      title={fillTerms(`{MembershipPayments} de ${run.year}`, terminology)}
      state={<WorkState resource="quotaRuns" work={run} />}
      subtitle={`Geração pedida por ${requestText(run)}`}
      action={<UndoRun run={run} />}
    >
      <RunBody run={run} />
      <RunSelection run={run} />
      <ClosedHistory resource="quotaRuns" id={run._id} />
    </Page>
  )
}

function RunBody({ run }: { run: Run }) {
  const isUnderWay = useUnderWay('quotaRuns')(run)
  if (isUnderWay || run.state === 'failed')
    return <WorkPanel resource="quotaRuns" work={run} label="Geração em curso" />
  return <Result run={run} />
}

function Result({ run }: { run: Run }) {
  const terminology = useTerminology()
  const { count, total, creditUsed, creditOnEarlier, byCategory, leftOut, skipped, state } = run
  const already = leftOut?.exists ?? 0
  if (count === 0) {
    return (
      <EmptyState title={already > 0 ? 'Nada por gerar: todos já têm' : 'Nada por gerar'}>
        {state === 'undone' ? 'A geração foi desfeita antes de fazer alguma coisa.' : 'Nada foi alterado.'}
      </EmptyState>
    )
  }
  return (
    <>
      {state === 'undone' && (
        <p className={classes.undone}>
          Foi desfeita: o que tinha gerado está anulado e o crédito usado voltou a quem o tinha.
        </p>
      )}
      <Facts>
        <Fact
          label={terminology.membershipPayments}
          value={<AppLink to={chargesOfRun(run._id)}>{formatNumber(count)}</AppLink>}
        />
        <Fact label="Total" value={<Euros to={chargesOfRun(run._id)} amount={total} />} />
        <Fact label="Pago logo com crédito" value={euros(creditUsed)} />
        {creditOnEarlier > 0 && <Fact label="Crédito em dívidas antigas" value={euros(creditOnEarlier)} />}
      </Facts>
      {byCategory.length > 0 && (
        <CategoryTable
          rows={byCategory}
          note="De tudo o que esta geração lançou"
          counted={terminology.membershipPayments}
          linkTo={(part, categoryId) => chargesOfRun(run._id, { part, categoryId })}
        />
      )}
      <ExcludedCounts leftOut={leftOut ?? {}} />
      <SkippedMembers members={skipped ?? []} />
    </>
  )
}

/** Members deleted during the generation; named without links, because their records no longer exist. */
function SkippedMembers({ members }: { members: NonNullable<Run['skipped']> }) {
  const terminology = useTerminology()
  if (members.length === 0) return null
  return (
    <Panel title="Registos eliminados durante a geração" width="table">
      <NumberTable
        label="Registos eliminados durante a geração"
        rows={members}
        keyOf={({ memberNumber }) => memberNumber}
        columns={[
          { head: 'Nome', cell: ({ name }) => name },
          {
            head: fillTerms('N.º de {memberSingular}', terminology),
            cell: ({ memberNumber }) => memberNumber,
          },
        ]}
      />
    </Panel>
  )
}

function ExcludedCounts({ leftOut }: { leftOut: NonNullable<Run['leftOut']> }) {
  const terminology = useTerminology()
  const reasons = Object.entries(leftOut) as [LeftOutReason, number][]
  if (reasons.length === 0) return null
  return (
    <Panel title="Quem ficou de fora, e porquê" width="table">
      <NumberTable
        label="Quem ficou de fora"
        rows={reasons.toSorted(([, one], [, other]) => other - one)}
        keyOf={([reason]) => reason}
        columns={[
          {
            head: 'Motivo',
            cell: ([reason, count]) => pluralReason(fillTerms(leftOutReasons[reason], terminology), count),
          },
          { head: fillTerms('{MemberPlural}', terminology), cell: ([, count]) => formatNumber(count) },
        ]}
      />
    </Panel>
  )
}

/** The periods, plans and categories of a generation. */
function RunSelection({ run }: { run: ResourceRecord<'quotaRuns'> }) {
  const plans = useNames('quotaPlans', run.planIds)
  const categories = useNames('memberCategories', run.categoryIds)
  const periods = run.periods.map((code) =>
    code === wholeYear ? 'o ano inteiro' : (periodWords[code] ?? code),
  )
  return (
    <dl className={classes.chosen}>
      <SelectionItem label="Períodos" names={periods} all="todos os períodos" />
      <SelectionItem label="Planos" names={plans} all="todos os planos" />
      <SelectionItem label="Categorias" names={categories} all="todas as categorias" />
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

function useNames(resource: 'quotaPlans' | 'memberCategories', ids: readonly string[]): string[] {
  const records = useQuery({ ...listQuery(resource, { limit: 500 }), enabled: ids.length > 0 }).data?.data
  return ids.map((id) => records?.find(({ _id }) => _id === id)?.name ?? '…')
}
