import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button, Progress } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { visitOutcomes, type VisitOutcome } from '@agremia/resources/definitions/rounds.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import { listQuery, recordQuery, useFields, useResource } from '../../api/queries.ts'
import { allowOffline } from '../../api/server-status.ts'
import { loadInputs } from '../../fields/field-input.tsx'
import { ActionDialog } from '../../resource/actions/action-dialog.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { euros } from '../../ui/euros.tsx'
import { EmptyState, NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useParams } from '../../ui/router.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { type Mark, type PendingMark, usePendingMarks } from './pending-marks.ts'
import { RoundDocuments } from './round-documents.tsx'
import { VisitCard } from './visit-card.tsx'
import classes from './route.module.css'

type VisitRecord = ResourceRecord<'roundVisits'>

/** What a phone needs of a visit: few bytes on a bad network. */
const visitColumns = [
  'memberId',
  'memberNumber',
  'address',
  'postalCode',
  'city',
  'mobile',
  'phone',
  'amount',
  'charges',
  'owed',
  'outcome',
  'collectedAmount',
  'note',
  'paymentId',
] as const

/** A round on the collector's phone: the visits by route, each marked with one touch. */
export default function RoutePage() {
  const { id } = useParams()
  const round = useQuery(recordQuery('rounds', id))
  const visits = useQuery({
    ...listQuery('roundVisits', {
      columns: visitColumns,
      parent: { resource: 'rounds', id: id ?? '' },
      sort: 'place',
      limit: -1,
    }),
    enabled: id !== undefined,
  })
  const fields = useFields('roundVisits')
  useEffect(allowOffline, [])
  return (
    <QueryPage query={round} missing={<NoSuchPage>Esta ronda não existe, ou não é sua.</NoSuchPage>}>
      {(loaded) => (
        <QueryPage query={visits}>
          {({ data }) =>
            fields ? (
              <Route key={loaded._id} round={loaded} visits={data} fields={fields} />
            ) : (
              <PageSkeleton />
            )
          }
        </QueryPage>
      )}
    </QueryPage>
  )
}

interface RouteProps {
  round: ResourceRecord<'rounds'>
  visits: VisitRecord[]
  fields: FieldMap
}

type Shown = VisitOutcome | 'all'

