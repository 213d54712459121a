import { isEmpty } from '@agremia/resources/coerce.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { ImportVerdict } from '@agremia/resources/definitions/imports.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { formatDate, isDate } from '@agremia/resources/rules/dates.ts'
import { unescapeFormula } from '@agremia/resources/rules/plain-text.ts'
import { inLanes } from '../database/side-by-side.ts'
import type { Tx } from '../database/transaction.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, jsonOf, nullable, raiseVersion, sql } from '../database/sql.ts'
import { display } from '../rest/audit.ts'
import type { WireRecord } from '../rest/find-record.ts'
import { findRecords } from '../rest/find-record.ts'
import { sealNamed } from '../rest/sealed-values.ts'
import { checkRecord } from '../rest/write.ts'
import { isBlank, readDate, readValue } from './columns/read-values.ts'
import type { Target } from './columns/targets.ts'
import { exchangeDayAndMonth, readsTwoWays } from './date-order.ts'
import { readingOf, withDoubts } from './doubts.ts'
import type { ImportRecord } from './import-record.ts'
import { isErrorText } from './read/table.ts'
import { sealMapped } from './seal-cells.ts'
import type { CheckContext, CheckedRow, Decisions, KindOfImport, RowChange } from './kinds/kind.ts'
import type { Context } from '../rest/modules.ts'

export type StoredRow = RowOf<typeof storedRowShape>
export const storedRowShape = {
  id: 'uuid',
  place: 'integer',
  cells: 'text[]',
  corrections: nullable(jsonOf<Record<string, string>>()),
  isExcluded: 'boolean',
  isHidden: 'boolean',
  decisions: nullable(jsonOf<Decisions>()),
} as const
export const storedRowColumns = sql`id, place, cells, corrections, is_excluded AS "isExcluded", is_hidden AS "isHidden", decisions`

type Options = Pick<ImportRecord, 'mapping' | 'defaults' | 'emptyClears' | 'decisions'>

/** Checks rows by the rules of importing, without writing records, and stores the results. */
export async function checkRows(
  writing: Context,
  kind: KindOfImport,
  rows: readonly StoredRow[],
  { options, context: shared }: { options: Options; context: CheckContext },
): Promise<void> {
  const { db } = writing
  const context = { ...shared, db }
  let checked = rows.map((row) => readRow(row, kind, { options, context, fills: false }))
  await kind.match(checked, context)
  // Defaults are for new records only, which matching tells. Equal rows are matched together.
  if (Object.keys(options.defaults ?? {}).length > 0) {
    checked = rows.map((row, index) =>
      readRow(row, kind, { options, context, fills: checked[index]!.recordId === null }),
    )
    await kind.match(checked, context)
  }
  const before = await findRecords(
    db,
    context.plan,
    checked.flatMap(({ recordId }) => recordId ?? []),
  )
  for (const row of checked) {
    const record = before.get(row.recordId ?? '')
    // A day that is that of the record was written by this program, day first.
    row.doubts = row.doubts.filter(
      ({ kind: doubt, name, decision }) =>
        doubt !== 'date' || decision !== null || !record || row.input[name] !== record[name],
    )
  }
  await kind.complete?.(checked, before, context)
  const verdicts = await (kind.judge?.(checked, context) ??
    inLanes(db, checked, rowsOfLane, (row, laneDb) =>
      judge({ ...writing, db: laneDb }, row, { before: before.get(row.recordId ?? '') ?? null, context }),
    ))
  for (const [index, row] of checked.entries()) verdicts[index] = withDoubts(row, verdicts[index]!)
  await storeRows(
    db,
    rows.map((row, index) => ({
      ...(sealNamed(resultOf(row, checked[index]!, { verdict: verdicts[index]!, context }), db) as Result),
      sealed: sealMapped(row, options.mapping, db) ?? null,
    })),
  )
}

/** Rows whose statements are sent as one: those of other lanes are composed while PostgreSQL answers. */
const rowsOfLane = 50

/** The word that clears a field of a record. */
const clearing = /^apagar$/i

/** Whether a cell counts as empty. A zero is a value only in numbers and in fields with options. */
function isNothing(text: string, { field }: Partial<Target> = {}): boolean {
  const isText = field && ['text', 'date'].includes(field.column) && !field.options
  return isBlank(text) || (text === '0' && isText === true)
}

