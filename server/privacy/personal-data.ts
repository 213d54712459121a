import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Tx } from '../database/transaction.ts'
import { many, sql } from '../database/sql.ts'
import type { PersonalValues } from './personal-values.ts'
import { nameForms } from './personal-values.ts'
import type { Subject } from './places.ts'
import { recordsOf } from './places.ts'

type Kind = 'name' | 'code' | 'phone'

/** Fields of audit events that had such values before. */
const auditedFields: Readonly<Record<string, Kind>> = {
  name: 'name',
  nif: 'code',
  niss: 'code',
  idDocumentNumber: 'code',
  iban: 'code',
  email: 'code',
  value: 'code',
  mobile: 'phone',
  phone: 'phone',
}

export interface FoundValues {
  /** All that identify the person, for rows about the person. */
  all: PersonalValues
  /** Those that nobody else has too, such as the telephone of a couple, for rows about others. */
  unique: PersonalValues
}

/** Finds the values that identify the person, current and former ones. */
export async function findValues(db: Tx, subject: Subject): Promise<FoundValues> {
  const { personId, memberIds } = subject
  const members = sql`${memberIds}::uuid[]`
  const rows = await many(
    db,
    sql`WITH audited AS (
        SELECT c ->> 'field' AS field, v AS value FROM audit_events e, jsonb_array_elements(e.changes) AS c,
          LATERAL (VALUES (c ->> 'from'), (c ->> 'to')) AS either (v)
        WHERE e.record_id IN (${recordsOf(subject)}) AND e.resource IN ('people', 'members', 'contacts', 'users', 'memberApplications')),
      own AS (
        SELECT v.kind, v.value FROM people p, LATERAL (VALUES ('name', p.name), ('name', p.short_name), ('code', p.nif), ('code', p.niss),
          ('code', p.id_document_number), ('code', p.email), ('phone', p.mobile), ('phone', p.phone)) AS v (kind, value) WHERE p.id = ${personId}
        UNION ALL SELECT CASE WHEN value LIKE '%@%' THEN 'code' ELSE 'phone' END, value FROM contacts WHERE person_id = ${personId}
        UNION ALL SELECT v.kind, v.value FROM merges g, jsonb_array_elements(g.row_changes) c, LATERAL (SELECT c -> 'from' AS row) r,
          LATERAL (VALUES ('name', row ->> 'name'), ('name', row ->> 'short_name'), ('code', row ->> 'nif'), ('code', row ->> 'niss'), ('code', row ->> 'id_document_number'),
            ('code', row ->> 'email'), ('phone', row ->> 'mobile'), ('phone', row ->> 'phone'), ('code', row ->> 'iban')) AS v (kind, value)
          WHERE g.person_id = ${personId} AND c ->> 'table' IN ('people', 'members') AND jsonb_typeof(row) = 'object'
        UNION ALL SELECT v.kind, v.value FROM users u, LATERAL (VALUES ('name', u.name), ('code', u.email)) AS v (kind, value) WHERE u.person_id = ${personId}
        UNION ALL SELECT v.kind, v.value FROM member_applications a, LATERAL (VALUES ('name', a.name), ('code', a.nif), ('code', a.email), ('code', a.iban),
          ('code', a.id_document_number), ('phone', a.mobile), ('phone', a.phone)) AS v (kind, value) WHERE a.person_id = ${personId} OR a.member_id = ANY(${members})
        UNION ALL SELECT 'code', iban FROM members WHERE id = ANY(${members})
        UNION ALL SELECT v.kind, v.value FROM mandates d, LATERAL (VALUES ('name', d.debtor_name), ('code', d.holder_nif), ('code', d.iban)) AS v (kind, value) WHERE d.member_id = ANY(${members})
        UNION ALL SELECT 'code', v FROM debit_collections d, LATERAL (VALUES (d.iban), (d.original_iban)) AS i (v) WHERE d.member_id = ANY(${members})
        UNION ALL SELECT 'phone', phone FROM payment_intents WHERE member_id = ANY(${members})
        UNION ALL SELECT CASE WHEN recipient LIKE '%@%' THEN 'code' ELSE 'phone' END, recipient FROM messages WHERE person_id = ${personId} AND channel <> 'letter'
        UNION ALL SELECT f.kind, value FROM audited JOIN jsonb_each_text(${JSON.stringify(auditedFields)}) AS f (field, kind) USING (field))
      SELECT DISTINCT kind, trim(value) AS value FROM own WHERE trim(value) <> ''`,
    { kind: 'text', value: 'text' },
  )
  const of = (kind: Kind) => rows.flatMap((row) => (row.kind === kind ? [row.value] : []))
  const all = {
    names: [...new Set(of('name').flatMap(nameForms))],
    codes: of('code'),
    phones: of('phone'),
  }
  return { all, unique: await withoutShared(db, personId, all) }
}

