import type { Explainer, FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Gender } from '@agremia/resources/rules/names.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  createElement,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { api, type StoredRecord } from './client.ts'
import { earlyExplainerPart } from './early-requests.ts'
import { invalidate, requireAnswer } from './query-client.ts'
import { storeFields } from './record-body.ts'
import { type ListParams, listPath } from './resource-paths.ts'
import { accessToken, onTokensChange, readSession, type Session } from './tokens.ts'

export type Settings = Record<string, string>
interface Setting {
  name: string
  value: string
  _version?: number
}
export type May = ResourceDescriptor['may']

const minSettings = 15

/** The resource comes first in keys, so that news of a resource invalidate all its queries. */
export const keys = {
  lists: (resource: string) => ['list', resource] as const,
  list: (resource: string, params: ListParams) => ['list', resource, listPath(resource, params)] as const,
  records: (resource: string) => ['record', resource] as const,
  record: (resource: string, id: string | undefined) => ['record', resource, id] as const,
  /** Begins like the lists of messages, so that their changes invalidate it. */
  heldMessages: ['list', 'messages', 'held'] as const,
  /** Background work of all resources. */
  work: ['list', 'work'] as const,
  terminology: ['terminology'] as const,
  settings: ['settings'] as const,
  explainer: ['explainer'] as const,
}

/** One page of a list, or all of it with `limit: -1`. */
export function listQuery<Name extends string>(resource: Name, params: ListParams<Name> = {}) {
  return queryOptions({
    queryKey: keys.list(resource, params),
    queryFn: async ({ signal }) => requireAnswer(await api.list(resource, params, signal)),
  })
}

/** A record, or null when there is none. `Details`: what its page has besides its fields. */
export function recordQuery<Name extends string, Details = unknown>(resource: Name, id: string | undefined) {
  return queryOptions({
    queryKey: keys.record(resource, id),
    queryFn: async ({ signal }) => requireAnswer(await api.read<Name, Details>(resource, id, signal)),
  })
}

/** Number of records of a resource that wait for the staff. Invalidated with the resource's lists. */
export function waitingQuery(resource: string) {
  return queryOptions({
    queryKey: [...keys.lists(resource), 'waiting'],
    queryFn: async () =>
      requireAnswer(await api.get<{ data: { count: number } }>(`${resourcePath(resource)}/waiting`)).data
        .count,
  })
}

/** Background work in progress. `total` and `done` are null when the progress is unknown. */
export interface WorkUnderWay {
  resource: string
  _id: string
  title: string
  total: number | null
  done: number | null
  createdByName: string | null
}

const workPollMs = 5_000

/** Invalidated by news; also polled while work is in progress, for when news do not arrive. */
export const workUnderWayQuery = queryOptions({
  queryKey: keys.work,
  queryFn: async ({ signal }) => requireAnswer(await api.get<{ data: WorkUnderWay[] }>('work', signal)).data,
  refetchInterval: ({ state: { data } }) => (data && data.length > 0 ? workPollMs : false),
})

export const terminologyQuery = queryOptions({
  queryKey: keys.terminology,
  queryFn: async () => requireAnswer(await api.get<{ data: Terminology }>('terminology')).data,
  staleTime: Infinity,
})

/** The part that was requested early comes first; the whole follows when the page is idle. */
export const explainerQuery = queryOptions({
  queryKey: keys.explainer,
  queryFn: async ({ client, signal }) => {
    const part = earlyExplainerPart()
    const explainer = requireAnswer(await api.get<Explainer>(part ?? 'explainer', signal))
    if (part !== undefined) onceIdle(() => void client.invalidateQueries({ queryKey: keys.explainer }))
    storeFields(explainer)
    return explainer
  },
  staleTime: Infinity,
})

/** Safari has no `requestIdleCallback`. */
function onceIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 500)
}

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: async (): Promise<Settings> => {
    const { data } = requireAnswer(await api.get<{ data: Setting[] }>('settings'))
    rememberSettingVersions(data)
    return Object.fromEntries(data.map(({ name, value }) => [name, value]))
  },
  staleTime: (query) => (Object.keys(query.state.data ?? {}).length < minSettings ? 0 : Infinity),
})

const ExplainerContext = createContext<Explainer | undefined>(undefined)

/** Requests the explainer of the logged-in person. One query for all below: most parts of a page read the explainer. */
export function ExplainerProvider({ children }: { children: ReactNode }) {
  const isLoggedIn = useSession() !== undefined
  const explainer = useQuery({ ...explainerQuery, enabled: isLoggedIn }).data
  const client = useQueryClient()
  const before = useRef(explainer)
  // After the screens have taken the fields over, so that none asks for one that is hidden.
  useEffect(() => {
    if (haveOtherFields(before.current, explainer)) forgetRecords(client)
    before.current = explainer
  }, [client, explainer])
  return createElement(ExplainerContext, { value: explainer }, children)
}

