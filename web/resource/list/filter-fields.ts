import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { FilterSetup } from './filter-text.ts'

/** The day on which a record was written: no field of its resource, but every list can be filtered by it. */
const writtenOn: FieldDescriptor = {
  name: 'created_at',
  type: 'date',
  validation: ['required'],
  label: 'Data',
  group: '',
  inputType: 'date',
  filterable: true,
}

/**
 * The fields that a list's filters are made of: the resource's, and the day of writing where a screen asks for it. Instants are
 * filtered by day.
 */
export function filterFields(fields: FieldMap, setups: readonly FilterSetup[] = []): FieldMap {
  const isAsked = setups.some(({ field }) => field === writtenOn.name)
  const byDay = Object.values(fields).filter(({ filterable, type }) => filterable && type === 'datetime')
  return {
    ...fields,
    ...Object.fromEntries(byDay.map((field) => [field.name, { ...field, type: 'date', inputType: 'date' }])),
    ...(isAsked && { [writtenOn.name]: writtenOn }),
  }
}
