import { api, type ListParams } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import type { Selection } from './selection.ts'

const idsPerRequest = 500

/** Ids of the chosen records. For “all”, reads every page of the search now. */
export async function chosenIds(
  resource: string,
  params: ListParams,
  selection: Selection,
): Promise<string[]> {
  if (selection.kind === 'some') return [...selection.ids]
  const ids: string[] = []
  for (let page = 1, total = Infinity; (page - 1) * idsPerRequest < total; page++) {
    const pageParams = { ...params, page, limit: idsPerRequest }
    const { data, meta } = answered(await api.list(resource, pageParams, { channel: `ids ${resource}` }))
    ids.push(...data.map(({ _id }) => _id))
    total = meta.total
  }
  return ids.filter((id) => !selection.except.has(id))
}
