import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useTerminology } from '../../api/queries.ts'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { formatCount } from '../../ui/format-count.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { toast } from '../../ui/toast.ts'
import { NobodyChosen } from '../../resource/preview/nobody-chosen.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import { euros } from '../../ui/euros.tsx'
import { LeftOut } from './left-out.tsx'
import { runPath } from '../../paths/dues.ts'
import { useQuotaWords } from './use-quota-words.ts'
import { partLeftOut, type RunPreview, type Selection } from './run-preview.ts'
import surface from '../../ui/surface.module.css'
import tables from '../../ui/number-table.module.css'
import classes from '../../ui/chosen-run.module.css'
import own from './run-preview.module.css'

interface RunPreviewPanelProps {
  selection: Selection
  preview: Preview<RunPreview>
}

/** What would be generated and for whom not, while it is being chosen. */
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
        <Told selection={selection} preview={data} isStale={isStale} />
      ) : (
        problem === undefined && <LoadingText>A calcular</LoadingText>
      )}
    </section>
  )
}

interface ToldProps {
  selection: Selection
  preview: RunPreview
  isStale: boolean
}

function Told({ selection, preview, isStale }: ToldProps) {
  const { already, others } = partLeftOut(preview)
  const words = useQuotaWords()
  const terminology = useTerminology()
  const nothing = already > 0 ? 'Nada por gerar: todos já têm.' : 'Nada por gerar.'
  return (
    <>
      <div className={classes.head}>
        <output className={classes.sum}>
          {preview.count === 0 ? (
            <strong>{nothing}</strong>
          ) : (
            <>
              <strong>{words(preview.count)}</strong>
              <span>{euros(preview.total)}</span>
            </>
          )}
        </output>
        <GenerateButton selection={selection} preview={preview} isStale={isStale} />
      </div>
      {preview.count === 0 && preview.leftOut.length === 0 && <NobodyChosen />}
      {preview.count > 0 && <ByCategory preview={preview} />}
      {already > 0 && (
        <p className={own.already}>
          {fillTerms(
            already === 1
              ? '1 {memberSingular} já tem o que havia a gerar.'
              : `${formatCount(already)} {memberPlural} já têm o que havia a gerar.`,
            terminology,
          )}
        </p>
      )}
      <LeftOut groups={others} selection={selection} />
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
              <td>{formatCount(category.count)}</td>
              <td>{euros(category.total)}</td>
            </tr>
          ))}
        </tbody>
        {byCategory.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{formatCount(count)}</td>
              <td>{euros(total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function GenerateButton({ selection, preview, isStale }: ToldProps) {
  const words = useQuotaWords()
  const generate = useGeneration()
  const [busy, setBusy] = useState(false)
  if (preview.count === 0) return null

  async function ask() {
    const sure = await confirmDialog({
      title: `Gerar ${words(preview.count)} de ${selection.year}?`,
      message: `Somam ${euros(preview.total)}, que ficam por pagar; o crédito de quem o tem é usado logo. Ninguém é avisado. Pode ser desfeito enquanto nada estiver pago.`,
      confirmLabel: `Gerar ${words(preview.count)}`,
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
      onClick={() => void ask()}
    >
      Gerar {words(preview.count)}
    </Button>
  )
}

/** Asks for a generation and goes to where it is followed. */
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
      keepAnswer(client, 'quotaRuns', run)
      void navigate(runPath(terminology, run._id))
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível gerar.', { tone: 'error' })
    }
  }
}
