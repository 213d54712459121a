import type { imports } from '@agremia/resources/definitions/imports.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import type { Sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { importLimits } from '../limits.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall, HookContext, Hooks } from '../rest/modules.ts'
import { requireAccess } from '../rest/scope.ts'
import type { FoundColumn } from './columns/find-columns.ts'
import { signatureOf } from './columns/find-columns.ts'
import { areDecisions, decisionProblem } from './doubts.ts'
import { accessOf, undoBegins } from './import-record.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import { createReplacements, replacementProblem } from './replacements.ts'
import type { FieldMessages } from '../errors.ts'

/** Options that decide how the file is read; a change reads it again. */
const readingOptions = ['sheet', 'headerRow', 'encoding', 'separator']
const checkingOptions = ['mapping', 'defaults', 'emptyClears', 'onlyWhole', 'decisions', 'replacements']

/** A change of options reads or checks the rows again, in the background. */
export const optionHooks: Hooks<typeof imports> = {
  validate: async (context) => ({ errors: await optionProblems(context) }),
  async beforeSave(context) {
    const { before, values, merged, set, caller, address, world } = context
    if (!before || !changesOptions(values)) return
    if (values.replacements) {
      const { lists, targets } = kindsOfImport[merged.kind]
      const known = targets(await world.organisation.terminology(), await world.organisation.today())
      const created = await createReplacements(context, values.replacements, {
        targets: known,
        lists,
      })
      set({ replacements: created })
    }
    const isReading = readingOptions.some((name) => name in values)
    // Titles and columns of another sheet are others.
    if (isReading && !('headerRow' in values)) set({ headerRow: null })
    set(
      { state: 'queued', step: isReading ? 'read' : 'check', problem: null, done: 0 },
      { asked_by: caller.id, address },
    )
  },
  async afterSave({ db, world, id, before, values }) {
    if (!before || !changesOptions(values)) return
    // Corrections were of the columns and rows as they were.
    await world.jobs.add(db, 'imports', [{ data: { id } }])
  },
}

function changesOptions(values: Record<string, unknown>): boolean {
  return [...readingOptions, ...checkingOptions].some((name) => name in values)
}

async function optionProblems({
  before,
  values,
  merged,
  world,
}: HookContext<typeof imports>): Promise<FieldMessages> {
  if (!before || !changesOptions(values)) return {}
  const state = before.state
  const hasFailedEarly = state === 'failed' && ['read', 'check'].includes(before.step)
  if (state !== 'ready' && !hasFailedEarly)
    throw conflict('As opções só mudam antes de importar, com o ficheiro já lido.')
  const kind = kindsOfImport[merged.kind!]
  const targets = kind.targets(await world.organisation.terminology(), await world.organisation.today())
  const names = new Map(targets.map(({ name, label }) => [name, label]))
  const errors: FieldMessages = {}
  const columns = (before.columns as { list: FoundColumn[] } | null)?.list ?? []
  const mapping = Object.entries((values.mapping ?? {}) as Record<string, unknown>)
  const chosen = mapping.map(([, name]) => String(name))
  const twice = chosen.find((name, index) => chosen.indexOf(name) !== index)
  if (mapping.some(([column]) => !/^\d{1,3}$/.test(column) || Number(column) >= columns.length))
    errors['mapping'] = ['Há uma coluna que o ficheiro não tem.']
  else if (chosen.some((name) => !names.has(name))) errors['mapping'] = ['Há uma informação que não existe.']
  else if (twice !== undefined)
    errors['mapping'] = [`«${names.get(twice)}» está em duas colunas: deixe-a numa só.`]
  if (!areDecisions(values.decisions)) errors['decisions'] = [decisionProblem]
  const problem = replacementProblem(values.replacements, targets)
  if (problem !== undefined) errors['replacements'] = [problem]
  const defaults = Object.entries((values.defaults ?? {}) as Record<string, unknown>)
  if (
    defaults.some(
      ([name, text]) => !names.has(name) || typeof text !== 'string' || text.length > importLimits.cellLength,
    )
  )
    errors['defaults'] = ['Há uma informação que não existe, ou um valor que não é texto.']
  return errors
}

/** Imports the rows that are new or changed. Throws 409 when there are none, or when all have to be good and some are not. */
export async function startImport(call: ActionCall<typeof imports, 'start'>): Promise<undefined> {
  const { db, record, world } = call
  const { kind, columns, mapping, replacements } = record
  if (record.created + record.changed === 0)
    throw conflict('Não há nenhuma linha nova ou alterada para importar.')
  const left = record.refused + record.doubtful
  if (record.onlyWhole && left > 0)
    throw conflict(
      `Há ${counted(left, 'linha recusada ou por decidir', 'linhas recusadas ou por decidir')}, e a importação é só se todas servirem: corrija-as, marque-as para não importar, ou mude essa opção.`,
    )
  await begin(call, 'start', sql`step = 'import', done = total - created - changed`)
  const { list = [] } = (columns ?? {}) as { list?: FoundColumn[] }
  await execute(
    db,
    sql`INSERT INTO import_mappings (kind, signature, mapping, replacements, used_at)
        VALUES (${kind}, ${signatureOf(list)}, ${JSON.stringify(mapping ?? {})}, ${replacements == null ? null : JSON.stringify(replacements)}, ${world.clock()})
        ON CONFLICT (kind, signature) DO UPDATE SET mapping = excluded.mapping, replacements = excluded.replacements, used_at = excluded.used_at`,
  )
  return undefined
}

/** Undoes what was imported, as far as nothing has come to depend on it. */
export async function undoImport(call: ActionCall<typeof imports, 'undo'>): Promise<undefined> {
  await begin(call, 'undo', undoBegins)
  return undefined
}

async function begin(call: ActionCall<typeof imports>, action: string, set: Sql): Promise<void> {
  const { db, record, caller, address, changes, world } = call
  const id = record._id
  requireAccess(accessOf(kindsOfImport[record.kind].resource)(caller), caller)
  const rows = await many(
    db,
    sql`UPDATE imports SET state = 'queued', problem = NULL, finished_at = NULL, asked_by = ${caller.id}, address = ${address}, ${set}, ${raiseVersion()}
        WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('imports', 'updated', rows))
  await world.jobs.add(db, 'imports', [{ data: { id } }])
  await recordAudit(call, [{ resource: 'imports', id, action, changes: [] }])
}
