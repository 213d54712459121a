import { isEmpty } from '@agremia/resources/coerce.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { ImportVerdict } from '@agremia/resources/definitions/imports.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { unescapeFormula } from '@agremia/resources/rules/plain-text.ts'
import type { Tx } from '../database/transaction.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, jsonOf, nullable, raiseVersion, sql } from '../database/sql.ts'
import { display } from '../rest/audit.ts'
import type { WireRecord } from '../rest/find-record.ts'
import { findRecords } from '../rest/find-record.ts'
import { sealNamed } from '../rest/sealed-values.ts'
import type { WriteContext } from '../rest/write.ts'
import { checkRecord } from '../rest/write.ts'
import { isBlank, readValue } from './columns/read-values.ts'
import type { ImportRecord } from './import-record.ts'
import { sealMapped } from './seal-cells.ts'
import type { CheckContext, CheckedRow, KindOfImport, RowChange } from './kinds/kind.ts'

export type StoredRow = RowOf<typeof storedRowShape>
export const storedRowShape = {
  id: 'uuid',
  place: 'integer',
  cells: 'text[]',
  corrections: nullable(jsonOf<Record<string, string>>()),
  isExcluded: 'boolean',
} as const
export const storedRowColumns = sql`id, place, cells, corrections, is_excluded AS "isExcluded"`

type Options = Pick<ImportRecord, 'mapping' | 'defaults' | 'emptyClears'>

/** Checks rows by the rules of importing, without writing records, and stores the results. */
export async function checkRows(
  writing: WriteContext,
  kind: KindOfImport,
  rows: readonly StoredRow[],
  { options, context: shared }: { options: Options; context: CheckContext },
): Promise<void> {
  const { db } = writing
  const context = { ...shared, db }
  const checked = rows.map((row) => readRow(row, kind, { options, context, fills: false }))
  await kind.match(checked, context)
  // Defaults are for new records only, which matching tells.
  if (Object.keys(options.defaults ?? {}).length > 0) {
    const fresh = checked.flatMap((row, index) => (row.recordId === null ? [index] : []))
    for (const index of fresh) checked[index] = readRow(rows[index]!, kind, { options, context, fills: true })
    await kind.match(
      fresh.map((index) => checked[index]!),
      context,
    )
  }
  const before = await findRecords(
    db,
    context.plan,
    checked.flatMap(({ recordId }) => recordId ?? []),
  )
  await kind.complete?.(checked, before, context)
  const verdicts = await (kind.judge?.(checked, context) ??
    Promise.all(
      checked.map((row) => judge(writing, row, { before: before.get(row.recordId ?? '') ?? null, context })),
    ))
  await storeRows(
    db,
    rows.map((row, index) => ({
      ...(sealNamed(resultOf(row, checked[index]!, { verdict: verdicts[index]!, context }), db) as Result),
      sealed: sealMapped(row, options.mapping, db) ?? null,
    })),
  )
}

interface Reading {
  options: Options
  context: CheckContext
  /** Whether empty cells get the defaults. */
  fills: boolean
}

function readRow(row: StoredRow, kind: KindOfImport, { options, context, fills }: Reading): CheckedRow {
  const texts: Record<string, string> = {}
  for (const [column, name] of Object.entries(options.mapping ?? {})) {
    const text = unescapeFormula((row.corrections?.[column] ?? row.cells[Number(column)] ?? '').trim())
    texts[name] = isBlank(text) ? '' : text
  }
  if (fills) for (const [name, text] of Object.entries(options.defaults ?? {})) texts[name] ||= text
  const checked: CheckedRow = {
    place: row.place,
    texts,
    label: '',
    input: {},
    more: {},
    problems: {},
    notes: {},
    keys: [],
    recordId: null,
    changes: [],
  }
  for (const [name, text] of Object.entries(texts)) {
    const field = context.targets.get(name)?.field
    if (text === '') {
      if (options.emptyClears && field && !field.required && !field.assigned) checked.input[name] = null
      continue
    }
    const read = field ? readValue(field, text, context) : { value: text }
    if ('problem' in read) checked.problems[name] = read.problem
    else if (field) checked.input[name] = read.value
  }
  kind.read?.(checked, context)
  return checked
}

