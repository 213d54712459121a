import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { pageByPageQuery, type ListPart } from '../../api/query-client.ts'
import { keys, useMay } from '../../api/queries.ts'
import { useObstacleText } from './held-text.ts'
import { WorkPanel } from '../../resource/actions/work-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { AttachedFile } from '../../fields/attached-file.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { countsOf, type SendingCounts } from './sending-state.tsx'
import { messageCountText } from './held-messages.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import {
  type CardSetup,
  type ColumnSetup,
  EmbeddedList,
  type FilterSetup,
  reading,
} from '../../resource/record-list.tsx'
import { BatchMessageCard, batchCardFields } from './message-cells.tsx'
import { useMessageBulkActions } from './use-message-bulk-actions.tsx'
import { MailFrame } from '../../ui/message-preview.tsx'
import { useAddress } from '../../ui/router.tsx'
import { useReadableText } from './message-variables.ts'
import classes from './batch-view.module.css'
import summaryClasses from './batch-summary.module.css'
import heldClasses from './batch-held-messages.module.css'

/** A record of `messageBatches`. */
export type Batch = ResourceRecord<'messageBatches'>

/** Progress, counts, excluded people, text and messages of a batch; `children` are added to the collapsed parts. */
export function BatchProgress({ batch, children }: { batch: Batch; children?: ReactNode }) {
  return (
    <>
      <div className={classes.about}>
        {batch.state === 'composing' && (
          <WorkPanel resource="messageBatches" work={batch} label="Preparação" words={progressLabels} />
        )}
        <BatchHeldMessages batch={batch} />
        <BatchCounts batch={batch} />
        <AttachedFile id={batch.attachmentId} />
        <div className={classes.folded}>
          {batch.leftOut > 0 && <ExcludedFromBatch batch={batch} />}
          <WrittenText body={batch.body} />
          {children}
        </div>
      </div>
      <BatchMessages id={batch._id} />
    </>
  )
}

const progressLabels = { one: 'preparada', many: 'preparadas' }

function ExcludedFromBatch({ batch }: { batch: Batch }) {
  const people = useInfiniteQuery(excludedPeopleQuery(batch._id))
  if (!people.data) return null
  const { items, total } = people.data
  return (
    <details className={classes.more}>
      <summary>Quem não recebe, e porquê</summary>
      <ExcludedPeople people={items} />
      <ShowMore
        shown={items.length}
        total={total}
        isBusy={people.isFetchingNextPage}
        onMore={() => void people.fetchNextPage()}
      />
    </details>
  )
}

interface Person {
  memberId: string
  name: string | null
  reason: string
  reasonLabel: string
}

