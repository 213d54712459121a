import { fillTerms } from '@agremia/resources/terminology.ts'
import { described } from '@agremia/resources/json-shape.ts'
import { inline, jsonOf, many, nullable, one, sql, textOf } from '../database/sql.ts'
import type { ResourceModule, World } from '../rest/modules.ts'
import { importLimits } from '../limits.ts'
import type { Mapping } from './columns/find-columns.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import { unknownValues } from './replacements.ts'
import type { ImportDoubt, ImportKind } from '@agremia/resources/definitions/imports.ts'
import { importDoubts } from '@agremia/resources/definitions/imports.ts'

const targetShape = { name: 'text', label: 'text', help: 'text?', required: 'boolean' } as const
const shape = {
  targets: described('O que uma coluna pode ter.', [targetShape]),
  reasons: described('Os motivos mais frequentes das linhas recusadas ou com avisos.', [
    { verdict: 'text', reason: 'text', count: 'integer' },
  ]),
  doubts: described('As dúvidas por decidir, por tipo, com um exemplo.', [
    { kind: 'text', label: 'text', count: 'integer', text: 'text', suggested: 'text', other: 'text' },
  ]),
  unknownValues: described('Valores das células que não estão nas listas, e os que lá estão.', [
    {
      name: 'text',
      label: 'text',
      mayCreate: 'boolean',
      choices: 'text[]',
      values: [{ text: 'text', count: 'integer' }],
    },
  ]),
  hasFile: described('Se o ficheiro ainda está guardado.', 'boolean'),
  keptDays: 'integer',
} as const

const maxReasons = 20

/** What the page of an import needs besides its fields. */
export const importDetails: NonNullable<ResourceModule['extraProperties']> = {
  shape,
  async read(world: World, id: string) {
    const { pool } = world.database
    const { kind, hasFile, mapping, refused, doubtful } = await one(
      pool,
      sql`SELECT kind, mapping, refused, doubtful, file_id IS NOT NULL AS "hasFile" FROM imports WHERE id = ${id}`,
      {
        kind: textOf<ImportKind>(),
        hasFile: 'boolean',
        mapping: nullable(jsonOf<Mapping>()),
        refused: 'integer',
        doubtful: 'integer',
      },
    )
    const [terminology, today] = [await world.organisation.terminology(), await world.organisation.today()]
    const known = kindsOfImport[kind].targets(terminology, today)
    const targets = known.map(({ name, label, help, field }) => ({
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
    const doubts =
      doubtful === 0
        ? []
        : await many(
            pool,
            sql`SELECT DISTINCT ON (kind) x.kind, count(*) OVER (PARTITION BY x.kind)::integer AS count, x.text, x.suggested, x.other
                FROM import_rows r, jsonb_to_recordset(r.doubts -> 'list') AS x (kind text, text text, suggested text, other text, decision text)
                WHERE r.import_id = ${id} AND r.verdict = 'doubtful' AND x.decision IS NULL ORDER BY x.kind, r.place`,
            { kind: textOf<ImportDoubt>(), count: 'integer', text: 'text', suggested: 'text', other: 'text' },
          )
    const unknown =
      refused === 0 || !mapping
        ? []
        : await unknownValues(world, id, {
            kind: kindsOfImport[kind],
            targets: known,
            mapping,
            optionLabel: (label) => fillTerms(label, terminology),
          })
    return {
      targets,
      reasons,
      doubts: doubts.map((doubt) => ({ ...doubt, label: importDoubts[doubt.kind] })),
      unknownValues: unknown,
      hasFile,
      keptDays: importLimits.keptDays,
    }
  },
}
