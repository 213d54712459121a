import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { explainerQuery, keys } from '../../api/queries.ts'
import type { ListPage, StoredRecord } from '../../api/client.ts'
import { recordName } from '../../fields/record-name.ts'
import { filterText, withoutParts, type FilterSetup } from './filters.ts'
import type { List } from './use-list.ts'

/** Title and filters above the rows of a printed list. */
export interface ListWords {
  title: string
  /** Search and filters as text; empty without. */
  filters: string
}

/** Returns a function with the list's title and the texts of its search and filters, for print and export. */
export function useListWords(
  { title, state, filterFields }: Pick<List, 'title' | 'state' | 'filterFields'>,
  setups: readonly FilterSetup[] = [],
): () => ListWords {
  const client = useQueryClient()
  return () => {
    const filters = withoutParts(setups, filterFields, state.filters)
    const filterTexts = Object.values(filterFields).flatMap((field) => {
      const setup = setups.find((each) => each.field === field.name)
      const { presets = [], shortcut, label = field.label } = setup ?? {}
      const text = filterText(field, filters, {
        presets: shortcut ? [shortcut, ...presets] : presets,
        nameOf: (id) => cachedName(client, field.reference, id),
        allNames: true,
      })
      if (text === undefined) return []
      return [text === shortcut?.label ? text : `${label}: ${text}`]
    })
    const search = state.search === '' ? [] : [`Pesquisa: «${state.search}»`]
    return { title, filters: [...search, ...filterTexts].join(' · ') }
  }
}

/** The name of a record, from the cache: the filter chips have loaded it. */
function cachedName(client: QueryClient, resource: string | undefined, id: string): string | undefined {
  if (resource === undefined) return undefined
  const explainer = client.getQueryData<Explainer>(explainerQuery.queryKey)
  const records = [
    client.getQueryData<StoredRecord | null>(keys.record(resource, id)),
    ...client
      .getQueriesData<Partial<ListPage>>({ queryKey: keys.lists(resource) })
      .flatMap(([, page]) => page?.data ?? []),
  ]
  const known = records.find((record) => record?._id === id)
  return known ? recordName(explainer?.resources[resource], explainer?.data[resource], known) : undefined
}