/** People who get no message, grouped by reason. */
function ExcludedPeople({ people }: { people: readonly Person[] }) {
  const paths = useMemberPaths()
  const reasons = [...Map.groupBy(people, ({ reasonLabel }) => reasonLabel)]
  return (
    <div className={summaryClasses.reasons}>
      {reasons.map(([reason, group]) => (
        <section key={reason} aria-label={reason}>
          <h2 className="note">{reason}</h2>
          <ul className={summaryClasses.people}>
            {group.map(({ memberId, name }) => (
              <li key={memberId}>
                <AppLink to={paths.record(memberId)}>{name ?? '—'}</AppLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function excludedPeopleQuery(id: string) {
  const path = `${recordPath('messageBatches', id)}/left_out`
  return pageByPageQuery<Person>([...keys.record('messageBatches', id), 'leftOut'], (page, signal) =>
    api.get<ListPart<Person>>(`${path}?_page=${page}&_limit=500`, signal),
  )
}

/** Message counts of a batch by state; each links to the filtered list below. */
function BatchCounts({ batch }: { batch: Batch }) {
  const { pathname } = useAddress()
  const counts = countsOf(batch)
  return (
    <Facts>
      <Fact label="Pessoas" value={formatNumber(batch.total)} />
      {outcomes
        .filter(({ of, isAlways }) => isAlways || counts[of] > 0)
        .map(({ of, label, states }) => (
          <Fact
            key={of}
            label={label}
            value={
              counts[of] === 0 ? (
                '0'
              ) : (
                <AppLink to={`${pathname}?${states}`}>{formatNumber(counts[of])}</AppLink>
              )
            }
          />
        ))}
      <Fact label="Excluídas" value={formatNumber(batch.leftOut)} />
    </Facts>
  )
}

interface OutcomeOfMessages {
  of: keyof SendingCounts
  label: string
  /** Query string that filters the list to these messages. */
  states: string
  isAlways?: boolean
}

const outcomes: readonly OutcomeOfMessages[] = [
  { of: 'messages', label: 'Mensagens', states: 'todos=sim', isAlways: true },
  { of: 'sent', label: 'Enviadas', states: 'state=sent', isAlways: true },
  { of: 'waiting', label: 'Em fila', states: 'state=queued&state=sending' },
  { of: 'held', label: 'Retidas', states: 'state=held' },
  { of: 'toPrint', label: 'Por imprimir', states: 'state=toPrint' },
  { of: 'failed', label: 'Falhadas', states: 'state=failed&state=doubtful', isAlways: true },
  { of: 'cancelled', label: 'Canceladas', states: 'state=cancelled' },
]

const HeldDialog = lazyPart(() => import('./held-dialog.tsx'))

/** Shows that messages of a batch are held, with a button to release or discard them. */
function BatchHeldMessages({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  const maySend = useMay('messageBatches').create
  const obstacle = useObstacleText()
  const { held } = batch
  if (held === 0) return null
  return (
    <section className={heldClasses.held} aria-label="Mensagens retidas">
      <IconClockPause size="1.25rem" stroke={1.5} aria-hidden />
      <div className={heldClasses.said}>
        <strong>
          {messageCountText(held)} {held === 1 ? 'está retida' : 'estão retidas'}
        </strong>
        <p>
          {obstacle && `${obstacle}. `}
          {held === 1 ? 'Só sai' : 'Só saem'} quando alguém o decidir.
        </p>
      </div>
      {maySend && (
        <Button variant="default" onClick={() => setOpen(true)}>
          Enviar ou descartar
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <HeldDialog
            held={{ count: held, oldest: batch._created_at }}
            batchId={batch._id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The list of a batch's messages. */
function BatchMessages({ id }: { id: string }) {
  const where = useMemo(() => ({ batchId: id }), [id])
  const { actions, dialogs } = useMessageBulkActions()
  return (
    <>
      <EmbeddedList
        resource="messages"
        where={where}
        columns={columns}
        cardOf={card}
        filters={filters}
        actions={actions}
        searchPlaceholder="Nome, destino…"
        purpose="As mensagens aparecem aqui à medida que são preparadas."
      />
      {dialogs}
    </>
  )
}

/** Subject and cause are hidden by default: they are the same for the whole batch. */
const columns: ColumnSetup<'messages'>[] = [
  { name: 'recipientName', width: 14 },
  { name: 'state', width: 8 },
  { name: 'reason', width: 9, listed: true },
  { name: 'channel', width: 6 },
  { name: 'recipient', width: 12 },
  { name: 'sentAt', width: 9.75 },
  { name: 'subject', listed: false },
  { name: 'cause', listed: false },
]

const filters: FilterSetup<'messages'>[] = [{ field: 'state' }, { field: 'channel' }, { field: 'reason' }]

const card: CardSetup<'messages'> = { ...reading(batchCardFields, BatchMessageCard), height: 5.75 }

/** The collapsed text of a batch, with its variables in words; nothing once the text was erased. */
export function WrittenText({ body, isOpen = false }: { body: unknown; isOpen?: boolean }) {
  const readable = useReadableText()
  if (typeof body !== 'string' || body === '') return null
  return (
    <details className={classes.more} open={isOpen}>
      <summary>O que diz</summary>
      <MailFrame title="Texto da mensagem" html={readable(body)} />
    </details>
  )
}