function Route({ round, visits, fields }: RouteProps) {
  const marks = usePendingMarks(round._id)
  const [shown, setShown] = useState<Shown>('toVisit')
  const [search, setSearch] = useState('')
  // Visits that were marked since the filter was chosen stay where they are, under the thumb.
  const [kept, setKept] = useState<readonly string[]>([])
  const [editing, setEditing] = useState<VisitRecord>()
  const action = useResource('roundVisits')?.actions.find(({ name }) => name === 'mark')
  useEffect(() => loadInputs(action?.fields ?? {}), [action])
  const isMarked = ['out', 'failed'].includes(round.state)
  const pendingOf = (id: string) => marks.pending.find(({ visitId }) => visitId === id)
  const outcomeOf = (visit: VisitRecord) => pendingOf(visit._id)?.outcome ?? visit.outcome
  const words = foldText(search)
  const found = visits.filter(
    (visit) =>
      (shown === 'all' || outcomeOf(visit) === shown || kept.includes(visit._id)) &&
      foldText(`${visit.memberLabel ?? ''} ${visit.memberNumber} ${visit.address ?? ''}`).includes(words),
  )
  const mark = (visit: VisitRecord, what: Mark) => {
    setKept([...kept, visit._id])
    marks.add({ id: visit._id, name: visit.memberLabel ?? '' }, what)
  }
  return (
    <Page
      title={`Ronda ${round.number}`}
      subtitle={round.collectorLabel ?? ''}
      tools={<RoundDocuments round={round} />}
    >
      <div className={classes.page}>
        <Totals visits={visits} pending={marks.pending} />
        <UnsentNotice marks={marks} />
        <LateMarks marks={marks} visits={visits} />
        {!isMarked && (
          <p className={classes.closed}>Esta ronda não está na rua: as visitas já não se marcam aqui.</p>
        )}
        {visits.length > 0 && (
          <>
            <OutcomeFilter
              counts={Map.groupBy(visits, outcomeOf)}
              total={visits.length}
              shown={shown}
              onChange={(next) => {
                setShown(next)
                setKept([])
              }}
            />
            <SearchField
              label="Procurar na ronda"
              placeholder="Nome, número ou rua…"
              value={search}
              onChange={setSearch}
            />
          </>
        )}
        {found.length === 0 ? (
          <EmptyState
            title={shown === 'toVisit' && search === '' ? 'Não há ninguém por visitar' : 'Nenhuma visita'}
          />
        ) : (
          [...Map.groupBy(found, placeOf)].map(([place, group]) => (
            <section key={place} aria-label={place}>
              <h2 className={classes.place}>{place}</h2>
              <ul className={classes.cards}>
                {group.map((visit) => (
                  <VisitCard
                    key={visit._id}
                    visit={visit}
                    fields={fields}
                    pending={pendingOf(visit._id)}
                    mayMark={action !== undefined && isMarked && visit.paymentId === null}
                    onMark={(what) => mark(visit, what)}
                    onMore={() => setEditing(visit)}
                    onDiscard={() => marks.discard(pendingOf(visit._id)?.key ?? '')}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
      {editing && action && (
        <ActionDialog
          title={editing.memberLabel ?? ''}
          action={action}
          initial={{
            outcome: 'paid',
            amount: toCents(editing.owed) > 0 ? editing.owed : null,
            note: editing.note,
          }}
          onRun={async ({ outcome, amount, note }) => {
            const isPaid = outcome === 'paid'
            mark(editing, {
              outcome: outcome as VisitOutcome,
              amount: isPaid && typeof amount === 'number' ? amount : null,
              note: typeof note === 'string' ? note : null,
            })
            setEditing(undefined)
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Page>
  )
}

function placeOf({ postalCode, city }: VisitRecord): string {
  return [postalCode, city].filter(Boolean).join(' ') || 'Sem código postal'
}

/** Visited members and collected amount, with the unsent marks. */
function Totals({ visits, pending }: { visits: VisitRecord[]; pending: readonly PendingMark[] }) {
  const marked = visits.map((visit) => {
    const mark = pending.find(({ visitId, refusal }) => visitId === visit._id && refusal === undefined)
    if (!mark) return { outcome: visit.outcome, cents: toCents(visit.collectedAmount) }
    return { outcome: mark.outcome, cents: mark.outcome === 'paid' ? toCents(mark.amount ?? visit.owed) : 0 }
  })
  const visited = marked.filter(({ outcome }) => outcome !== 'toVisit').length
  const collected = marked.reduce((sum, { cents }) => sum + cents, 0)
  const expected = visits.reduce((sum, { amount }) => sum + toCents(amount), 0)
  if (visits.length === 0) return null
  return (
    <div className={classes.totals}>
      <p>
        <strong>{euros(toEuros(collected))}</strong> de {euros(toEuros(expected))}
      </p>
      <p>
        {visited} de {visits.length} {plural(visits.length, 'visita', 'visitas')}
      </p>
      <Progress
        className={classes.progress}
        value={(100 * visited) / visits.length}
        aria-label="Visitas feitas"
      />
    </div>
  )
}

/** Shows the number of unsent marks. */
function UnsentNotice({
  marks: { pending, isSending, isWaiting, sendAll },
}: {
  marks: ReturnType<typeof usePendingMarks>
}) {
  const unsent = pending.filter(({ refusal }) => refusal === undefined).length
  return (
    <div role="presentation" aria-live="polite">
      {unsent > 0 && isWaiting && (
        <div className={classes.notice}>
          <IconCloudOff size="1.25rem" stroke={1.5} aria-hidden />
          <p>
            <strong>
              {unsent} {plural(unsent, 'marca por enviar', 'marcas por enviar')}.
            </strong>{' '}
            Sem rede: {plural(unsent, 'fica', 'ficam')} neste telemóvel e {plural(unsent, 'segue', 'seguem')}{' '}
            assim que houver.
          </p>
          <Button variant="default" loading={isSending} onClick={() => void sendAll()}>
            Enviar agora
          </Button>
        </div>
      )}
    </div>
  )
}

/** Marks that came after the round was settled or cancelled, of visits that are no longer shown. */
function LateMarks({ marks, visits }: { marks: ReturnType<typeof usePendingMarks>; visits: VisitRecord[] }) {
  const late = marks.pending.filter(
    ({ visitId, refusal }) => refusal !== undefined && !visits.some(({ _id }) => _id === visitId),
  )
  if (late.length === 0) return null
  return (
    <div className={classes.refused} role="alert">
      <p>
        <strong>A ronda foi fechada antes de estas marcas chegarem. Diga-as na secretaria:</strong>{' '}
        {late
          .map(({ name, outcome, amount }) =>
            [name, filterWords[outcome].toLowerCase(), outcome === 'paid' && amount != null && euros(amount)]
              .filter(Boolean)
              .join(' '),
          )
          .join('; ')}
        .
      </p>
      <Button variant="default" onClick={() => late.forEach(({ key }) => marks.discard(key))}>
        Retirar
      </Button>
    </div>
  )
}

interface OutcomeFilterProps {
  counts: ReadonlyMap<VisitOutcome, VisitRecord[]>
  total: number
  shown: Shown
  onChange: (shown: Shown) => void
}

const filterWords: Record<VisitOutcome, string> = {
  toVisit: 'Por visitar',
  paid: 'Pago',
  absent: 'Ausente',
  refused: 'Recusou',
  moved: 'Mudou-se',
}

function OutcomeFilter({ counts, total, shown, onChange }: OutcomeFilterProps) {
  const choices = [
    ...(Object.keys(visitOutcomes) as VisitOutcome[]).map((outcome) => ({
      value: outcome as Shown,
      label: filterWords[outcome],
      count: counts.get(outcome)?.length ?? 0,
    })),
    { value: 'all' as Shown, label: 'Todas', count: total },
  ]
  return (
    <fieldset className={classes.filter} aria-label="Mostrar">
      {choices.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={value === shown}
          onClick={() => onChange(value)}
        >
          {label} <span className={classes.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  )
}
