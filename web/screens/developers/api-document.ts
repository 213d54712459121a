import type { ApiDocument, ApiOperation } from '@agremia/resources/request-examples.ts'
import { foldText, searchWords } from '@agremia/resources/rules/fold.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'

/** An operation with its address. */
export interface Operation extends ApiOperation {
  path: string
  method: string
}

export interface Group {
  name: string
  operations: Operation[]
}

export const documentQuery = queryOptions({
  queryKey: ['openapi.json'],
  queryFn: async ({ signal }) => requireAnswer(await api.get<ApiDocument>('openapi.json', signal)),
  staleTime: Infinity,
})

/** The operations of the document by tag, in alphabetical order. */
export function groupsOf({ paths }: ApiDocument): Group[] {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Operation => ({ ...operation, path, method })),
  )
  return [...Map.groupBy(operations, ({ tags }) => tags[0] ?? '')]
    .map(([name, grouped]) => ({ name, operations: grouped }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt'))
}

/** The groups with the operations that have every word in their name, address or summary. */
export function searchGroups(groups: readonly Group[], search: string): Group[] {
  const words = searchWords(search)
  const found = groups.map(({ name, operations }) => ({
    name,
    operations: operations.filter(({ operationId, summary, method, path }) => {
      const text = foldText([name, summary, method, path, operationId].join(' '))
      return words.every((word) => text.includes(word))
    }),
  }))
  return found.filter(({ operations }) => operations.length > 0)
}

/** A document of one operation and the schemas that it refers to. What the page shows itself is left out. */
export function documentOf(document: ApiDocument, { path, method }: Operation): object {
  const { tags: _tags, security: _security, ...operation } = document.paths[path]![method]!
  const { schemas, ...components } = document.components
  const used = new Set<string>()
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      collect(schemas[name])
    }
  }
  collect([operation, components])
  const whole = {
    ...document,
    info: { title: '', version: '', 'x-locale': 'pt' },
    tags: [],
    security: [],
    paths: { [path]: { [method]: { ...operation, description: '' } } },
    components: {
      ...components,
      securitySchemes: {},
      schemas: Object.fromEntries([...used].map((name) => [name, schemas[name]])),
    },
  }
  // The renderer fails at nullable lists of several shapes.
  return JSON.parse(JSON.stringify(whole), (key, value: unknown) =>
    key === 'type' && Array.isArray(value) && value.includes('array') ? 'array' : value,
  ) as object
}
