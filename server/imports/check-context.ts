import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Querying } from '../database/querying.ts'
import { planOf } from '../rest/modules.ts'
import { readDateOrder } from './date-order.ts'
import type { ImportRecord } from './import-record.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import { readTitles } from './titles.ts'
import { replacementsBy } from './replacements.ts'
import type { CheckContext } from './kinds/kind.ts'
import type { World } from '../rest/modules.ts'

/** What checking rows needs, read once for all of them; `db` is that of each batch. */
export async function checkContext(
  world: World,
  db: Querying,
  {
    id,
    kind: name,
    mapping,
    startsIn1904,
    replacements,
  }: Pick<ImportRecord, 'id' | 'kind' | 'mapping' | 'startsIn1904' | 'replacements'>,
): Promise<CheckContext> {
  const { organisation } = world
  const [today, settings, terminology] = await Promise.all([
    organisation.today(),
    organisation.settings(),
    organisation.terminology(),
  ])
  const kind = kindsOfImport[name]
  const known = new Map<string, ReadonlyMap<string, string>>()
  for (const resource of kind.lists) known.set(resource, await readTitles(world, db, resource))
  const targets = new Map(kind.targets(terminology, today).map((target) => [target.name, target]))
  const dates = Object.entries(mapping ?? {}).flatMap(([column, target]) =>
    targets.get(target)?.field?.column === 'date' ? [Number(column)] : [],
  )
  const context = {
    db,
    importId: id,
    plan: planOf(world, kind.resource),
    today,
    settings,
    terminology,
    startsIn1904,
    known,
    targets,
    dateOrder: await readDateOrder(db, id, dates),
    now: () => world.clock(),
    replacementOf: replacementsBy(replacements),
    mapped: new Set(Object.values(mapping ?? {})),
    labelOf: ({ label }: { label: string }) => fillTerms(label, terminology),
    optionLabel: (label: string) => fillTerms(label, terminology),
  }
  return { ...context, prepared: await kind.prepare?.(context) }
}
