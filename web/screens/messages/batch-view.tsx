import { Button, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, isApiError, type StoredRecord } from '../../api/client.ts'
import { keys, recordQuery, useFields, useResource } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { toast } from '../../ui/toast.ts'
import type { BatchPreview } from './batch-preview.ts'
import { LeftOut } from './batch-summary.tsx'
import { messageColumns, messagePath } from './message-paths.ts'
import classes from './batch-view.module.css'

/** A message that went to many: how far it got, who was left out, and each of its messages. */
export default function BatchView() {
  const { id } = useParams()
  const found = useQuery(recordQuery<Batch>('messageBatches', id))
  if (found.error && !found.data) {
    const message = isApiError(found.error) ? found.error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void found.refetch()} />
  }
  if (found.data === undefined) return <PageSkeleton />
  if (found.data === null) {
    return (
      <EmptyState isPage title="Página não encontrada">
        Este envio não existe.
      </EmptyState>
    )
  }
  return <BatchPage batch={found.data} />
}

interface Batch extends StoredRecord {
  state: 'composing' | 'composed' | 'cancelled'
  total: number
  done: number
  sent: number
  failed: number
  leftOut: number
}

function BatchPage({ batch }: { batch: Batch }) {
  const state = useFields('messageBatches')?.state?.options?.find(({ value }) => value === batch.state)
  const mayCancel = useResource('messageBatches')?.actions.some(({ name }) => name === 'cancel') ?? false
  const written = batch.done - batch.leftOut
  const isUnderWay = batch.state === 'composing' || batch.sent + batch.failed < written
  return (
    <Page
      title={String(batch.subject)}
      state={state && <StateBadge tone={state.tone} label={state.label} />}
      subtitle={`Envio para várias pessoas, por ${String(batch.createdByName)}`}
      action={mayCancel && batch.state !== 'cancelled' && isUnderWay && <CancelButton batch={batch} />}
    >
      {batch.state === 'composing' && (
        <div>
          <Progress value={(100 * batch.done) / Math.max(1, batch.total)} aria-label="Preparação" />
          <output className={classes.note}>
            {formatCount(batch.done)} de {formatCount(batch.total)} preparadas
          </output>
        </div>
      )}
      <Facts>
        <Fact label="Pessoas" value={formatCount(batch.total)} />
        <Fact label="Mensagens" value={formatCount(written)} />
        <Fact label="Enviadas" value={formatCount(batch.sent)} />
        <Fact label="Falhadas" value={formatCount(batch.failed)} />
        <Fact label="Excluídas" value={formatCount(batch.leftOut)} />
      </Facts>
      {batch.leftOut > 0 && <LeftOutOf batch={batch} />}
      <RecordCollection
        resource="messages"
        parent={{ resource: 'messageBatches', id: batch._id }}
        columns={messageColumns}
        pathOf={messagePath}
      />
    </Page>
  )
}

function LeftOutOf({ batch }: { batch: Batch }) {
  const people = useQuery({
    queryKey: [...keys.record('messageBatches', batch._id), 'leftOut'],
    queryFn: async () =>
      answered(
        await api.get<{ data: BatchPreview['leftOut'] }>(
          `${recordPath('messageBatches', batch._id)}/left_out`,
        ),
      ).data,
  }).data
  if (!people) return null
  return (
    <details className={classes.out}>
      <summary>Quem não recebe, e porquê</summary>
      <LeftOut people={people} total={batch.leftOut} />
    </details>
  )
}

function CancelButton({ batch }: { batch: Batch }) {
  const client = useQueryClient()

  async function cancel() {
    const sure = await confirmDialog({
      title: `Cancelar «${String(batch.subject)}»?`,
      message: 'As mensagens que já saíram não voltam atrás; as outras não saem.',
      confirmLabel: 'Cancelar o envio',
      cancelLabel: 'Voltar',
      kind: 'delete',
    })
    if (!sure) return
    try {
      await runAction('messageBatches', batch._id, 'cancel', {})
      toast('Envio cancelado.')
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível cancelar.', { tone: 'error' })
    }
    void client.invalidateQueries({ queryKey: keys.records('messageBatches') })
    void client.invalidateQueries({ queryKey: keys.lists('messageBatches') })
    void client.invalidateQueries({ queryKey: keys.lists('messages') })
  }

  return (
    <Button
      variant="default"
      leftSection={<IconX size="1.125rem" stroke={1.5} />}
      onClick={() => void cancel()}
    >
      Cancelar o envio
    </Button>
  )
}
