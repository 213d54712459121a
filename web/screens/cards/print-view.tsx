import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDateLong, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { WorkPanel } from '../../resource/work-panel.tsx'
import { useWork } from '../../resource/work-query.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Page } from '../../ui/page.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Batch } from './batch.ts'
import { cardsOfBatchPath } from '../../paths/cards.ts'
import { PrintActions } from './print-actions.tsx'
import classes from './card-run-view.module.css'

/** A batch of cards: how far its document got, the way to open it, and what to do when the paper jammed. */
export default function PrintView() {
  const { id } = useParams()
  const fields = useFields('printBatches')
  const found = useWork<Batch>('printBatches', id)
  return (
    <FoundPage found={found} none={<NoSuchPage>Este lote não existe.</NoSuchPage>}>
      {(batch) => (fields ? <BatchPage batch={batch} fields={fields} /> : <PageSkeleton />)}
    </FoundPage>
  )
}

function BatchPage({ batch, fields }: { batch: Batch; fields: FieldMap }) {
  const terminology = useTerminology()
  const { cardSet, layout } = fields
  const state = fields.state?.options?.find(({ value }) => value === batch.state)
  const finished = plainText(batch.finishedAt)
  return (
    <Page
      title={`Lote n.º ${plainText(batch.batchNumber)}`}
      state={state && <StateBadge tone={state.tone} label={state.label} />}
      subtitle={`Pedido por ${plainText(batch.createdByName)}, ${formatDateLong(plainText(batch.date))}`}
      action={<PrintActions batch={batch} />}
    >
      {batch.state !== 'done' && batch.state !== 'undone' && (
        <WorkPanel resource="printBatches" work={batch} label="Documento em curso" words={drawnWords} />
      )}
      {batch.state === 'undone' && (
        <p>Não saiu bem: os cartões que ainda não tinham sido entregues voltaram a ficar por imprimir.</p>
      )}
      <Facts>
        <Fact
          label="Cartões"
          value={formatCount(batch.count)}
          note={cardSet && choiceText(batch.cardSet, cardSet)}
        />
        <Fact label="Papel" value={layout && choiceText(batch.layout, layout)} />
        {finished !== '' && <Fact label="Pronto" value={formatDateTime(finished, organisationTimeZone())} />}
        {batch.fileBytes !== null && <Fact label="Documento" value={sizeText(batch.fileBytes)} />}
      </Facts>
      {(batch.state === 'done' || batch.state === 'undone') && (
        <Button
          component={Link}
          to={cardsOfBatchPath(terminology, batch._id)}
          variant="default"
          className={classes.way}
        >
          Ver os cartões deste lote
        </Button>
      )}
    </Page>
  )
}

const drawnWords = { one: 'desenhado', many: 'desenhados' }

const megabyte = 1_000_000

function sizeText(bytes: number): string {
  return bytes < megabyte / 10
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / megabyte).toFixed(1).replace('.', ',')} MB`
}
