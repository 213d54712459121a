import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { emptyValue, presentValue } from '@agremia/resources/list-parameters.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { listQuery, recordQuery, useFields, useResource } from '../../api/queries.ts'
import { recordName, recordNames } from '../../fields/record-name.ts'

/** Up to this many rows a look-up is loaded completely. */
export const maxLookUpRows = 50

/** All rows of a small look-up, or the first ones of a large one. */
export function useLookUp(resource: string | undefined, options: { enabled: boolean; search?: string }) {
  const descriptor = useResource(resource ?? '')
  const fields = useFields(resource ?? '')
  const query = useQuery({
    ...listQuery(resource ?? '', {
      limit: maxLookUpRows,
      sort: descriptor?.sort,
      ...(options.search && { search: options.search }),
    }),
    enabled: options.enabled && descriptor !== undefined,
  })
  const names = recordNames(descriptor, fields, query.data?.data ?? [])
  return {
    choices: query.data?.data.map((record, place) => ({ value: record._id, label: names[place] ?? '' })),
    isComplete: query.data !== undefined && query.data.meta.total <= maxLookUpRows,
  }
}

/** Returns a function that gives the names of a filter's records. */
export function useFilterNames(
  field: FieldDescriptor,
  values: readonly string[],
): (id: string) => string | undefined {
  const isReference = field.inputType === 'reference'
  const resource = field.reference ?? ''
  const descriptor = useResource(resource)
  const fields = useFields(resource)
  const lookUp = useLookUp(field.reference, { enabled: isReference && values.length > 0 })
  const known = new Map(lookUp.choices?.map(({ value, label }) => [value, label]))
  const missing =
    lookUp.choices && !lookUp.isComplete
      ? values.filter((id) => !known.has(id) && id !== emptyValue && id !== presentValue)
      : []
  const others = useQueries({ queries: missing.map((id) => recordQuery(resource, id)) })
  missing.forEach((id, index) => {
    const record = others[index]?.data
    known.set(id, record ? recordName(descriptor, fields, record) : '…')
  })
  return (id) => known.get(id)
}
