import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconFileText } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatDateLong, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { useFields, useResource, useTerminology } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import { cardsOfBatchPath } from '../../paths/cards.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { useWork, WorkPanel, WorkState } from '../../resource/work-panel.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { useParams } from '../../ui/router.tsx'
import { refreshCards } from './card-records.ts'
import classes from './card-run-view.module.css'
import { toastError } from '../../resource/toast-error.ts'

/** The page of a print batch: progress, PDF, and undoing after a failed print. */
export default function PrintView() {
  const { id } = useParams()
  const fields = useFields('printBatches')
  const query = useWork<Batch>('printBatches', id)
  return (
    <QueryPage query={query} missing={<NoSuchPage>Este lote não existe.</NoSuchPage>}>
      {(batch) => (fields ? <BatchPage batch={batch} fields={fields} /> : <PageSkeleton />)}
    </QueryPage>
  )
}

function BatchPage({ batch, fields }: { batch: Batch; fields: FieldMap }) {
  const terminology = useTerminology()
  const { cardSet, layout } = fields
  const finished = plainText(batch.finishedAt)
  return (
    <Page
      title={`Lote n.º ${plainText(batch.batchNumber)}`}
      state={<WorkState resource="printBatches" work={batch} />}
      subtitle={`Pedido por ${plainText(batch.createdByName)}, ${formatDateLong(plainText(batch.date))}`}
      action={<PrintActions batch={batch} />}
    >
      {batch.state !== 'done' && batch.state !== 'undone' && (
        <WorkPanel resource="printBatches" work={batch} label="Documento em curso" words={progressWords} />
      )}
      {batch.state === 'undone' && (
        <p>Não saiu bem: os cartões que ainda não tinham sido entregues voltaram a ficar por imprimir.</p>
      )}
      <Facts>
        <Fact
          label="Cartões"
          value={formatNumber(batch.count)}
          note={cardSet && choiceText(batch.cardSet, cardSet)}
        />
        <Fact label="Papel" value={layout && choiceText(batch.layout, layout)} />
        {finished !== '' && <Fact label="Pronto" value={formatDateTime(finished, organisationTimeZone())} />}
        {batch.fileBytes !== null && <Fact label="Documento" value={sizeText(batch.fileBytes)} />}
      </Facts>
      {(batch.state === 'done' || batch.state === 'undone') && (
        <Button
          component={AppLink}
          to={cardsOfBatchPath(terminology, batch._id)}
          variant="default"
          className={classes.way}
        >
          Ver os cartões deste lote
        </Button>
      )}
      <ClosedHistory resource="printBatches" id={batch._id} />
    </Page>
  )
}

const progressWords = { one: 'desenhado', many: 'desenhados' }

const megabyte = 1_000_000

function sizeText(bytes: number): string {
  return bytes < megabyte / 10
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / megabyte).toFixed(1).replace('.', ',')} MB`
}

/** Opens the PDF of a batch, or undoes the batch after a failed print. */
function PrintActions({ batch }: { batch: Batch }) {
  const may = new Set(useResource('printBatches')?.actions.map(({ name }) => name))
  const undo = useUndo(batch)
  return (
    <Group gap="0.625rem">
      {batch.state === 'done' && may.has('undo') && (
        <Button variant="default" leftSection={<IconArrowBackUp {...icon} />} onClick={() => void undo()}>
          Não saíram bem
        </Button>
      )}
      {batch.fileBytes !== null && (
        <Button
          leftSection={<IconFileText {...icon} />}
          onClick={() => void openDocument(`${recordPath('printBatches', batch._id)}/document`)}
        >
          Abrir o PDF
        </Button>
      )}
    </Group>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

function useUndo(batch: Batch) {
  const client = useQueryClient()
  return async () => {
    try {
      if (!(await confirmUndo(batch))) return
      await runAction('printBatches', batch._id, 'undo', {})
      toast('Os cartões estão outra vez por imprimir.')
    } catch (error) {
      toastError(error)
    }
    refreshCards(client)
  }
}

/** Asks for confirmation, with the number of cards that become unprinted and of those that keep their state. */
async function confirmUndo(batch: Batch): Promise<boolean> {
  const where = { printBatchId: [batch._id], status: ['printed'] }
  const { meta } = requireAnswer(await api.list('membershipCards', { where, limit: 1 }, { channel: 'undo' }))
  const unchanged = batch.count - meta.total
  if (meta.total === 0)
    return confirmDialog({
      title: 'Nenhum cartão deste lote volta atrás',
      message: `Já foram todos enviados, entregues ou substituídos: ${cards(batch.count)}.`,
      cancelLabel: 'Fechar',
    })
  const sentences = [
    `Do lote n.º ${String(batch.batchNumber)}, com ${cards(batch.count)}.`,
    unchanged > 0 &&
      `${counted(unchanged, 'já enviado ou entregue fica como está', 'já enviados ou entregues ficam como estão')}.`,
  ]
  return confirmDialog({
    title: `Pôr ${cards(meta.total)} outra vez por imprimir?`,
    message: sentences.filter(Boolean).join(' '),
    confirmLabel: 'Pôr por imprimir',
  })
}

function cards(count: number): string {
  return counted(count, 'cartão', 'cartões')
}

interface Batch extends StoredRecord {
  state: 'queued' | 'running' | 'done' | 'failed' | 'undone'
  count: number
  drawn: number
  fileBytes: number | null
}
