import type { Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition } from '@agremia/resources/definitions/index.ts'
import type { Totals } from './totals.ts'

/** Cache name of a resource's totals. Totals that also depend on other resources have their own name. */
export function totalsName(resource: string, isDependent: boolean): string {
  return isDependent ? `${resource} beside` : resource
}

/** Drops cached totals of a changed resource, and those of other resources that depend on it. */
export function dropTotals(totals: Pick<Totals<unknown>, 'forget'>, resource: string): void {
  totals.forget(resource)
  for (const dependent of dependentsOf(resource)) totals.forget(totalsName(dependent, true))
}

const dependentsByResource = new Map<string, Set<string>>()

/** The resource and all whose lists show, search or filter by fields of its records, directly or indirectly. */
function dependentsOf(resource: string): Set<string> {
  let dependents = dependentsByResource.get(resource)
  if (!dependents) {
    dependents = new Set([resource])
    // A Set's iteration includes values added during it.
    for (const dependent of dependents)
      for (const { name } of everyDefinition.filter(dependsOn(dependent))) dependents.add(name)
    dependentsByResource.set(resource, dependents)
  }
  return dependents
}

function dependsOn(resource: string): (definition: Definition) => boolean {
  return ({ fields, list }) =>
    fields[list?.searchIn ?? '']?.reference === resource ||
    Object.values(fields).some(({ storage }) => storage.in === 'beside' && storage.resource === resource)
}
