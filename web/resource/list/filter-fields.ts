import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { FilterSetup } from './filter-text.ts'

/** Creation date: not a field of resources, but every list can filter by it. */
const createdAt: FieldDescriptor = {
  name: 'created_at',
  type: 'date',
  validation: ['required'],
  label: 'Data',
  group: '',
  inputType: 'date',
  filterable: true,
}

/** Fields that can be filtered: the resource's, and the creation date if a screen uses it. */
export function filterFields(fields: FieldMap, setups: readonly FilterSetup[] = []): FieldMap {
  const isUsed = setups.some(({ field }) => field === createdAt.name)
  return isUsed ? { ...fields, [createdAt.name]: createdAt } : fields
}