const hiddenRow = {
  kind: 'hidden',
  name: 'row',
  text: 'A linha está oculta no ficheiro, por um filtro ou à mão.',
  suggested: 'Entra, como as outras',
  other: 'Não entra',
} as const

interface Reading {
  options: Options
  context: CheckContext
  /** Whether empty cells get the defaults. */
  fills: boolean
}

function readRow(row: StoredRow, kind: KindOfImport, { options, context, fills }: Reading): CheckedRow {
  const texts: Record<string, string> = {}
  const originals: Record<string, string> = {}
  const defaulted = new Set<string>()
  /** Targets whose text a person typed for this import. */
  const typed = new Set<string>()
  const cleared = new Set<string>()
  let { isExcluded: isLeftOut } = row
  for (const [column, name] of Object.entries(options.mapping ?? {})) {
    const correction = row.corrections?.[column]
    if (correction !== undefined) typed.add(name)
    // Dolibarr writes line breaks as two characters.
    const text = unescapeFormula(
      (correction ?? row.cells[Number(column)] ?? '').replaceAll('\\n', '\n').trim(),
    )
    originals[name] = text
    const replacement = context.replacementOf(name, text)
    isLeftOut ||= replacement?.to === null
    const clears = clearing.test(text)
    if (clears) cleared.add(name)
    texts[name] = clears || isNothing(text, context.targets.get(name)) ? '' : (replacement?.to ?? text)
  }
  if (fills)
    for (const [name, text] of Object.entries(options.defaults ?? {})) {
      if (texts[name]) continue
      texts[name] = text
      typed.add(name)
      defaulted.add(name)
    }
  const checked: CheckedRow = {
    place: row.place,
    texts,
    originals,
    defaulted,
    label: '',
    input: {},
    more: {},
    problems: {},
    notes: {},
    keys: [],
    decisions: { ...options.decisions, ...row.decisions },
    doubts: [],
    isLeftOut,
    recordId: null,
    isKept: false,
    changes: [],
  }
  if (row.isHidden && readingOf(checked, hiddenRow) === 'other') checked.isLeftOut = true
  for (const [name, text] of Object.entries(texts)) {
    const field = context.targets.get(name)?.field
    if (isErrorText(text)) {
      checked.problems[name] = `A célula tem um erro da folha de cálculo (${text}): corrija-a.`
      texts[name] = ''
      continue
    }
    if (text === '') {
      const mayClear = field && !field.required && !field.assigned
      if (mayClear && (options.emptyClears || cleared.has(name))) checked.input[name] = null
      else if (field && cleared.has(name)) checked.problems[name] = 'É obrigatório: não se apaga.'
      continue
    }
    const isDay = field?.column === 'date'
    const day = isDay && !typed.has(name) ? dayAsDecided(name, text, { row: checked, context }) : text
    const read = field ? readValue(field, day, context) : { value: text }
    if (isDay && 'value' in read && isDate(String(read.value)) && /^\d{1,2}\D.*\D\d\d$/.test(text))
      checked.notes[name] = `Lê-se ${formatDate(String(read.value))}.`
    if ('problem' in read) checked.problems[name] = read.problem
    else if (field) checked.input[name] = read.value
  }
  kind.read?.(checked, context)
  return checked
}

/** The text of a date with the day first. When the file does not show the order of its dates, a person decides. */
function dayAsDecided(
  name: string,
  text: string,
  { row, context: { dateOrder, today, startsIn1904 } }: { row: CheckedRow; context: CheckContext },
): string {
  if (dateOrder === 'dayFirst') return text
  const exchanged = exchangeDayAndMonth(text)
  if (!readsTwoWays(text)) return dateOrder === null ? text : exchanged
  const shown = [text, exchanged].map((one) => formatDate(readDate(one, today, startsIn1904) ?? one))
  const [suggested = '', other = ''] = dateOrder === null ? shown : shown.toReversed()
  const doubt = {
    kind: 'date',
    name,
    text: `«${text}» pode ser ${suggested} ou ${other}.`,
    suggested,
    other,
  } as const
  const isDayFirst = (readingOf(row, doubt) === 'suggested') === (dateOrder === null)
  return isDayFirst ? text : exchanged
}

