import { signedUrl } from '../files/index.ts'
import type { ComputedColumn } from '../rest/plan.ts'

/** `people.photoUrl`: a link to the small photo, good for an hour or two, made as each row is written. */
export function photoColumn(secret: Buffer, clock: () => Date): ComputedColumn {
  return {
    sql: (alias) => `${alias}.photo_id`,
    toJson: (id) => `"${signedUrl(secret, { id, variant: 'small' }, clock())}"`,
  }
}
