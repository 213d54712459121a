import type { FieldMap } from '@agremia/resources/descriptor.ts'

/** What a search of people looks through, for the empty search field: a setting may hide the NIF. */
export function searchHint(fields: FieldMap | undefined): string {
  return fields && !fields['nif'] ? 'Nome, número, email…' : 'Nome, número, NIF, email…'
}