/** What a row becomes, with the errors that saving would have. */
async function judge(
  writing: Context,
  row: CheckedRow,
  { before, context }: { before: WireRecord | null; context: CheckContext },
): Promise<ImportVerdict> {
  const { input, problems, notes } = row
  if (row.isKept && Object.keys(problems).length === 0) return 'unchanged'
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
  { id }: StoredRow,
  { label, input, more, problems, notes, keys, doubts, recordId, changes }: CheckedRow,
  { verdict, context }: { verdict: ImportVerdict; context: CheckContext },
) {
  const labelled = (texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]) => {
      const of = context.targets.get(name)?.label ?? context.plan.definition.fields[name]
      return of ? `${typeof of === 'string' ? of : context.labelOf(of)}: ${text}` : text
    })
  const open = doubts.filter(({ decision }) => decision === null)
  const reason = [...labelled(problems), ...open.map(({ text }) => text), ...labelled(notes)]
    .join(' ')
    .slice(0, longestReason)
  return {
    id,
    label: label || '—',
    verdict,
    reason: reason || null,
    problems,
    notes,
    doubts: doubts.length > 0 ? { list: doubts } : null,
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
    sql`UPDATE import_rows r SET label = x.label, verdict = x.verdict, reason = x.reason, problems = nullif(x.problems, '{}'), notes = nullif(x.notes, '{}'), doubts = nullif(x.doubts, 'null'),
          changes = x.changes, record_id = x."recordId", keys = ARRAY(SELECT jsonb_array_elements_text(x.keys)), input = x.input,
          cells = CASE WHEN x.sealed IS NULL THEN r.cells ELSE ARRAY(SELECT jsonb_array_elements_text(x.sealed -> 'cells')) END,
          corrections = CASE WHEN x.sealed IS NULL THEN r.corrections ELSE nullif(x.sealed -> 'corrections', 'null') END, ${raiseVersion('r')}
        FROM jsonb_to_recordset(${JSON.stringify(results)}) AS x (id uuid, label text, verdict text, reason text, problems jsonb, notes jsonb, doubts jsonb, changes jsonb,
          "recordId" text, keys jsonb, input jsonb, sealed jsonb)
        WHERE r.id = x.id`,
  )
}

interface Comparison {
  importId: string
  kind: Pick<KindOfImport, 'mayRepeat'>
  mapping: ImportRecord['mapping']
  /** Only rows that have one of these keys. */
  keys?: readonly string[]
}

/** Compares the rows of a file with each other: a row of the same record as an earlier one is refused, a possible one is doubtful. */
export async function compareRows(db: Tx, comparison: Comparison): Promise<void> {
  await refuseRepeated(db, comparison)
  await doubtRepeated(db, comparison)
  await tellSwaps(db, comparison)
}

/** Refuses rows that are the same record as an earlier one. Of a kind that may repeat, a row that brings nothing more is unchanged. */
async function refuseRepeated(db: Tx, { importId, kind, mapping, keys }: Comparison): Promise<void> {
  const among = keys ? sql`AND r.keys && ${keys}::text[]` : sql``
  const columns = Object.keys(mapping ?? {}).map((column) => Number(column) + 1)
  const of = (row: Sql) => sql`ARRAY(SELECT ${row}.cells[c] FROM unnest(${columns}::integer[]) c)`
  const bringsNothing = kind.mayRepeat
    ? sql`(f.cells <> r.cells AND r.corrections IS NULL AND ${of(sql`f`)} = ${of(sql`r`)})`
    : sql`false`
  await execute(
    db,
    sql`UPDATE import_rows r SET ${raiseVersion('r')},
          verdict = CASE WHEN ${bringsNothing} THEN 'unchanged' ELSE 'refused' END,
          doubts = CASE WHEN ${bringsNothing} THEN NULL ELSE r.doubts END,
          changes = CASE WHEN ${bringsNothing} THEN NULL ELSE r.changes END,
          reason = CASE WHEN ${bringsNothing} THEN 'Traz o mesmo que a linha ' || d.first || ' do ficheiro.'
            ELSE left('É a mesma ficha que a linha ' || d.first || ' do ficheiro: junte-as numa só, ou deixe uma por importar. ' || coalesce(r.reason, ''), ${longestReason}::integer) END,
          problems = CASE WHEN ${bringsNothing} THEN NULL
            ELSE coalesce(r.problems, '{}') || jsonb_build_object('row', 'É a mesma ficha que a linha ' || d.first || ' do ficheiro.') END
        FROM (SELECT id, min(first) AS first FROM (
          SELECT r.id, r.place, min(r.place) OVER (PARTITION BY key) AS first FROM import_rows r, unnest(r.keys) AS key
          WHERE r.import_id = ${importId} AND NOT r.is_excluded AND key !~ '^(like|equal|swap|from):' ${among}) same WHERE place > first GROUP BY id) d
        JOIN import_rows f ON f.import_id = ${importId} AND f.place = d.first
        WHERE r.id = d.id AND r.verdict <> 'excluded'`,
  )
}

