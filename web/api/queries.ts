import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { Explainer, FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Gender } from '@agremia/resources/rules/names.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { api, type ApiRecord, type StoredRecord } from './client.ts'
import { rememberFields } from './known-fields.ts'
import type { ListParams } from './list-params.ts'
import { listPath } from './list-path.ts'
import { answered } from './query-client.ts'
import { rememberSettingVersions } from './setting-versions.ts'
import { accessToken, onTokensChange, readSession, type Session } from './tokens.ts'

export type Settings = Record<string, string>
interface Setting {
  name: string
  value: string
  _version?: number
}
export type May = ResourceDescriptor['may']

const fewestSettings = 15

/** Keys say the resource first, so that news of a resource refresh all that shows it. */
export const keys = {
  lists: (resource: string) => ['list', resource] as const,
  list: (resource: string, params: ListParams) => ['list', resource, listPath(resource, params)] as const,
  records: (resource: string) => ['record', resource] as const,
  record: (resource: string, id: string | undefined) => ['record', resource, id] as const,
  /** What is under way in the background, of all resources. */
  work: ['list', 'work'] as const,
  terminology: ['terminology'] as const,
  settings: ['settings'] as const,
  explainer: ['explainer'] as const,
}

/** One page of a list, or all of it with `limit: -1`. */
export function listQuery<Item extends ApiRecord = StoredRecord>(resource: string, params: ListParams = {}) {
  const queryKey = keys.list(resource, params)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      answered(await api.list<Item>(resource, params, { signal, channel: queryKey[2] })),
  })
}

/** A record, or null when there is none. */
export function recordQuery<Item extends ApiRecord = StoredRecord>(resource: string, id: string | undefined) {
  return queryOptions({
    queryKey: keys.record(resource, id),
    queryFn: async ({ signal }) => answered(await api.read<Item>(resource, id, signal)),
  })
}

/** How many records of a resource wait for the staff. News of the resource ask again. */
export function waitingQuery(resource: string) {
  return queryOptions({
    queryKey: [...keys.lists(resource), 'waiting'],
    queryFn: async () =>
      answered(await api.get<{ data: { count: number } }>(`${resourcePath(resource)}/waiting`)).data.count,
  })
}

/** Work in the background that is under way. `total` and `done` are null where nobody knows how far it got. */
export interface WorkUnderWay {
  resource: string
  _id: string
  title: string
  total: number | null
  done: number | null
  createdByName: string | null
}

const readWorkAgainMs = 5_000

/** News of work ask again; where no news arrive, it is read again for as long as something is under way. */
export const workUnderWayQuery = queryOptions({
  queryKey: keys.work,
  queryFn: async ({ signal }) => answered(await api.get<{ data: WorkUnderWay[] }>('work', signal)).data,
  refetchInterval: ({ state: { data } }) => (data && data.length > 0 ? readWorkAgainMs : false),
})

export const terminologyQuery = queryOptions({
  queryKey: keys.terminology,
  queryFn: async () => answered(await api.get<{ data: Terminology }>('terminology')).data,
  staleTime: Infinity,
})

export const explainerQuery = queryOptions({
  queryKey: keys.explainer,
  queryFn: async () => {
    const explainer = answered(await api.get<Explainer>('explainer'))
    rememberFields(explainer)
    return explainer
  },
  staleTime: Infinity,
})

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: async (): Promise<Settings> => {
    const { data } = answered(await api.get<{ data: Setting[] }>('settings'))
    rememberSettingVersions(data)
    return Object.fromEntries(data.map(({ name, value }) => [name, value]))
  },
  staleTime: (query) => (Object.keys(query.state.data ?? {}).length < fewestSettings ? 0 : Infinity),
})

/** What the person's role may see of the resources: undefined until it arrives. */
export function useExplainer(): Explainer | undefined {
  return useQuery(explainerQuery).data
}

/** The organisation's words. The shell waits for them, so that no screen has to. */
export function useTerminology(): Terminology {
  const terminology = useQuery(terminologyQuery).data
  if (!terminology) throw new Error('A screen was drawn before the terminology arrived')
  return terminology
}

/** Settings by name; empty until they arrive. */
export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? noSettings
}

/** Who is logged in, from the token. */
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

/** The gender of a resource's words; masculine until it is known. */
export function useGender(resource: string): Gender {
  return useResource(resource)?.label.gender ?? 'm'
}

/** What the person's role may do with a resource; nothing until it is known. */
export function useMay(resource: string): May {
  return useResource(resource)?.may ?? nothing
}

const noSettings: Settings = {}
const nothing: May = { list: false, read: false, create: false, update: false, delete: false, export: false }
