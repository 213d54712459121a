import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useTerminology } from '../../api/queries.ts'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { toast } from '../../ui/toast.ts'
import { LeftOutReason, LeftOutReasons } from '../../resource/preview/left-out.tsx'
import { NobodyChosen } from '../../resource/preview/nobody-chosen.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import { cardRunPath } from '../../paths/cards.ts'
import type { IssueChoice, IssuePreview } from './issue-run.ts'
import surface from '../../ui/surface.module.css'
import classes from '../../ui/chosen-run.module.css'

interface IssuePanelProps {
  choice: IssueChoice
  preview: Preview<IssuePreview>
}

/** How many cards an issue would make and for whom none, while it is being chosen. */
export function IssuePanel({ choice, preview }: IssuePanelProps) {
  const { data, isStale, problem } = preview
  return (
    <section
      className={`${surface.surface} ${classes.panel}`}
      aria-label="Previsão"
      aria-busy={isStale && problem === undefined}
    >
      {problem !== undefined && <FormMessage>{problem}</FormMessage>}
      {data ? (
        <Told choice={choice} preview={data} isStale={isStale} />
      ) : (
        problem === undefined && <LoadingText>A contar</LoadingText>
      )}
    </section>
  )
}

interface ToldProps {
  choice: IssueChoice
  preview: IssuePreview
  isStale: boolean
}

const cards = (count: number) => counted(count, 'cartão', 'cartões')

function Told({ choice, preview, isStale }: ToldProps) {
  const { count, withoutPhoto, validUntil, leftOut } = preview
  return (
    <>
      <div className={classes.head}>
        <output className={classes.sum}>
          {count === 0 ? (
            <strong>Nada por emitir.</strong>
          ) : (
            <>
              <strong>{cards(count)}</strong>
              <span>{validUntil === null ? 'sem data de fim' : `até ${formatDateLong(validUntil)}`}</span>
            </>
          )}
        </output>
        <IssueButton choice={choice} preview={preview} isStale={isStale} />
      </div>
      {count === 0 && leftOut.length === 0 && <NobodyChosen />}
      {withoutPhoto > 0 && <p>{cards(withoutPhoto)} sem fotografia: no lugar dela fica uma silhueta.</p>}
      {leftOut.length > 0 && (
        <LeftOutReasons>
          {leftOut.map((group) => (
            <LeftOutReason key={group.reason} group={group} />
          ))}
        </LeftOutReasons>
      )}
    </>
  )
}

function IssueButton({ choice, preview: { count }, isStale }: ToldProps) {
  const issue = useIssue()
  const terminology = useTerminology()
  const [busy, setBusy] = useState(false)
  if (count === 0) return null
  const follows =
    choice.type === 'digital'
      ? 'Valem logo, no telemóvel de cada um.'
      : choice.kind === 'renewal'
        ? 'Ficam por imprimir. O cartão anterior vale até à sua data.'
        : 'Ficam por imprimir.'

  async function ask() {
    const sure = await confirmDialog({
      title: `Emitir ${cards(count)}?`,
      message: `${follows} ${fillTerms('{Nenhum} {memberSingular} é {avisado}.', terminology)}`,
      confirmLabel: `Emitir ${cards(count)}`,
    })
    if (!sure) return
    setBusy(true)
    await issue(choice)
    setBusy(false)
  }

  return (
    <Button
      leftSection={<IconId size="1.125rem" stroke={1.5} aria-hidden />}
      disabled={isStale}
      loading={busy}
      onClick={() => void ask()}
    >
      Emitir {cards(count)}
    </Button>
  )
}

/** Asks for an issue and goes to where it is followed. */
function useIssue(): (choice: IssueChoice) => Promise<void> {
  const terminology = useTerminology()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (choice) => {
    try {
      const run = await api.create('cardRuns', { ...choice })
      if (isTimedOut(run)) {
        toast('O servidor demora a responder. Tente outra vez: nada se repete.', { tone: 'error' })
        return
      }
      keepAnswer(client, 'cardRuns', run)
      void navigate(cardRunPath(terminology, run._id))
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível emitir.', { tone: 'error' })
    }
  }
}