/** The values that no other person, account, supplier or collector has. */
async function withoutShared(
  db: Tx,
  personId: string,
  { names, codes, phones }: PersonalValues,
): Promise<PersonalValues> {
  const texts = [...codes, ...phones].map((value) => value.toLowerCase())
  const sealed = codes.flatMap((code) => [...db.sealedForms(code), code])
  const forms = names.map((name) => ({ name, folded: foldText(name) }))
  const rows = await many(
    db,
    sql`WITH others AS (
        SELECT fold_text(lower(name)) AS name FROM people WHERE id <> ${personId} AND anonymised_at IS NULL
        UNION ALL SELECT fold_text(lower(name)) FROM users WHERE person_id IS DISTINCT FROM ${personId}::uuid
        UNION ALL SELECT fold_text(lower(name)) FROM external_entities UNION ALL SELECT fold_text(lower(name)) FROM collectors)
      SELECT f.name AS value FROM jsonb_to_recordset(${JSON.stringify(forms)}) AS f (name text, folded text)
        WHERE EXISTS (SELECT FROM others o WHERE o.name = f.folded
          OR o.name LIKE split_part(f.folded, ' ', 1) || ' %' || reverse(split_part(reverse(f.folded), ' ', 1)))
      UNION ALL SELECT lower(v) FROM people p, LATERAL (VALUES (p.nif), (p.niss), (p.email), (p.mobile), (p.phone)) AS i (v)
        WHERE p.id <> ${personId} AND lower(v) = ANY(${texts}::text[])
      UNION ALL SELECT lower(value) FROM contacts WHERE person_id <> ${personId} AND lower(value) = ANY(${texts}::text[])
      UNION ALL SELECT id_document_number FROM people WHERE id <> ${personId} AND id_document_number = ANY(${sealed})
      UNION ALL SELECT iban FROM members WHERE person_id <> ${personId} AND iban = ANY(${sealed})
      UNION ALL SELECT iban FROM external_entities WHERE iban = ANY(${sealed})
      UNION ALL SELECT email FROM users WHERE person_id IS DISTINCT FROM ${personId}::uuid AND email = ANY(${texts}::text[])
      UNION ALL SELECT lower(v) FROM external_entities e, LATERAL (VALUES (e.nif), (e.email), (e.phone)) AS i (v) WHERE lower(v) = ANY(${texts}::text[])
      UNION ALL SELECT lower(v) FROM collectors c, LATERAL (VALUES (c.phone), (c.email)) AS i (v) WHERE lower(v) = ANY(${texts}::text[])
      UNION ALL SELECT lower(v) FROM settings s, LATERAL (VALUES (s.value)) AS i (v) WHERE lower(v) = ANY(${texts}::text[])`,
    { value: 'text' },
  )
  const shared = new Set(rows.map(({ value }) => value))
  const isUnique = (value: string) => !shared.has(value) && !shared.has(value.toLowerCase())
  return { names: names.filter(isUnique), codes: codes.filter(isUnique), phones: phones.filter(isUnique) }
}
