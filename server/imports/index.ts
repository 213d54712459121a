import { importRows, imports } from '@agremia/resources/definitions/imports.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { many, raiseVersion, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { discardFiles } from '../files/index.ts'
import { importLimits } from '../limits.ts'
import { retryIn } from '../rest/background-work.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { correctRow, correctionProblems } from './correct-row.ts'
import { optionHooks, startImport, undoImport } from './options.ts'
import { importDetails } from './details.ts'
import { exampleRoute } from './example.ts'
import { refusedRoute } from './refused-rows.ts'
import { uploadRoute } from './upload.ts'
import { workOnImport } from './work.ts'

/** Imports of files: reading, checking, correcting, importing and undoing. */
export const importsArea: Area = {
  routes(app, world) {
    exampleRoute(app, world)
    refusedRoute(app, world)
    return uploadRoute(app, world)
  },
  work: (world) => [world.jobs.work('imports', (job) => workOnImport(world, job))],
  async daily(db, today) {
    const old = await many(
      db,
      sql`SELECT id, file_id AS "fileId", version FROM imports WHERE file_id IS NOT NULL
            AND created_at < ${addDays(today, -importLimits.keptDays)}::date AND state NOT IN ('queued', 'running') FOR UPDATE`,
      { ...idAndVersion, fileId: 'uuid' },
    )
    if (old.length === 0) return []
    const updated = await many(
      db,
      sql`UPDATE imports SET file_id = NULL, ${raiseVersion()} WHERE id = ANY(${old.map(({ id }) => id)}::uuid[]) RETURNING id, version`,
      idAndVersion,
    )
    await discardFiles(
      db,
      old.map(({ fileId }) => fileId),
    )
    return changesOf('imports', 'updated', updated)
  },
  resources: [
    resourceModule({
      definition: imports,
      replaces: ['create'],
      hooks: optionHooks,
      actions: { start: startImport, undo: undoImport, retry: retryIn('imports', 'imports') },
      extraProperties: importDetails,
    }),
    resourceModule({
      definition: importRows,
      hooks: {
        // Work on the import and other corrections wait.
        async beforeLock({ db }, id) {
          const [row] = await many(
            db,
            sql`SELECT state FROM imports WHERE id = (SELECT import_id FROM import_rows WHERE id = ${id}) FOR UPDATE`,
            { state: 'text' },
          )
          if (row && row.state !== 'ready')
            throw conflict('As linhas só se corrigem antes de importar, com o ficheiro já verificado.')
        },
        validate: correctionProblems,
        afterSave: correctRow,
      },
    }),
  ],
}