/** What a row becomes, with the errors that saving would have. */
async function judge(
  writing: WriteContext,
  row: CheckedRow,
  { before, context }: { before: WireRecord | null; context: CheckContext },
): Promise<ImportVerdict> {
  const { input, problems, notes } = row
  // A new record has nothing to clear, and its fields their own defaults.
  if (!before) for (const name of Object.keys(input)) if (input[name] === null) delete input[name]
  const mode = before ? 'modify' : 'create'
  const { values, errors, warnings } = await checkRecord(writing, context.plan, { input, before, mode })
  for (const [name, messages] of Object.entries(errors)) problems[name] ??= messages.join(' ')
  for (const [name, messages] of Object.entries(warnings)) notes[name] ??= messages.join(' ')
  if (Object.keys(problems).length > 0) return 'refused'
  if (!before) return 'created'
  row.changes.unshift(...changesOf(values, before, row, context))
  return row.changes.length > 0 ? 'changed' : 'unchanged'
}

function changesOf(
  values: Readonly<Record<string, unknown>>,
  before: WireRecord,
  { texts }: CheckedRow,
  { plan, terminology, settings, labelOf }: CheckContext,
): RowChange[] {
  const { fields } = plan.definition
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name]
    if (!field || (isEmpty(value) && isEmpty(before[name]))) return []
    const wire = field.column === 'cents' && typeof value === 'number' ? toEuros(value as Cents) : value
    const text = (shown: unknown) =>
      display(field, shown, terminology, settings.timeZone).slice(0, 300) || null
    const from = field.reference
      ? (before[`${referenceBase(name)}Label`] as string | null)
      : text(before[name])
    const to = field.reference ? (value === null ? null : (texts[name] ?? String(value))) : text(wire)
    return [{ name, label: labelOf(field), from, to }]
  })
}

const longestReason = 500

function resultOf(
  { id, isExcluded }: StoredRow,
  { label, input, more, problems, notes, keys, recordId, changes }: CheckedRow,
  { verdict, context }: { verdict: ImportVerdict; context: CheckContext },
) {
  const labelled = (texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]) => {
      const of = context.targets.get(name)?.label ?? context.plan.definition.fields[name]
      return of ? `${typeof of === 'string' ? of : context.labelOf(of)}: ${text}` : text
    })
  const reason = [...labelled(problems), ...labelled(notes)].join(' ').slice(0, longestReason)
  return {
    id,
    label: label || '—',
    verdict: isExcluded ? 'excluded' : verdict,
    reason: reason || null,
    problems,
    notes,
    changes: verdict === 'changed' || changes.length > 0 ? { list: changes } : null,
    recordId,
    keys,
    input: { input, more },
  }
}

type Result = ReturnType<typeof resultOf>

async function storeRows(
  db: Tx,
  results: readonly (Result & { sealed: ReturnType<typeof sealMapped> | null })[],
): Promise<void> {
  await execute(
    db,
    sql`UPDATE import_rows r SET label = x.label, verdict = x.verdict, reason = x.reason, problems = nullif(x.problems, '{}'), notes = nullif(x.notes, '{}'),
          changes = x.changes, record_id = x."recordId", keys = ARRAY(SELECT jsonb_array_elements_text(x.keys)), input = x.input,
          cells = CASE WHEN x.sealed IS NULL THEN r.cells ELSE ARRAY(SELECT jsonb_array_elements_text(x.sealed -> 'cells')) END,
          corrections = CASE WHEN x.sealed IS NULL THEN r.corrections ELSE nullif(x.sealed -> 'corrections', 'null') END, ${raiseVersion('r')}
        FROM jsonb_to_recordset(${JSON.stringify(results)}) AS x (id uuid, label text, verdict text, reason text, problems jsonb, notes jsonb, changes jsonb,
          "recordId" text, keys jsonb, input jsonb, sealed jsonb)
        WHERE r.id = x.id`,
  )
}

/** Refuses rows that are the same record as an earlier one of the file; with `keys`, only rows that have one of these. */
export async function refuseRepeated(db: Tx, importId: string, keys?: readonly string[]): Promise<void> {
  const among = keys ? sql`AND r.keys && ${keys}::text[]` : sql``
  await execute(
    db,
    sql`UPDATE import_rows r SET verdict = 'refused', ${raiseVersion('r')},
          reason = left('É a mesma ficha que a linha ' || d.first || ' do ficheiro: junte-as numa só, ou deixe uma por importar. ' || coalesce(r.reason, ''), ${longestReason}::integer),
          problems = coalesce(r.problems, '{}') || jsonb_build_object('row', 'É a mesma ficha que a linha ' || d.first || ' do ficheiro.')
        FROM (SELECT id, min(first) AS first FROM (
          SELECT r.id, r.place, min(r.place) OVER (PARTITION BY key) AS first FROM import_rows r, unnest(r.keys) AS key
          WHERE r.import_id = ${importId} AND NOT r.is_excluded ${among}) same WHERE place > first GROUP BY id) d
        WHERE r.id = d.id AND r.verdict <> 'excluded'`,
  )
}
