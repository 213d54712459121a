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
