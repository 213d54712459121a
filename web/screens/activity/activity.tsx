import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { api, isApiError } from '../../api/client.ts'
import { listQuery, useExplainer } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { DateInput } from '../../fields/date-input.tsx'
import { useRecordPath } from '../../paths/records.ts'
import { useListOfNumber } from '../../paths/use-list-of-number.ts'
import { HistoryEvent, HistorySkeleton } from '../../resource/record-history.tsx'
import history from '../../resource/record-history.module.css'
import { AppLink } from '../../ui/app-link.tsx'
import { Choice } from '../../ui/choice.tsx'
import { EmptyState, ErrorState } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import classes from './activity.module.css'
import { type ActivityEvent, groupEvents } from './group-events.ts'

interface ActivityPage {
  data: ActivityEvent[]
  meta: { more: boolean }
}

/** Names of the filters in the page's address and in the request. */
const filters = { utilizador: '_userId', recurso: '_resource', desde: '_from', ate: '_to' } as const
type Filter = keyof typeof filters

/** What everybody did, newest first. */
export default function Activity() {
  const [params, setParams] = useSearchParams()
  const valueOf = (name: Filter) => params.get(name) ?? ''
  const set = (name: Filter, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  const query = new URLSearchParams()
  for (const [name, parameter] of Object.entries(filters))
    if (valueOf(name as Filter)) query.set(parameter, valueOf(name as Filter))
  return (
    <Page title="Registo de atividade">
      <ActivityFilters valueOf={valueOf} set={set} />
      <Events query={String(query)} isFiltered={String(query) !== ''} />
    </Page>
  )
}

interface ActivityFiltersProps {
  valueOf: (name: Filter) => string
  set: (name: Filter, value: string) => void
}

function ActivityFilters({ valueOf, set }: ActivityFiltersProps) {
  const explainer = useExplainer()
  const staff = useQuery(
    listQuery('users', { limit: 500, sort: 'name', where: { role: ['admin', 'editor', 'auditor'] } }),
  )
  const users = (staff.data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  const resources = Object.values(explainer?.resources ?? {})
    .map(({ name, label }) => ({ value: toSnakeCase(name), label: label.many }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'pt'))
  return (
    <search className={classes.filters} aria-label="Filtros">
      <Choice
        label="Quem"
        value={valueOf('utilizador')}
        data={[{ value: '', label: 'Todos' }, ...users]}
        onChange={(value) => set('utilizador', value ?? '')}
      />
      <Choice
        label="O quê"
        value={valueOf('recurso')}
        data={[{ value: '', label: 'Tudo' }, ...resources]}
        onChange={(value) => set('recurso', value ?? '')}
      />
      {(['desde', 'ate'] as const).map((name) => (
        <DateInput
          key={name}
          field={dayField(name)}
          value={valueOf(name) || null}
          record={{}}
          onChange={(day) => {
            // Half-typed dates do not filter.
            if (day === null || isIsoDate(day)) set(name, day ?? '')
          }}
        />
      ))}
    </search>
  )
}

function dayField(name: 'desde' | 'ate'): FieldDescriptor {
  const label = name === 'desde' ? 'Desde' : 'Até'
  return { name, label, type: 'date', inputType: 'date', validation: [], group: '' }
}

function isIsoDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

function Events({ query, isFiltered }: { query: string; isFiltered: boolean }) {
  const events = useInfiniteQuery({
    queryKey: ['list', 'activity', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam ? `&_before=${pageParam}` : ''
      return requireAnswer(await api.get<ActivityPage>(`activity?_limit=50&${query}${before}`, signal))
    },
    getNextPageParam: ({ data, meta }: ActivityPage) => (meta.more ? data.at(-1)?._id : undefined),
  })
  if (events.error && !events.data) {
    return (
      <ErrorState
        message={isApiError(events.error) ? events.error.message : undefined}
        onRetry={() => void events.refetch()}
      />
    )
  }
  if (!events.data) return <HistorySkeleton />
  const items = events.data.pages.flatMap(({ data }) => data)
  if (items.length === 0)
    return <EmptyState title={isFiltered ? 'Nada com estes filtros' : 'Sem atividade registada'} />
  return (
    <>
      <ol className={history.events} aria-label="Atividade">
        {groupEvents(items).map(({ event, count }) => (
          <HistoryEvent
            key={event._id}
            event={event}
            count={count}
            readAt={events.dataUpdatedAt}
            about={<About event={event} />}
          />
        ))}
      </ol>
      {events.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </>
  )
}

/** Events that say nothing of their record: the person is named already, and a sign-in shows its device below. */
const ofThemselves = ['signedIn', 'refused']

/** What the event is about: the record or the list, with a link where it has a page, and from which address. */
function About({ event }: { event: ActivityEvent }) {
  const { action, resource, recordId, title, isList, details, address } = event
  const pathOf = useRecordPath(resource)
  const listOf = useListOfNumber()
  const label = useExplainer()?.resources[resource]?.label.one
  // «Sócio n.º 29 (anonimizado)» says what it is.
  const saysLabel = recordId === null || (label !== undefined && title?.startsWith(`${label} `))
  const words = saysLabel ? [title] : [label, title]
  const name = ofThemselves.includes(action) ? '' : words.filter(Boolean).join(' ')
  const recordPath = recordId !== null && title !== null ? pathOf?.(recordId) : undefined
  const path = isList ? listOf({ resource, filters: {} }) : recordPath
  return (
    <>
      {path && name ? (
        <Anchor component={AppLink} to={path} fz="inherit" underline="always">
          {name}
        </Anchor>
      ) : (
        name
      )}
      {details && `: ${details}`}
      {address !== null && <span className="dimmed"> · {address}</span>}
    </>
  )
}