/** Whether the person may read other fields of a resource than before. */
function haveOtherFields(before: Explainer | undefined, now: Explainer | undefined): boolean {
  if (!before || !now) return false
  return Object.entries(now.data).some(([resource, fields]) => {
    const former = before.data[resource]
    return former && Object.keys(former).join() !== Object.keys(fields).join()
  })
}

/** Refetches queries after a setting hid or showed fields. Lists whose key names their columns get another key. */
function forgetRecords(client: QueryClient): void {
  const own: unknown[] = [keys.settings, keys.explainer, keys.terminology].map(([name]) => name)
  const predicate = ({ queryKey: [name, , path] }: { queryKey: QueryKey }) =>
    !own.includes(name) && !String(path).includes('_columns=')
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey: [name] }) => !own.includes(name) })
  void client.invalidateQueries({ predicate })
}

/** The explainer for the person's role; undefined until loaded, and for visitors. */
export function useExplainer(): Explainer | undefined {
  return use(ExplainerContext)
}

/** The organisation's terminology. The application renders after it has loaded, so it is never undefined. */
export function useTerminology(): Terminology {
  const terminology = useQuery(terminologyQuery).data
  if (!terminology) throw new Error('A screen was rendered before the terminology was loaded')
  return terminology
}

/** Settings by name; empty until loaded. */
export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? noSettings
}

/** The logged-in person, from the access token. */
export function useSession(): Session | undefined {
  const token = useSyncExternalStore(onTokensChange, accessToken)
  return useMemo(() => readSession(token), [token])
}

export function useFields(resource: string): FieldMap | undefined {
  return useExplainer()?.data[resource]
}

export function useResource(resource: string): ResourceDescriptor | undefined {
  return useExplainer()?.resources[resource]
}

/** Grammatical gender of a resource's label; masculine until loaded. */
export function useGender(resource: string): Gender {
  return useResource(resource)?.label.gender ?? 'm'
}

/** What the role may do with a resource; nothing until loaded. */
export function useMay(resource: string): May {
  return useResource(resource)?.may ?? nothing
}

/** Whether the person may restore deleted records of a resource. */
export function useMayRestore(resource: string): boolean {
  const mayReadHistory = useMay('auditEvents').list
  return useMay(resource).create && mayReadHistory
}

const noSettings: Settings = {}
const nothing: May = { list: false, read: false, create: false, update: false, delete: false, export: false }

/** Latest version of recently changed records, from realtime news. */
const newsVersions = new Map<string, number>()
const maxVersions = 1000

const keyOf = (resource: string, id: string) => `${resource}/${id}`

/** Stores the version that realtime news announced for a record. */
export function rememberNewsVersion(resource: string, id: string, version: number): void {
  const name = keyOf(resource, id)
  const known = newsVersions.get(name) ?? 0
  // Deletes first, so that the Map keeps the most recent last and the first key is the one to drop.
  newsVersions.delete(name)
  newsVersions.set(name, Math.max(known, version))
  const [oldest] = newsVersions.keys()
  if (newsVersions.size > maxVersions && oldest !== undefined) newsVersions.delete(oldest)
}

/**
 * Puts the answer of a write into the cache and invalidates the lists. Invalidates the record too when news of
 * a later version came before the answer, as happens when background work starts at once.
 */
export function cacheRecord(client: QueryClient, resource: string, record: StoredRecord): void {
  const queryKey = keys.record(resource, record._id)
  // Pages of some resources read more than the answer of a write has.
  client.setQueryData<StoredRecord>(queryKey, (earlier) => ({ ...earlier, ...record }))
  if ((newsVersions.get(keyOf(resource, record._id)) ?? 0) > (record._version ?? 0))
    void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: keys.lists(resource) })
}

let versions: Record<string, number | undefined> = {}

/** Stores the versions of the settings that are shown. */
function rememberSettingVersions(settings: readonly { name: string; _version?: number }[]): void {
  versions = Object.fromEntries(settings.map(({ name, _version }) => [name, _version]))
}

/** Reads the settings again, what depends on them, and their histories. */
export async function refreshSettings(client: QueryClient): Promise<void> {
  const changed = [
    keys.settings,
    keys.explainer,
    keys.terminology,
    keys.records('settings'),
    keys.heldMessages,
  ]
  await Promise.all(changed.map((queryKey) => invalidate(client, queryKey)))
}

export function settingVersion(name: string): number | undefined {
  return versions[name]
}
