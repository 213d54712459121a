import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cardSets } from '@agremia/resources/definitions/print-batches.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Checkbox, Radio, Stack } from '@mantine/core'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { cacheRecord, useFields, useSettings, useTerminology } from '../../api/queries.ts'
import { FieldDialog } from '../../resource/field-dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { printBatchPath } from '../../paths/cards.ts'
import { waitingCardsQuery, type ToPrint } from './waiting-cards.tsx'

interface PrintDialogProps {
  toPrint: ToPrint
  onClose: () => void
}

const plainPaper = 'a4-10'

/** Asks for the paper and starts a print batch, whose PDF is made in the background. */
export default function PrintDialog({ toPrint, onClose }: PrintDialogProps) {
  const fields = useFields('printBatches')
  const defaultLayout = useSettings().cardsLayout ?? plainPaper
  const defaultPaper = defaultLayout === 'letter' ? plainPaper : defaultLayout
  const [layout, setLayout] = useState<string>()
  const [withLetters, setWithLetters] = useState(defaultLayout === 'letter')
  const { busy, problem, start } = usePrinting(toPrint, onClose)
  const title = useTitle(toPrint)
  const papers = (fields?.layout?.options ?? []).filter(({ value }) => value !== 'letter')
  return (
    <FieldDialog
      title={title}
      onClose={onClose}
      onSubmit={() =>
        void start({ layout: withLetters ? 'letter' : (layout ?? defaultPaper), includeLetters: withLetters })
      }
      footer={<DialogButtons label="Fazer o documento" onCancel={onClose} loading={busy} />}
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
        <Radio.Group label="Papel" value={layout ?? defaultPaper} onChange={setLayout}>
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

/** The title, with the number of cards. */
function useTitle({ cardSet, count }: ToPrint): string {
  const isWaitingSet = cardSet !== 'selecao'
  const waiting = useQuery({ ...waitingCardsQuery, enabled: isWaitingSet }).data?.meta.total
  if (isWaitingSet && waiting === undefined) return `Imprimir: ${cardSets[cardSet].toLowerCase()}`
  const cards = counted(waiting ?? count ?? 1, 'cartão', 'cartões')
  return `Imprimir ${cards}${isWaitingSet ? ' por imprimir' : ''}`
}

/** Starts the batch and opens its page. */
function usePrinting({ cardSet, chosen, clear }: ToPrint, onDone: () => void) {
  const terminology = useTerminology()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    busy,
    problem,
    async start(paper: { layout: string; includeLetters: boolean }) {
      setBusy(true)
      setProblem(undefined)
      try {
        const batch = await api.create('printBatches', { cardSet, ...(chosen && { chosen }), ...paper })
        if (isTimedOut(batch)) {
          setProblem('O servidor demora a responder. Veja nos lotes se este já lá está.')
          return
        }
        cacheRecord(client, 'printBatches', batch)
        clear?.()
        onDone()
        navigate(printBatchPath(terminology, batch._id))
      } catch (error) {
        setProblem(isApiError(error) ? error.message : 'Não foi possível pedir a impressão.')
      } finally {
        setBusy(false)
      }
    },
  }
}
