import type { Sql } from './database/sql.ts'
import { sql } from './database/sql.ts'

/** The columns of a person `p` that an envelope shows, for `envelopeLines`. */
export const addresseeColumns = sql`p.name, p.guardian_name AS guardian,
  CASE WHEN p.kind = 'legal' THEN p.representative_name END AS representative, p.address, p.postal_code AS "postalCode", p.city, p.country`

/** The shape of `addresseeColumns`. */
export const addresseeShape = {
  name: 'text',
  guardian: 'text?',
  representative: 'text?',
  address: 'text?',
  postalCode: 'text?',
  city: 'text?',
  country: 'text?',
} as const

/** Order of the people `p` for the post: Portugal first, then by country, postal code and address. */
export const postalOrder = sql`coalesce(p.country, 'PT') <> 'PT', p.country, p.postal_code, p.address`

/** SQL of the whole postal address of a person or an application, to compare it; null without its first lines. */
export const wholeAddress = (of: Sql) =>
  sql`${of}.address || ' ' || concat_ws(' ', ${of}.postal_code, ${of}.city, coalesce(${of}.country, 'PT'))`
