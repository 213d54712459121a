import { described } from '@agremia/resources/json-shape.ts'
import { inline, many, one, sql, textOf } from '../database/sql.ts'
import type { Engine, ResourceModule } from '../rest/modules.ts'
import { importLimits } from '../limits.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import type { ImportKind } from '@agremia/resources/definitions/imports.ts'

const targetShape = { name: 'text', label: 'text', help: 'text?', required: 'boolean' } as const
const shape = {
  targets: described('O que uma coluna pode ter.', [targetShape]),
  reasons: described('Os motivos mais frequentes das linhas recusadas ou com avisos.', [
    { verdict: 'text', reason: 'text', count: 'integer' },
  ]),
  hasFile: described('Se o ficheiro ainda está guardado.', 'boolean'),
  keptDays: 'integer',
} as const

const maxReasons = 20

/** What the page of an import needs besides its fields. */
export const importDetails: NonNullable<ResourceModule['extraProperties']> = {
  shape,
  async read({ world }: Engine, id: string) {
    const { pool } = world.database
    const { kind, hasFile } = await one(
      pool,
      sql`SELECT kind, file_id IS NOT NULL AS "hasFile" FROM imports WHERE id = ${id}`,
      { kind: textOf<ImportKind>(), hasFile: 'boolean' },
    )
    const [terminology, today] = [await world.organisation.terminology(), await world.organisation.today()]
    const targets = kindsOfImport[kind].targets(terminology, today).map(({ name, label, help, field }) => ({
      name,
      label,
      help: help ?? null,
      required: field?.required === true,
    }))
    const reasons = await many(
      pool,
      sql`SELECT verdict, reason, count(*)::integer AS count FROM import_rows WHERE import_id = ${id} AND reason IS NOT NULL
          GROUP BY verdict, reason ORDER BY verdict = 'refused' DESC, count DESC, reason LIMIT ${inline(maxReasons)}`,
      { verdict: 'text', reason: 'text', count: 'integer' },
    )
    return { targets, reasons, hasFile, keptDays: importLimits.keptDays }
  },
}
