import type { Querying } from '../database/querying.ts'
import { many, sql } from '../database/sql.ts'

/**
 * What becomes of the rows that refer to the merged record: they move to the one that stays; they are deleted, since the record that stays has
 * its own; or the database computes them.
 */
type Rule = 'moves' | 'ends' | 'computed'

/** Every reference to people and members. A test compares it with the catalogue, so that a new reference is decided. */
export const references: Readonly<Record<string, Rule>> = {
  'members.person_id': 'moves',
  'member_states.person_id': 'moves',
  'contacts.person_id': 'moves',
  'users.person_id': 'moves',
  'messages.person_id': 'moves',
  'message_batch_people.person_id': 'moves',
  'consents.person_id': 'moves',
  'member_applications.person_id': 'moves',
  'fiscal_identities.person_id': 'moves',
  'merges.person_id': 'moves',
  'duplicates.person_id': 'ends',
  'duplicates.other_person_id': 'ends',
  // What they say of other days was given to the membership that stays (`histories.ts`).
  'member_states.member_id': 'ends',
  'member_exemptions.person_id': 'moves',
  'member_exemptions.member_id': 'ends',
  'member_quota_terms.person_id': 'moves',
  'member_quota_terms.member_id': 'ends',
  'awaited_readmissions.member_id': 'ends',
  'member_balances.member_id': 'computed',
  'message_batch_people.member_id': 'moves',
  'member_applications.member_id': 'moves',
  'member_applications.proposer1_id': 'moves',
  'member_applications.proposer2_id': 'moves',
  'payment_agreements.member_id': 'moves',
  'agreement_instalments.member_id': 'moves',
  'unsettled_payments.member_id': 'moves',
  'charge_differences.member_id': 'moves',
  'payments.member_id': 'moves',
  'payment_items.member_id': 'moves',
  'credit_uses.member_id': 'moves',
  'payment_advices.member_id': 'moves',
  'membership_cards.member_id': 'moves',
  'cost_centers.responsible_member_id': 'moves',
  'transactions.member_id': 'moves',
  'treasury_docs.member_id': 'moves',
  'record_files.member_id': 'moves',
  'donations_in_kind.member_id': 'moves',
  'payment_intents.member_id': 'moves',
  'incoming_payments.member_id': 'moves',
  'bank_lines.member_id': 'moves',
  'payment_returns.member_id': 'moves',
  'credit_refunds.member_id': 'moves',
  'round_visits.member_id': 'moves',
  'mandates.member_id': 'moves',
  'debit_collections.member_id': 'moves',
  'data_requests.member_id': 'moves',
  'merges.member_id': 'moves',
}

/** A foreign key of the database to people or members. */
export interface Reference {
  table: string
  column: string
  parent: 'people' | 'members'
  rule: Rule
  hasVersion: boolean
}

/** The references of the catalogue; those that `references` does not know move. */
export async function readReferences(db: Querying): Promise<Reference[]> {
  const rows = await many(
    db,
    sql`SELECT c.conrelid::regclass::text AS "table", a.attname::text AS "column", c.confrelid::regclass::text AS parent,
          EXISTS (SELECT FROM pg_attribute v WHERE v.attrelid = c.conrelid AND v.attname = 'version') AS "hasVersion"
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.confrelid IN ('people'::regclass, 'members'::regclass) ORDER BY 1, 2`,
    { table: 'text', column: 'text', parent: 'text', hasVersion: 'boolean' },
  )
  return rows.map((row) => ({
    ...row,
    parent: row.parent as Reference['parent'],
    rule: references[`${row.table}.${row.column}`] ?? 'moves',
  }))
}
