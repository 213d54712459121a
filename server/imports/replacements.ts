import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { decide } from '@agremia/resources/access.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { foldedSql } from '../database/fold.ts'
import { inline, many, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { importLimits } from '../limits.ts'
import type { HookContext, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { columnOf } from '../rest/plan.ts'
import { requireAccess } from '../rest/scope.ts'
import { saveRecord } from '../rest/write.ts'
import { readTitles } from './titles.ts'
import type { Mapping } from './columns/find-columns.ts'
import type { Target } from './columns/targets.ts'
import type { KindOfImport, ReplacementOf } from './kinds/kind.ts'
import type { Replacements } from '@agremia/resources/definitions/imports.ts'

export function replacementsBy(replacements: Replacements | null): ReplacementOf {
  const byText = new Map((replacements?.list ?? []).map((one) => [keyOf(one.name, one.text), one]))
  return (name, text) => byText.get(keyOf(name, text))
}

function keyOf(name: string, text: string): string {
  return `${name} ${foldText(text)}`
}

/** The error message for replacements in a request; undefined if they are valid. */
export function replacementProblem(value: unknown, targets: readonly Target[]): string | undefined {
  const list = (value as { list?: unknown } | null)?.list ?? []
  if (!Array.isArray(list) || list.length > importLimits.replacements)
    return `Indique até ${importLimits.replacements} valores.`
  // Texts of other fields may be personal, or have to be encrypted.
  const listed = targets.filter(({ field }) => field?.reference ?? field?.options)
  const names = new Set(listed.map(({ name }) => name))
  const isText = (text: unknown) => typeof text === 'string' && text.length <= importLimits.cellLength
  const isWrong = (list as (Record<string, unknown> | null)[]).some(
    (one) =>
      !names.has(String(one?.['name'])) ||
      !isText(one?.['text']) ||
      !(one?.['to'] == null || isText(one['to'])) ||
      (one?.['creates'] === true && !one['to']),
  )
  return isWrong
    ? 'Indique de cada valor a informação, que tem de ter uma lista, o texto e como se lê.'
    : undefined
}

/** Creates the records of lists that replacements ask for, unless they are there. Throws 422 when one cannot be created. */
export async function createReplacements(
  context: HookContext,
  { list }: Replacements,
  { targets, lists }: { targets: readonly Target[]; lists: readonly string[] },
): Promise<Replacements> {
  const { db, world, caller } = context
  for (const { name, to, creates } of list) {
    if (!creates || !to) continue
    const resource = targets.find((target) => target.name === name)?.field?.reference
    if (typeof resource !== 'string' || !lists.includes(resource))
      throw invalid({ replacements: ['Só se criam valores de listas das configurações.'] })
    if ((await readTitles(world, db, resource)).has(foldText(to))) continue
    const definition = getDefinition(resource)
    requireAccess(decide(definition.access, 'create', caller), caller)
    await saveRecord(context, planOf(world, resource), {
      id: null,
      input: { [definition.title]: to },
      mode: 'create',
    })
  }
  return { list: list.map(({ name, text, to = null }) => ({ name, text, to })) }
}

/** Values that are in no list, asked once for each value, with their possible replacements. */
export interface UnknownValues {
  name: string
  label: string
  mayCreate: boolean
  choices: string[]
  values: { text: string; count: number }[]
}

const maxValues = 50

/** Finds the cell values that are neither a record nor an option of the field of their column. */
export async function unknownValues(
  world: World,
  importId: string,
  {
    kind,
    targets,
    mapping,
    optionLabel,
  }: {
    kind: KindOfImport
    targets: readonly Target[]
    mapping: Mapping
    optionLabel: (label: string) => string
  },
): Promise<UnknownValues[]> {
  const { pool } = world.database
  const asked = Object.entries(mapping).flatMap(([column, name]) => {
    const target = targets.find((one) => one.name === name)
    const { field } = target ?? {}
    const isListed = typeof field?.reference === 'string' && kind.lists.includes(field.reference)
    return target && field && (isListed || (field.options && field.column !== 'list'))
      ? [{ column: Number(column), target, field }]
      : []
  })
  const found: UnknownValues[] = []
  for (const { column, target, field } of asked) {
    const cell = sql`coalesce(corrections ->> ${String(column)}, cells[${inline(column + 1)}])`
    const values = await many(
      pool,
      sql`SELECT (array_agg(btrim(${cell}) ORDER BY place))[1] AS text, count(*)::integer AS count FROM import_rows
          WHERE import_id = ${importId} AND verdict = 'refused' AND problems -> ${target.name} IS NOT NULL AND ${cell} <> ''
          GROUP BY ${foldedSql(cell)} ORDER BY 2 DESC, 1 LIMIT ${inline(maxValues)}`,
      { text: 'text', count: 'integer' },
    )
    if (values.length === 0) continue
    const { reference, options } = field
    const isList = typeof reference === 'string'
    const titles = isList ? await readTitles(world, pool, reference) : undefined
    const isKnown = (text: string) => titles?.has(foldText(text)) ?? false
    const unknown = values.filter(({ text }) => !isKnown(text))
    if (unknown.length === 0) continue
    found.push({
      name: target.name,
      label: target.label,
      mayCreate: isList,
      choices: isList
        ? await titlesOf(world, reference)
        : (options ?? []).map(({ label }) => optionLabel(label)),
      values: unknown,
    })
  }
  return found
}

async function titlesOf(world: World, resource: string): Promise<string[]> {
  const definition = getDefinition(resource)
  const rows = await many(
    world.database.pool,
    sql`SELECT ${columnOf(definition.title)} AS title FROM ${planOf(world, resource).table} ORDER BY 1 LIMIT 200`,
    { title: 'text' },
  )
  return rows.map(({ title }) => title)
}
