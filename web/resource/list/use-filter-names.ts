import { useQueries, useQuery } from '@tanstack/react-query'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { emptyValue, presentValue } from '@agremia/resources/list-parameters.ts'
import { listQuery, recordQuery, useFields, useResource } from '../../api/queries.ts'
import { recordName } from '../../fields/record-name.ts'

/** Look-ups of no more rows than this come whole. */
export const smallLookUp = 50

/** The whole of a small look-up, or the beginning of a large one, in its own order. */
export function useLookUp(resource: string | undefined, options: { enabled: boolean; search?: string }) {
  const descriptor = useResource(resource ?? '')
  const fields = useFields(resource ?? '')
  const query = useQuery({
    ...listQuery(resource ?? '', {
      limit: smallLookUp,
      sort: descriptor?.sort,
      ...(options.search && { search: options.search }),
    }),
    enabled: options.enabled && descriptor !== undefined,
  })
  return {
    choices: query.data?.data.map((record) => ({
      value: record._id,
      label: recordName(descriptor, fields, record),
    })),
    isWhole: query.data !== undefined && query.data.meta.total <= smallLookUp,
  }
}

/** Finds the names of the records that a filter holds. */
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
    lookUp.choices && !lookUp.isWhole
      ? values.filter((id) => !known.has(id) && id !== emptyValue && id !== presentValue)
      : []
  const others = useQueries({ queries: missing.map((id) => recordQuery(resource, id)) })
  missing.forEach((id, index) => {
    const record = others[index]?.data
    known.set(id, record ? recordName(descriptor, fields, record) : '…')
  })
  return (id) => known.get(id)
}
