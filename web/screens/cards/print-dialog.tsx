import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { cardSets } from '@agremia/resources/definitions/print-batches.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Button, Checkbox, Radio, Stack } from '@mantine/core'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useFields, useSettings, useTerminology } from '../../api/queries.ts'
import { FieldDialog } from '../../resource/field-dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { printBatchPath } from '../../paths/cards.ts'
import { waitingCardsQuery, type ToPrint } from './to-print.ts'

interface PrintDialogProps {
  toPrint: ToPrint
  onClose: () => void
}

const plainPaper = 'a4-10'

/** The choice of the paper, and then the batch, which is drawn in the background. */
export default function PrintDialog({ toPrint, onClose }: PrintDialogProps) {
  const fields = useFields('printBatches')
  const kept = useSettings().cardsLayout ?? plainPaper
  const usual = kept === 'letter' ? plainPaper : kept
  const [layout, setLayout] = useState<string>()
  const [withLetters, setWithLetters] = useState(kept === 'letter')
  const { busy, problem, begin } = usePrinting(toPrint, onClose)
  const title = useTitle(toPrint)
  const papers = (fields?.layout?.options ?? []).filter(({ value }) => value !== 'letter')
  return (
    <FieldDialog
      title={title}
      onClose={onClose}
      onSubmit={() =>
        void begin({ layout: withLetters ? 'letter' : (layout ?? usual), includeLetters: withLetters })
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy}>
            Fazer o documento
          </Button>
        </>
      }
    >
      {problem !== undefined && <FormMessage>{problem}</FormMessage>}
      <p>
        Os cartões ficam num só documento PDF. Quando estiver pronto, os que estavam por imprimir passam a
        impressos.
      </p>
      <Checkbox
        label="Com a carta de cada um, e o cartão na carta"
        checked={withLetters}
        onChange={(event) => setWithLetters(event.currentTarget.checked)}
      />
      {!withLetters && (
        <Radio.Group label="Papel" value={layout ?? usual} onChange={setLayout}>
          <Stack gap="0.5rem" mt="0.375rem">
            {papers.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FieldDialog>
  )
}

/** How many cards go to paper; of those that wait, as many as there are now. */
function useTitle({ cardSet, count }: ToPrint): string {
  const waits = cardSet !== 'selecao'
  const waiting = useQuery({ ...waitingCardsQuery, enabled: waits }).data?.meta.total
  if (waits && waiting === undefined) return `Imprimir: ${cardSets[cardSet].toLowerCase()}`
  const cards = counted(waiting ?? count ?? 1, 'cartão', 'cartões')
  return `Imprimir ${cards}${waits ? ' por imprimir' : ''}`
}

/** Asks for a batch and goes to where it is followed. */
function usePrinting({ cardSet, chosen, clear }: ToPrint, onDone: () => void) {
  const terminology = useTerminology()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    busy,
    problem,
    async begin(paper: { layout: string; includeLetters: boolean }) {
      setBusy(true)
      setProblem(undefined)
      try {
        const batch = await api.create('printBatches', { cardSet, ...(chosen && { chosen }), ...paper })
        if (isTimedOut(batch)) {
          setProblem('O servidor demora a responder. Veja nos lotes se este já lá está.')
          return
        }
        keepAnswer(client, 'printBatches', batch)
        clear?.()
        onDone()
        void navigate(printBatchPath(terminology, batch._id))
      } catch (error) {
        setProblem(isApiError(error) ? error.message : 'Não foi possível pedir a impressão.')
      } finally {
        setBusy(false)
      }
    },
  }
}
