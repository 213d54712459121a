import type { Caller } from '@agremia/resources/access.ts'
import { hasScope } from '@agremia/resources/api-scopes.ts'
import { reportNotes } from '@agremia/resources/definitions/report-notes.ts'
import { exists, many, sql } from '../database/sql.ts'
import type { Hooks, World } from '../rest/modules.ts'

/** Texts that are printed with the reports of a year. */
export interface ReportTexts {
  /** Paragraphs are separated by empty lines; null: none. */
  general: string | null
  /** By name of the report. */
  notes: ReadonlyMap<string, string>
  /** Offices that sign at the end. */
  signatures: string[]
}

/** Reads the texts of a year. A program that may not read `reportNotes` gets the document without them. */
export async function readTexts(
  { organisation, database }: Pick<World, 'organisation' | 'database'>,
  caller: Caller,
  year: number,
): Promise<ReportTexts> {
  const { orgType } = await organisation.settings()
  const rows = hasScope(caller, reportNotes.name, 'read')
    ? await many(database.pool, sql`SELECT report, text FROM report_notes WHERE year = ${year}::integer`, {
        report: 'text?',
        text: 'text',
      })
    : []
  return {
    general: rows.find(({ report }) => report === null)?.text ?? null,
    notes: new Map(rows.map(({ report, text }) => [report ?? '', text])),
    signatures: [orgType === 'cooperative' ? 'O órgão de administração' : 'A direção', 'O conselho fiscal'],
  }
}

export const noteHooks: Hooks<typeof reportNotes> = {
  async validate({ db, id, merged }) {
    const isTaken = await exists(
      db,
      sql`SELECT FROM report_notes WHERE year = ${merged.year ?? null}::integer AND id <> ${id}::uuid
          AND report IS NOT DISTINCT FROM ${merged.report ?? null}::text`,
    )
    return isTaken ? { errors: { report: ['Este ano já tem este texto: altere-o.'] } } : undefined
  },
}
