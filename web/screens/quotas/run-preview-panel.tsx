import { type Euros, formatNumber } from '@agremia/resources/rules/amount.ts'
import { useState } from 'react'
import { Anchor, Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { type ExcludedGroup, ExcludedMembers, NoMemberMatches } from '../../resource/preview/left-out.tsx'
import { api, isTimedOut } from '../../api/client.ts'
import { cacheRecord, useTerminology } from '../../api/queries.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import { euros } from '../../ui/euros.tsx'
import { plansPath, runPath } from '../../paths/dues.ts'
import { useQuotaCount } from './use-quota-count.ts'
import { AppLink } from '../../ui/app-link.tsx'
import surface from '../../ui/surface.module.css'
import tables from '../../ui/number-table.module.css'
import classes from '../../ui/chosen-run.module.css'
import { useNavigate } from '../../ui/router.tsx'
import own from './run-preview.module.css'
import { toastError } from '../../resource/toast-error.ts'

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
  const { data, isStale, problem } = preview
  return (
    <section
      className={`${surface.surface} ${classes.panel}`}
      aria-label="Previsão"
      aria-busy={isStale && problem === undefined}
    >
      {problem !== undefined && <FormMessage>{problem}</FormMessage>}
      {data ? (
        <>
          <PreviewResult selection={selection} preview={data} isStale={isStale} />
          <ExcludedMembers
            preview={preview}
            groups={splitExcluded(data).others}
            wayOf={(reason) => fixedInPlans.includes(reason) && <PlansLink />}
          />
        </>
      ) : (
        problem === undefined && <LoadingText>A calcular</LoadingText>
      )}
    </section>
  )
}

interface PreviewResultProps {
  selection: Selection
  preview: RunPreview
  isStale: boolean
}

function PreviewResult({ selection, preview, isStale }: PreviewResultProps) {
  const { already } = splitExcluded(preview)
  const quotaCount = useQuotaCount()
  const terminology = useTerminology()
  const emptyText = already > 0 ? 'Nada por gerar: todos já têm.' : 'Nada por gerar.'
  return (
    <>
      <div className={classes.head}>
        <output className={classes.sum}>
          {preview.count === 0 ? (
            <strong>{emptyText}</strong>
          ) : (
            <>
              <strong>{quotaCount(preview.count)}</strong>
              <span>{euros(preview.total)}</span>
            </>
          )}
        </output>
        <GenerateButton selection={selection} preview={preview} isStale={isStale} />
      </div>
      {preview.count === 0 && preview.leftOut.length === 0 && <NoMemberMatches />}
      {preview.count > 0 && <ByCategory preview={preview} />}
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
    </>
  )
}

function ByCategory({ preview: { byCategory, count, total } }: { preview: RunPreview }) {
  const { membershipPayments } = useTerminology()
  return (
    <div className={tables.scroller}>
      <table className={tables.table} aria-label="Por categoria">
        <thead>
          <tr>
            <th scope="col">Categoria</th>
            <th scope="col">{membershipPayments}</th>
            <th scope="col">Valor</th>
          </tr>
        </thead>
        <tbody>
          {byCategory.map((category) => (
            <tr key={category.categoryId}>
              <th scope="row">{category.categoryLabel}</th>
              <td>{formatNumber(category.count)}</td>
              <td>{euros(category.total)}</td>
            </tr>
          ))}
        </tbody>
        {byCategory.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{formatNumber(count)}</td>
              <td>{euros(total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function GenerateButton({ selection, preview, isStale }: PreviewResultProps) {
  const quotaCount = useQuotaCount()
  const generate = useGeneration()
  const [busy, setBusy] = useState(false)
  if (preview.count === 0) return null

  async function start() {
    const sure = await confirmDialog({
      title: `Gerar ${quotaCount(preview.count)} de ${selection.year}?`,
      message: `Somam ${euros(preview.total)}, que ficam por pagar; o crédito de quem o tem é usado logo. Ninguém é avisado. Pode ser desfeito enquanto nada estiver pago.`,
      confirmLabel: `Gerar ${quotaCount(preview.count)}`,
    })
    if (!sure) return
    setBusy(true)
    await generate(selection)
    setBusy(false)
  }

  return (
    <Button
      leftSection={<IconCalendarPlus size="1.125rem" stroke={1.5} />}
      disabled={isStale}
      loading={busy}
      onClick={() => void start()}
    >
      Gerar {quotaCount(preview.count)}
    </Button>
  )
}

/** Starts a generation and opens its page. */
function useGeneration(): (selection: Selection) => Promise<void> {
  const terminology = useTerminology()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (selection) => {
    try {
      const run = await api.create('quotaRuns', selection)
      if (isTimedOut(run)) {
        toast('O servidor demora a responder. Tente outra vez: nada se repete.', { tone: 'error' })
        return
      }
      cacheRecord(client, 'quotaRuns', run)
      navigate(runPath(terminology, run._id))
    } catch (error) {
      toastError(error, 'Não foi possível gerar.')
    }
  }
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
