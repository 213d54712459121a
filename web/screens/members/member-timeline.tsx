import { UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { type TimelineEntry, type TimelineKind, timelineKinds } from '@agremia/resources/timeline.ts'
import { formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import { api, isApiError } from '../../api/client.ts'
import { pageByPageQuery, type ListPart } from '../../api/query-client.ts'
import { keys } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { RelativeMoment } from '../../fields/relative-moment.tsx'
import { HistoryChanges, useRevert } from '../../resource/record-history.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../../ui/message-state.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { kindLabels, useEntryText } from './timeline-text.ts'
import history from '../../resource/record-history.module.css'
import classes from './member-timeline.module.css'

/** The events of a member, of these kinds; of all kinds when none is given. */
function timelineQuery(memberId: string, kinds: readonly TimelineKind[]) {
  const chosen = kinds.length > 0 ? `&_kind=${kinds.join(',')}` : ''
  return pageByPageQuery<TimelineEntry>(
    [...keys.record('members', memberId), 'timeline', chosen],
    (page, signal) =>
      api.get<ListPart<TimelineEntry>>(
        `${recordPath('members', memberId)}/timeline?_limit=50&_page=${page}${chosen}`,
        signal,
      ),
  )
}

/** The events of a member in order of time; the filter by kind is in the address. */
export function MemberTimeline({ memberId }: { memberId: string }) {
  const [params, setParams] = useSearchParams()
  const chosen = (params.get('tipo') ?? '').split(',')
  const kinds = timelineKinds.filter((kind) => chosen.includes(kind))
  const found = useInfiniteQuery(timelineQuery(memberId, kinds))
  const choose = (selected: readonly TimelineKind[]) =>
    setParams(selected.length > 0 ? { tipo: selected.join(',') } : {}, { replace: true })
  return (
    <div className={classes.timeline}>
      <fieldset className={classes.kinds} aria-label="Mostrar">
        <Kind label="Tudo" isOn={kinds.length === 0} onUse={() => choose([])} />
        {timelineKinds.map((kind) => (
          <Kind
            key={kind}
            label={kindLabels[kind].label}
            isOn={kinds.includes(kind)}
            onUse={() =>
              choose(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind])
            }
          />
        ))}
      </fieldset>
      {found.error && !found.data ? (
        <ErrorState
          title="Não foi possível carregar o histórico"
          message={isApiError(found.error) ? found.error.message : undefined}
          onRetry={() => void found.refetch()}
        />
      ) : !found.data ? (
        <ListSkeleton rows={6} />
      ) : found.data.total === 0 ? (
        <EmptyState title="Nada aconteceu ainda">O que acontecer fica aqui.</EmptyState>
      ) : (
        <Entries entries={found.data.items} readAt={found.dataUpdatedAt} />
      )}
      {found.data && (
        <ShowMore
          shown={found.data.items.length}
          total={found.data.total}
          isBusy={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      )}
    </div>
  )
}

function Kind({ label, isOn, onUse }: { label: string; isOn: boolean; onUse: () => void }) {
  return (
    <UnstyledButton className={classes.kind} aria-pressed={isOn} onClick={onUse}>
      {label}
    </UnstyledButton>
  )
}

function Entries({ entries, readAt }: { entries: readonly TimelineEntry[]; readAt: number }) {
  return (
    <ol className={history.events} aria-label="Histórico">
      {entries.map((entry) => (
        <Entry key={`${entry.kind} ${entry._id} ${entry.event} ${entry.at}`} entry={entry} readAt={readAt} />
      ))}
    </ol>
  )
}

function Entry({ entry, readAt }: { entry: TimelineEntry; readAt: number }) {
  const { kind, who, changes, record } = entry
  const revert = useRevert()
  const { title, details, path } = useEntryText()(entry)
  const { Icon, label } = kindLabels[kind]
  return (
    <li className={history.event}>
      <span className={history.icon} title={label}>
        <Icon size="1rem" stroke={1.75} aria-hidden />
      </span>
      <div className={history.what}>
        <p>
          <span className="visually-hidden">{label}: </span>
          <strong>
            {path === undefined ? (
              title
            ) : (
              <AppLink className={classes.link} to={path}>
                {title}
              </AppLink>
            )}
          </strong>{' '}
          <When entry={entry} readAt={readAt} />
        </p>
        {(details !== '' || who) && (
          <p className={classes.details}>{[details, who].filter(Boolean).join(' · ')}</p>
        )}
        <HistoryChanges
          changes={changes}
          onRevert={record ? (change) => revert(record, change) : undefined}
        />
      </div>
    </li>
  )
}

/** Events that have only a day are shown with their date, the others with a relative time. */
function When({ entry: { at, isDay }, readAt }: { entry: TimelineEntry; readAt: number }) {
  if (!isDay) return <RelativeMoment className={history.when} at={at} readAt={readAt} />
  return (
    <time className={history.when} dateTime={at}>
      {formatDate(todayIn(organisationTimeZone(), at))}
    </time>
  )
}
