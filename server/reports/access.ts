import type { Caller } from '@agremia/resources/access.ts'
import { isWithheldFrom, staffReaders } from '@agremia/resources/access.ts'
import { hasScope } from '@agremia/resources/api-scopes.ts'
import { forbidden } from '../errors.ts'
import { requireAccess } from '../rest/scope.ts'
import type { Report } from './declare.ts'

/**
 * Throws 401 or 403 unless the caller may read reports: the staff, and programs that may read what the report has, from whom nothing of
 * what it shows is hidden or withheld.
 */
export function checkReader(
  caller: Caller,
  { reads, shows = [] }: Pick<Report, 'reads' | 'shows'> = { reads: [] },
): void {
  requireAccess(staffReaders(caller), caller)
  if (!reads.every((resource) => hasScope(caller, resource, 'read'))) throw forbidden()
  if (!showsNothingHidden(caller, { shows })) throw forbidden()
}

export function showsNothingHidden(caller: Caller, { shows = [] }: Pick<Report, 'shows'>): boolean {
  return !shows.some((kind) => caller.hidden?.includes(kind) || isWithheldFrom(caller))
}
