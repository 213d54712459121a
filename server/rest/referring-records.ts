import type { Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition, getDefinition } from '@agremia/resources/definitions/index.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import { conflict } from '../errors.ts'
import type { DeletedPart } from './modules.ts'
import { columnOf, tableNameOf } from './plan.ts'
import { join, many, raw, sql } from '../database/sql.ts'
import type { Writing } from './write.ts'

/** Counting stops here: an exact number beyond it does not help. */
const maxCounted = 1000

/** Throws 409 when other records refer to these rows. The message says how many of which resource, and what to do instead. */
export async function rejectReferenced(
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
    return count > maxCounted ? `mais de ${maxCounted} ${other}` : counted(count, singular ?? '', other ?? '')
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

/** Counts the records that refer to these rows, by resource. Referring parts count as the record that contains them. */
async function countReferring({ db }: Writing, rows: readonly DeletedPart[]): Promise<Map<string, number>> {
  const keys = Map.groupBy(rows, ({ table }) => table)
  const references = await findReferences({ db }, [...keys.keys()])
  const keysOf = (parts: readonly DeletedPart[] = []) => sql`${parts.map(({ key }) => key)}::uuid[]`
  const queries = [...Map.groupBy(references, ({ table }) => table)].flatMap(([table, columns]) => {
    const definition = everyDefinition.find((known) => tableNameOf(known) === table)
    if (!definition) return []
    const { name, fields, partOf } = definition
    const whole = (partOf && fields[partOf]?.reference) || name
    const refers = columns.map(({ column, target }) => sql`${raw(column)} = ANY(${keysOf(keys.get(target))})`)
    return sql`SELECT ${whole}::text AS name, count(DISTINCT key)::integer AS count FROM (
      SELECT ${partOf ? columnOf(partOf) : sql`id`} AS key FROM ${raw(table)}
      WHERE (${join(refers, ' OR ')}) AND id <> ALL(${keysOf(keys.get(table))}) LIMIT ${maxCounted + 1}) referring`
  })
  const counts = new Map<string, number>()
  if (queries.length === 0) return counts
  const counted = await many(db, join(queries, ' UNION ALL '), { name: 'text', count: 'integer' })
  for (const { name, count } of counted)
    if (count > 0) counts.set(name, Math.max(count, counts.get(name) ?? 0))
  return counts
}

/** Foreign key columns that refer to these tables without cascade, from the database's catalogue. */
function findReferences({ db }: Pick<Writing, 'db'>, tables: string[]) {
  return many(
    db,
    sql`SELECT k.conrelid::regclass::text AS table, quote_ident(a.attname) AS column, k.confrelid::regclass::text AS target
           FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
           WHERE k.contype = 'f' AND k.confdeltype IN ('a', 'r') AND k.confrelid = ANY(${tables}::text[]::regclass[])
           ORDER BY k.conrelid, a.attnum`,
    { table: 'text', column: 'text', target: 'text' },
  )
}
