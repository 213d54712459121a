import { type Euros, formatNumber } from '@agremia/resources/rules/amount.ts'
import { Anchor } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { type ExcludedGroup, ExcludedMembers, NoMemberMatches } from '../../resource/preview/left-out.tsx'
import { useTerminology } from '../../api/queries.ts'
import { PreviewHead, PreviewPanel } from '../../resource/preview/preview-panel.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import { euros } from '../../ui/euros.tsx'
import { plansPath, runPath } from '../../paths/dues.ts'
import { useQuotaCount } from './use-quota-count.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import own from './run-preview.module.css'

/** Which quotas to generate; an empty list means all. */
export interface Selection {
  year: number | null
  /** `ano` for the whole year, `S1`, `T1`, `01`. */
  periods: string[]
  planIds: string[]
  categoryIds: string[]
}

/** The answer of `POST /quota_runs/preview`. Amounts in euros. */
export interface RunPreview {
  count: number
  total: Euros
  byCategory: { categoryId: string; categoryLabel: string; count: number; total: Euros }[]
  leftOut: ExcludedGroup[]
}

/** Separates members who already have their quotas from members who get none for another reason. */
function splitExcluded({ leftOut }: RunPreview): { already: number; others: ExcludedGroup[] } {
  return {
    already: leftOut.find(({ reason }) => reason === 'exists')?.count ?? 0,
    others: leftOut.filter(({ reason }) => reason !== 'exists'),
  }
}

interface RunPreviewPanelProps {
  selection: Selection
  preview: Preview<RunPreview>
}

/** Previews the generation of the current selection, with the button that starts it. */
export function RunPreviewPanel({ selection, preview }: RunPreviewPanelProps) {
  const quotaCount = useQuotaCount()
  const terminology = useTerminology()
  return (
    <PreviewPanel preview={preview} loading="A calcular">
      {(data) => {
        const { count, total, leftOut } = data
        const { already, others } = splitExcluded(data)
        return (
          <>
            <PreviewHead
              resource="quotaRuns"
              input={selection}
              count={count}
              emptyText={already > 0 ? 'Nada por gerar: todos já têm.' : 'Nada por gerar.'}
              detail={euros(total)}
              verb="Gerar"
              what={quotaCount(count)}
              icon={<IconCalendarPlus size="1.125rem" stroke={1.5} />}
              scope={` de ${selection.year}`}
              message={`Somam ${euros(total)}, que ficam por pagar; o crédito de quem o tem é usado logo. Ninguém é avisado. Pode ser desfeito enquanto nada estiver pago.`}
              isStale={preview.isStale}
              pathOf={(id) => runPath(terminology, id)}
            />
            {count === 0 && leftOut.length === 0 && <NoMemberMatches />}
            {count > 0 && <ByCategory preview={data} />}
            {already > 0 && (
              <p className={own.already}>
                {fillTerms(
                  already === 1
                    ? '1 {memberSingular} já tem o que havia a gerar.'
                    : `${formatNumber(already)} {memberPlural} já têm o que havia a gerar.`,
                  terminology,
                )}
              </p>
            )}
            <ExcludedMembers
              preview={preview}
              groups={others}
              wayOf={(reason) => fixedInPlans.includes(reason) && <PlansLink />}
            />
          </>
        )
      }}
    </PreviewPanel>
  )
}

function ByCategory({ preview: { byCategory, count, total } }: { preview: RunPreview }) {
  const { membershipPayments } = useTerminology()
  return (
    <NumberTable
      label="Por categoria"
      rows={byCategory}
      keyOf={({ categoryId }) => categoryId}
      hasTotals={byCategory.length > 1}
      columns={[
        { head: 'Categoria', cell: ({ categoryLabel }) => categoryLabel, total: 'Total' },
        { head: membershipPayments, cell: (row) => formatNumber(row.count), total: formatNumber(count) },
        { head: 'Valor', cell: (row) => euros(row.total), total: euros(total) },
      ]}
    />
  )
}

/** Reasons that a change of plans or prices removes. */
const fixedInPlans = ['noPlan', 'noPrice']

function PlansLink() {
  return (
    <Anchor component={AppLink} to={plansPath(useTerminology())} fz="sm">
      Ver os planos e os preços
    </Anchor>
  )
}
