import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Button, Group } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatDateLong, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText } from '../../fields/texts.ts'
import { cardsOfBatchPath } from '../../paths/cards.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { useWork, WorkPanel, WorkState } from '../../resource/actions/work-panel.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { useParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './card-run-view.module.css'

/** The page of a print batch: progress, PDF, and undoing after a failed print. */
export default function PrintView() {
  const { id } = useParams()
  const fields = useFields('printBatches')
  const query = useWork('printBatches', id)
  return (
    <QueryPage query={query} missing={<NoSuchPage>Este lote não existe.</NoSuchPage>}>
      {(batch) => (fields ? <BatchPage batch={batch} fields={fields} /> : <PageSkeleton />)}
    </QueryPage>
  )
}

function BatchPage({ batch, fields }: { batch: Batch; fields: FieldMap }) {
  const terminology = useTerminology()
  const { cardSet, layout } = fields
  const finished = batch.finishedAt ?? ''
  return (
    <Page
      title={`Lote n.º ${batch.batchNumber}`}
      state={<WorkState resource="printBatches" work={batch} />}
      subtitle={`Pedido por ${batch.createdByName ?? ''}, ${formatDateLong(batch.date)}`}
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
  const { find, dialog } = useActions('printBatches', batch)
  return (
    <Group gap="0.625rem">
      <ActionButton action={find('undo')} />
      {batch.fileBytes !== null && (
        <CommandButton
          icon={IconFileText}
          label="Abrir o PDF"
          variant="filled"
          onClick={() => void openDocument(`${recordPath('printBatches', batch._id)}/document`)}
        />
      )}
      {dialog}
    </Group>
  )
}
type Batch = ResourceRecord<'printBatches'>
