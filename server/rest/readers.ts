import type { Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition } from '@agremia/resources/definitions/index.ts'
import type { Totals } from './totals.ts'

/** Under which name the totals of a resource are kept: apart when they also depend on records of others. */
export function keptUnder(resource: string, looksBeside: boolean): string {
  return looksBeside ? `${resource} beside` : resource
}

/** Forgets the totals of a resource that changed, and those of others that look at its records. */
export function forgetTotals(totals: Pick<Totals<unknown>, 'forget'>, resource: string): void {
  totals.forget(resource)
  for (const reader of readersOf(resource)) totals.forget(keptUnder(reader, true))
}

const known = new Map<string, Set<string>>()

/** The resource itself and those whose lists show, search or filter by fields of its records. */
function readersOf(resource: string): Set<string> {
  let readers = known.get(resource)
  if (!readers) {
    readers = new Set([resource])
    // Those that are added meanwhile are gone through too.
    for (const each of readers)
      for (const { name } of everyDefinition.filter(looksAt(each))) readers.add(name)
    known.set(resource, readers)
  }
  return readers
}

function looksAt(resource: string): (definition: Definition) => boolean {
  return ({ fields, list }) =>
    fields[list?.searchIn ?? '']?.reference === resource ||
    Object.values(fields).some(({ storage }) => storage.in === 'beside' && storage.resource === resource)
}
