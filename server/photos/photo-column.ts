import { raw, sql } from '../database/sql.ts'
import { signedUrl } from '../files/index.ts'
import type { ComputedColumn } from '../rest/plan.ts'

/** Computed columns with signed links to a record's files, which expire after one to two hours. */
export function fileColumns(secret: Buffer, clock: () => Date) {
  const link = (column: string, variant: string): ComputedColumn => ({
    sql: (alias) => sql`${raw(alias)}.${raw(column)}`,
    toJson: (id) => `"${signedUrl(secret, { id, variant }, clock())}"`,
  })
  return { photoUrl: link('photo_id', 'small'), documentUrl: link('document_id', 'original') }
}