/** Makes new records doubtful that may be that of an earlier row: people with two different NIFs are two. */
async function doubtRepeated(db: Tx, { importId, keys }: Comparison): Promise<void> {
  const among = keys ? sql`AND r.keys && ${keys}::text[]` : sql``
  const text = sql`'Pode ser a mesma pessoa que a linha ' || d.first || ' do ficheiro: ' || d.name || '.'`
  await execute(
    db,
    sql`WITH known AS (
          SELECT r.id, r.place, r.label, key, EXISTS (SELECT FROM unnest(r.keys) k WHERE k LIKE 'nif:%') AS has_nif FROM import_rows r, unnest(r.keys) AS key
          WHERE r.import_id = ${importId} AND NOT r.is_excluded AND key LIKE 'like:%' AND r.verdict IN ('created', 'doubtful') ${among}),
        compared AS (
          SELECT id, place, label, has_nif, min(place) OVER (PARTITION BY key) AS first,
            min(place) FILTER (WHERE NOT has_nif) OVER (PARTITION BY key) AS without FROM known),
        d AS (SELECT id, label AS name, min(CASE WHEN has_nif THEN without ELSE first END) AS first FROM compared
          WHERE place > CASE WHEN has_nif THEN without ELSE first END GROUP BY id, label),
        decided AS (
          SELECT d.*, coalesce(r.decisions ->> 'repeated', i.decisions ->> 'repeated') AS decision
          FROM d JOIN import_rows r ON r.id = d.id JOIN imports i ON i.id = r.import_id)
        UPDATE import_rows r SET ${raiseVersion('r')},
          verdict = CASE WHEN d.decision IS NULL THEN 'doubtful' WHEN d.decision = 'other' THEN r.verdict ELSE 'excluded' END,
          reason = CASE WHEN d.decision IS NULL THEN left(concat_ws(' ', ${text}, r.reason), ${longestReason}::integer) ELSE r.reason END,
          doubts = jsonb_build_object('list', coalesce(r.doubts -> 'list', '[]') || jsonb_build_object('kind', 'repeated', 'name', 'name',
            'text', ${text}, 'suggested', 'É a mesma pessoa: esta linha não entra', 'other', 'São duas pessoas', 'decision', d.decision))
        FROM decided d WHERE r.id = d.id`,
  )
}

/** Tells of two rows that each has the name of the other's number: `Os números 11 e 12 parecem trocados`. */
async function tellSwaps(db: Tx, { importId, keys }: Comparison): Promise<void> {
  const among = keys ? sql`AND r.keys && ${keys}::text[]` : sql``
  await execute(
    db,
    sql`WITH swaps AS (
          SELECT r.id, key, (SELECT k FROM unnest(r.keys) k WHERE k LIKE 'from:%') AS number FROM import_rows r, unnest(r.keys) AS key
          WHERE r.import_id = ${importId} AND NOT r.is_excluded AND key LIKE 'swap:%' ${among}),
        told AS (SELECT id, 'Os números ' || substr(key, 6) || ' parecem trocados.' AS text FROM swaps
          WHERE key IN (SELECT key FROM swaps GROUP BY key HAVING count(DISTINCT number) = 2))
        UPDATE import_rows r SET ${raiseVersion('r')},
          reason = left(concat_ws(' ', told.text, r.reason), ${longestReason}::integer),
          doubts = jsonb_build_object('list', (SELECT jsonb_agg(CASE WHEN d ->> 'kind' = 'number'
            THEN jsonb_set(d, '{text}', to_jsonb(concat_ws(' ', told.text, d ->> 'text'))) ELSE d END ORDER BY place)
            FROM jsonb_array_elements(r.doubts -> 'list') WITH ORDINALITY AS x (d, place)))
        FROM told WHERE r.id = told.id`,
  )
}
