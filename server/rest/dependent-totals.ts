import type { Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition } from '@agremia/resources/definitions/index.ts'
import type { Totals } from './totals.ts'

/** Cache name of a resource's totals. Totals that also depend on other resources have their own name. */
export function keptUnder(resource: string, looksBeside: boolean): string {
  return looksBeside ? `${resource} beside` : resource
}

/** Drops cached totals of a changed resource, and those of other resources that depend on it. */
export function forgetTotals(totals: Pick<Totals<unknown>, 'forget'>, resource: string): void {
  totals.forget(resource)
  for (const reader of readersOf(resource)) totals.forget(keptUnder(reader, true))
}

const known = new Map<string, Set<string>>()

/** The resource and all whose lists show, search or filter by fields of its records, directly or indirectly. */
function readersOf(resource: string): Set<string> {
  let readers = known.get(resource)
  if (!readers) {
    readers = new Set([resource])
    // A Set's iteration includes values added during it.
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
