import type { Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition, getDefinition } from '@agremia/resources/definitions/index.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import { conflict } from '../errors.ts'
import type { DeletedPart } from './modules.ts'
import { columnOf, tableOf } from './plan.ts'
import type { Writing } from './write.ts'

/** Up to this many are counted: how many more there are does not matter to somebody who wants to delete. */
const mostCounted = 1000

/** Throws 409 when records that stay refer to these rows: says how many of what, and what to do instead. */
export async function refuseReferred(
  writing: Writing,
  definition: Definition,
  rows: readonly DeletedPart[],
): Promise<void> {
  const referring = await countReferring(writing, rows)
  if (referring.size === 0) return
  const terminology = await writing.world.organisation.terminology()
  const words = [...referring].map(([name, count]) => {
    const { one, many } = getDefinition(name).label
    const [singular, other] = [one, many].map((label) => fillTerms(label, terminology).toLowerCase())
    return count > mostCounted
      ? `mais de ${mostCounted} ${other}`
      : counted(count, singular ?? '', other ?? '')
  })
  const total = [...referring.values()].reduce((sum, count) => sum + count, 0)
  const depend = plural(total, 'depende', 'dependem')
  const { one, gender } = definition.label
  const article = gender === 'member' ? '{deste}' : gender === 'f' ? 'desta' : 'deste'
  const thisOne = fillTerms(`${article} ${one}`, terminology).toLowerCase()
  throw conflict(
    [`${capitalise(joinList(words))} ${depend} ${thisOne}.`, definition.insteadOfDeleting]
      .filter(Boolean)
      .join(' '),
  )
}

/** How many records of each resource refer to these rows and stay; of parts, how many wholes they are of. */
async function countReferring({ db }: Writing, rows: readonly DeletedPart[]): Promise<Map<string, number>> {
  const keys = Map.groupBy(rows, ({ table }) => table)
  const references = await findReferences({ db }, [...keys.keys()])
  const values: unknown[] = []
  const bind = (ids: readonly DeletedPart[]) => `$${values.push(ids.map(({ key }) => key))}::uuid[]`
  const counts = [...Map.groupBy(references, ({ table }) => table)].flatMap(([table, columns]) => {
    const definition = everyDefinition.find((known) => tableOf(known) === table)
    if (!definition) return []
    const { name, fields, partOf } = definition
    const whole = (partOf && fields[partOf]?.reference) || name
    const refers = columns.map(({ column, target }) => `${column} = ANY(${bind(keys.get(target) ?? [])})`)
    const own = keys.get(table)
    const stays = own ? ` AND id <> ALL(${bind(own)})` : ''
    return `SELECT '${whole}' AS name, count(DISTINCT key)::integer AS count FROM (
      SELECT ${partOf ? columnOf(partOf) : 'id'} AS key FROM ${table}
      WHERE (${refers.join(' OR ')})${stays} LIMIT ${mostCounted + 1}) referring`
  })
  const found = new Map<string, number>()
  if (counts.length === 0) return found
  const { rows: counted } = await db.query({ text: counts.join(' UNION ALL '), values })
  for (const { name, count } of counted as { name: string; count: number }[])
    if (count > 0) found.set(name, Math.max(count, found.get(name) ?? 0))
  return found
}

interface Reference {
  table: string
  column: string
  target: string
}

/** The columns whose foreign keys prevent a deletion in these tables, as the database's catalogue has them. */
async function findReferences({ db }: Pick<Writing, 'db'>, tables: string[]): Promise<Reference[]> {
  const { rows } = await db.query({
    text: `SELECT k.conrelid::regclass::text AS table, quote_ident(a.attname) AS column, k.confrelid::regclass::text AS target
           FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
           WHERE k.contype = 'f' AND k.confdeltype IN ('a', 'r') AND k.confrelid = ANY($1::text[]::regclass[])
           ORDER BY k.conrelid, a.attnum`,
    values: [tables],
  })
  return rows as Reference[]
}
