import { referenceBase } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Querying } from '../database/querying.ts'
import { many, sql } from '../database/sql.ts'
import { findRecords } from '../rest/find-record.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { tableOf } from '../rest/plan.ts'
import type { ImportRecord } from './import-record.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import type { CheckContext } from './kinds/kind.ts'

/** Records of a short list that are read at most. */
const maxListed = 5000

/** What checking rows needs, read once for all of them; `db` is that of each batch. */
export async function checkContext(
  engine: Engine,
  db: Querying,
  { kind: name, mapping, startsIn1904 }: Pick<ImportRecord, 'kind' | 'mapping' | 'startsIn1904'>,
): Promise<CheckContext> {
  const { organisation } = engine.world
  const [today, settings, terminology] = await Promise.all([
    organisation.today(),
    organisation.settings(),
    organisation.terminology(),
  ])
  const kind = kindsOfImport[name]
  const known = new Map<string, ReadonlyMap<string, string>>()
  for (const resource of kind.lists) known.set(resource, await readTitles(engine, db, resource))
  const context = {
    db,
    plan: planOf(engine, kind.resource),
    today,
    settings,
    terminology,
    startsIn1904,
    known,
    targets: new Map(kind.targets(terminology, today).map((target) => [target.name, target])),
    mapped: new Set(Object.values(mapping ?? {})),
    labelOf: ({ label }: { label: string }) => fillTerms(label, terminology),
    optionLabel: (label: string) => fillTerms(label, terminology),
  }
  return { ...context, prepared: await kind.prepare?.(context) }
}

/** Ids by folded title, and by code where the records have one; the earlier of two with the same. */
async function readTitles(engine: Engine, db: Querying, resource: string): Promise<Map<string, string>> {
  const plan = planOf(engine, resource)
  const { title, fields } = getDefinition(resource)
  const rows = await many(
    db,
    sql`SELECT id FROM ${tableOf(plan.definition)} ORDER BY id LIMIT ${maxListed}`,
    { id: 'uuid' },
  )
  const records = await findRecords(
    db,
    plan,
    rows.map(({ id }) => id),
  )
  const ids = new Map<string, string>()
  for (const { id } of rows) {
    const record = records.get(id)
    const key = fields[title]?.reference ? `${referenceBase(title)}Label` : title
    for (const text of [record?.[key], record?.['code']]) {
      const folded = typeof text === 'string' ? foldText(text) : ''
      if (folded !== '' && !ids.has(folded)) ids.set(folded, id)
    }
  }
  return ids
}
