import { people } from '@agremia/resources/definitions/people.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'

/** A person whose data are erased. */
export interface Subject {
  personId: string
  memberIds: readonly string[]
  /** What stands for the name afterwards. */
  pseudonym: string
}

/** The personal data of a table, and how anonymisation changes it. */
interface Place {
  /** The rows `t` about the person. */
  about?: (subject: Subject) => Sql
  /** Those rows are deleted. */
  isDeleted?: true
  /** Columns whose value those rows lose. */
  emptied?: string
  /** Columns in which those rows get another value. */
  cleared?: (subject: Subject) => Readonly<Record<string, Sql>>
  /** Columns whose texts may name anybody: the person's values are replaced in all rows. */
  mentions?: string
  /** Columns whose rows are deleted where they have a value of the person. */
  dropped?: string
  /** Columns without data of a person, or with those of another one, in every row. */
  other?: string
}

const nothing = sql`NULL`
const noText = sql`''`

const ofMember = ({ memberIds }: Subject) => sql`t.member_id = ANY(${memberIds}::uuid[])`
const ofPerson = ({ personId }: Subject) => sql`t.person_id = ${personId}::uuid`
const messagesOf = ({ personId }: Subject) => sql`SELECT id FROM messages WHERE person_id = ${personId}::uuid`
const paymentsOf = ({ memberIds }: Subject) =>
  sql`SELECT id FROM payments WHERE member_id = ANY(${memberIds}::uuid[])
      UNION SELECT payment_id FROM payment_items WHERE member_id = ANY(${memberIds}::uuid[])`
const applicationsOf = ({ personId, memberIds }: Subject) =>
  sql`SELECT id FROM member_applications WHERE person_id = ${personId}::uuid OR member_id = ANY(${memberIds}::uuid[])`
const usersOf = ({ personId }: Subject) => sql`SELECT id FROM users WHERE person_id = ${personId}::uuid`

/** All records of the person, by id. */
export const recordsOf = (subject: Subject): Sql => sql`
  SELECT ${subject.personId}::uuid AS id UNION ALL SELECT unnest(${subject.memberIds}::uuid[])
  UNION ALL SELECT lost_person_id::uuid FROM merges t WHERE ${ofPerson(subject)}
  UNION ALL SELECT lost_member_id::uuid FROM merges t WHERE ${ofPerson(subject)} AND lost_member_id IS NOT NULL
  UNION ALL SELECT id FROM contacts t WHERE ${ofPerson(subject)}
  UNION ALL SELECT id FROM consents t WHERE ${ofPerson(subject)}
  UNION ALL ${usersOf(subject)} UNION ALL ${messagesOf(subject)} UNION ALL ${applicationsOf(subject)}
  UNION ALL SELECT id FROM sessions WHERE user_id IN (${usersOf(subject)})
  UNION ALL SELECT id FROM member_states t WHERE ${ofMember(subject)}
  UNION ALL SELECT id FROM member_exemptions t WHERE ${ofMember(subject)}
  UNION ALL SELECT id FROM member_quota_terms t WHERE ${ofMember(subject)}
  UNION ALL SELECT id FROM mandates t WHERE ${ofMember(subject)}
  UNION ALL SELECT id FROM record_files t WHERE ${ofMember(subject)} AND treasury_doc_id IS NULL`

/** Fields of a person that say nothing of who it is. */
const keptOfPerson = ['kind', 'deathDate', 'anonymisedAt', 'birthDecade']

/** Fields of a person that anonymisation clears: all others, so that new ones are cleared too. */
const clearedOfPerson = Object.entries(people.fields).flatMap(([name, field]) =>
  field.storage.in === 'own' && !keptOfPerson.includes(name) && !isAlwaysPresent(field)
    ? [toSnakeCase(name)]
    : [],
)

/**
 * Every column of text, JSON, bytes or lists of the database, in the place that says what personal data it has. Search texts are replaced
 * everywhere. A test compares it with the catalogue, so that a new column is classified.
 */
export const places: Readonly<Record<string, Place>> = {
  people: {
    about: ({ personId }) => sql`t.id = ${personId}::uuid`,
    cleared: ({ pseudonym }) => ({
      ...Object.fromEntries(clearedOfPerson.map((column) => [column, nothing])),
      name: sql`${pseudonym}`,
      photo_id: nothing,
      birth_decade: sql`(extract(decade FROM t.birth_date) * 10)::integer`,
      do_not_contact: sql`true`,
    }),
    mentions: 'employer guardian_name guardian_nif guardian_contact representative_name person_notes',
    other: 'kind',
  },
  members: {
    about: ({ memberIds }) => sql`t.id = ANY(${memberIds}::uuid[])`,
    emptied: 'section iban notes exempt_reason end_reason collector_id message_channel payment_method',
    cleared: () => ({
      titles: sql`'{}'`,
      interests: sql`'{}'`,
    }),
    mentions: 'end_reason notes exempt_reason label',
    other: 'admission_body admission_minute',
  },
  member_states: {
    about: ofMember,
    emptied: 'reason document_id',
    mentions: 'reason created_by_name',
    other: 'decision_body minute_ref',
  },
  member_exemptions: {
    about: ofMember,
    emptied: 'reason',
    mentions: 'reason created_by_name',
  },
  member_quota_terms: {
    about: ofMember,
    emptied: 'reason',
    mentions: 'reason created_by_name',
  },
  contacts: { about: ofPerson, isDeleted: true, mentions: 'value label notes', other: 'type' },
  consents: {
    about: ofPerson,
    emptied: 'evidence document_id',
    mentions: 'evidence',
    other: 'purpose channel status method given_by text_version',
  },
  member_application_consents: {
    about: (subject) => sql`t.application_id IN (${applicationsOf(subject)})`,
    isDeleted: true,
    other: 'purpose method address',
  },
  member_applications: {
    about: (subject) => sql`t.id IN (${applicationsOf(subject)})`,
    isDeleted: true,
    mentions:
      'guardian_name guardian_nif guardian_contact representative_name proposer1_name proposer2_name message refusal_reason information_requested internal_notes employer',
    other: `verification_hash source name short_name kind nif gender id_document_type id_document_number nationality marital_status profession
      education mobile phone email address postal_code city parish municipality district country representative_role interests payment_method iban
      decision_body minute_ref not_charged`,
  },
  users: {
    about: ofPerson,
    isDeleted: true,
    other: 'name email role password_hash',
  },
  record_files: {
    about: (subject) => sql`(${ofMember(subject)} AND t.treasury_doc_id IS NULL)`,
    isDeleted: true,
    mentions: 'name notes created_by_name',
    other: 'kind media_type sha256 tax_code',
  },
  stored_files: { mentions: 'name', other: 'media_type' },
  message_attempts: {
    about: (subject) => sql`t.message_id IN (${messagesOf(subject)})`,
    emptied: 'detail',
    mentions: 'detail by_name',
    other: 'outcome',
  },
  messages: {
    about: ofPerson,
    emptied: 'recipient body_html attachments frames composition sealed last_error',
    cleared: ({ pseudonym }) => ({
      recipient_name: sql`${pseudonym}`,
      subject: noText,
      body_text: noText,
      search_text: noText,
    }),
    mentions: 'recipient recipient_name subject body_text body_html last_error attachments frames',
    other: 'cause channel state kind reason about_resource about_id sealed composition shared_with',
  },
  message_batches: {
    mentions: 'subject body sms_text audience created_by_name',
    other: 'kind channel state cause once_per',
  },
  payments: {
    about: ofMember,
    emptied: 'notes reference',
    cleared: ({ pseudonym, memberIds }) => ({
      receipt: sql`t.receipt || jsonb_build_object('name', ${pseudonym}::text, 'nif', NULL, 'names',
        coalesce(t.receipt -> 'names', '{}') || (SELECT coalesce(jsonb_object_agg(id, ${pseudonym}::text), '{}') FROM unnest(${memberIds}::text[]) AS id))`,
    }),
    mentions: 'reference received_by notes cancel_reason receipt',
    other: 'method receipt_series receipt_number status check_code confirmed_by',
  },
  bank_lines: {
    about: (subject) => sql`(${ofMember(subject)} OR t.payment_id IN (${paymentsOf(subject)})
      OR t.id IN (SELECT x.bank_line_id FROM transactions x WHERE x.payment_id IN (${paymentsOf(subject)})))`,
    emptied: 'counterpart_name counterpart_iban reference suggestions',
    cleared: ({ pseudonym }) => ({
      description: sql`${pseudonym}`,
      pattern: noText,
      search_text: noText,
    }),
    mentions:
      'description counterpart_name counterpart_iban reference pattern suggestions ignore_reason booked_by_name',
    other: 'status kind counterpart_bic created_ids',
  },
  mandates: {
    about: ofMember,
    emptied: 'holder_nif notes document_id state_reason',
    cleared: ({ pseudonym }) => ({
      debtor_name: sql`${pseudonym}`,
      iban: noText,
      state: sql`CASE WHEN t.state IN ('pending', 'active', 'suspended') THEN 'revoked' ELSE t.state END`,
    }),
    mentions: 'debtor_name holder_nif iban notes state_reason',
    other: 'reference kind state iban_country holder_check',
  },
  debit_collections: {
    about: ofMember,
    emptied: 'original_iban debtor_address changed',
    cleared: ({ pseudonym }) => ({
      debtor_name: sql`${pseudonym}`,
      iban: noText,
    }),
    mentions: 'debtor_name iban original_iban debtor_address remittance reason changed problem',
    other: 'mandate_reference sequence state reason_code',
  },
  payment_intents: {
    about: ofMember,
    emptied: 'phone',
    mentions: 'description lines phone problem',
    other:
      'gateway kind status entity reference order_id external_id charge_ids charge_amounts instalment_ids',
  },
  incoming_payments: {
    about: ofMember,
    cleared: () => ({ raw: sql`'{}'` }),
    mentions: 'problem raw',
    other: 'gateway key kind state entity reference order_id external_id',
  },
  round_visits: {
    about: ofMember,
    emptied: 'note',
    mentions: 'note marked_by_name',
    other: 'outcome',
  },
  unsettled_payments: {
    about: ofMember,
    emptied: 'exemption_reason',
    mentions: 'description exemption_reason cancel_reason',
    other: 'type period status origin cancelled_by',
  },
  payment_agreements: {
    about: ofMember,
    emptied: 'notes',
    mentions: 'notes',
    other: 'charge_ids state',
  },
  membership_card_letters: {
    about: ({ memberIds }) =>
      sql`t.card_id IN (SELECT id FROM membership_cards WHERE member_id = ANY(${memberIds}::uuid[]))`,
    emptied: 'text',
    mentions: 'text',
    other: 'channel',
  },
  membership_cards: {
    about: ofMember,
    emptied: 'revoke_reason',
    mentions: 'revoke_reason',
    other: 'code code_hash type status delivery_method',
  },
  duplicates: {
    about: ({ personId }) => sql`(t.person_id = ${personId}::uuid OR t.other_person_id = ${personId}::uuid)`,
    isDeleted: true,
    other: 'name other_name reasons strength state',
  },
  merges: {
    about: ofPerson,
    // A merge without what the rows were cannot be undone.
    emptied: 'comparison row_changes',
    cleared: ({ pseudonym }) => ({
      name: sql`${pseudonym}`,
      lost_name: sql`${pseudonym}`,
    }),
    mentions: 'name lost_name comparison row_changes created_by_name undone_by_name',
    other: 'lost_person_id lost_member_id choices moved state',
  },
  imports: {
    mentions: 'file_name columns defaults replacements warning problem created_by_name',
    other: 'kind format sheets encoding separator mapping decisions state step address',
  },
  import_mappings: { mentions: 'replacements', other: 'kind signature mapping' },
  import_rows: {
    about: ({ memberIds }) => sql`t.record_id = ANY(${memberIds}::uuid[]::text[])`,
    // A row without what it wrote cannot be undone.
    emptied: 'reason corrections problems notes doubts changes input written',
    cleared: () => ({
      label: sql`'—'`,
      cells: sql`'{}'`,
      keys: sql`'{}'`,
      outcome: sql`CASE WHEN t.outcome = 'done' THEN 'kept' ELSE t.outcome END`,
    }),
    mentions: 'label reason cells corrections problems notes doubts changes keys input written',
    other: 'verdict outcome decisions record_id',
  },
  bulk_action_results: {
    about: (subject) => sql`t.record_id IN (SELECT id::text FROM (${recordsOf(subject)}) own)`,
    emptied: 'data',
    cleared: ({ pseudonym }) => ({ label: sql`${pseudonym}` }),
    mentions: 'label reason data',
    other: 'record_id outcome',
  },
  webhook_attempts: {
    about: (subject) =>
      sql`t.webhook_delivery_id IN (SELECT id FROM webhook_deliveries WHERE record_id IN (SELECT id::text FROM (${recordsOf(subject)}) own))`,
    emptied: 'answer',
    mentions: 'problem answer',
  },
  audit_events: {
    about: (subject) =>
      sql`(t.record_id IN (${recordsOf(subject)}) OR strpos(t.rows::text, ${subject.personId}) > 0)`,
    emptied: 'rows address',
    cleared: () => ({ changes: sql`'[]'` }),
    mentions: 'user_name changes rows',
    other: 'address resource action',
  },
  // Stored answers are only for a repeated request.
  idempotency_keys: { dropped: 'body', other: 'key caller request_hash' },
  login_attempts: { dropped: 'subject' },
  data_requests: {
    about: ofMember,
    emptied: 'requester_contact details decision identity_check document_id',
    cleared: ({ pseudonym }) => ({
      requester_name: sql`${pseudonym}`,
    }),
    mentions:
      'requester_name requester_contact details extension_reason extension_notice identity_check decision handler_name',
    other: 'right channel status',
  },
  data_packages: { mentions: 'created_by_name problem', other: 'state' },
  // Rows about other people, or about nobody, that may mention the person.
  bank_statements: { mentions: 'file_name created_by_name', other: 'format layout remark' },
  backups: { mentions: 'created_by_name problem check_result', other: 'file_name kind state check_state' },
  bulk_actions: {
    mentions: 'title input audience created_by_name problem',
    other: 'kind resource action state address',
  },
  card_runs: { mentions: 'audience left_out created_by_name problem', other: 'kind needs_photo type state' },
  cash_sheets: {
    mentions: 'notes closed_by_name reopened_by_name reopen_reason',
    other: 'status received',
  },
  charge_differences: { mentions: 'decided_by_name', other: 'reason state' },
  collectors: { mentions: 'notes', other: 'name phone email' },
  cost_center_budgets: { mentions: 'notes' },
  credit_refunds: { mentions: 'reason paid_by cancel_reason', other: 'number method status' },
  debit_answers: { mentions: 'file_name lines created_by_name', other: 'format' },
  debit_batches: {
    mentions: 'created_by_name cancel_reason problem',
    other: 'number category_ids member_ids state pain_version creditor',
  },
  document_downloads: { mentions: 'blocks', other: 'format' },
  donations_in_kind: { mentions: 'description valuation cancel_reason notes', other: 'number status' },
  external_entities: {
    mentions: 'contact_name contact_phone notes',
    other: 'name trade_name kinds nif vat_number address postal_code city country email phone website iban',
  },
  // Content that loses a name has another hash than it was kept with, and the report says so.
  kept_reports: { mentions: 'purpose created_by_name content', other: 'report parameters period hash' },
  report_notes: { mentions: 'text', other: 'report' },
  erasures: { mentions: 'by_name', other: 'rule' },
  data_breaches: {
    mentions: 'summary description people data effects measures told_how delay_reason dismiss_reason',
    other: 'risk status notification_ref',
  },
  processing_activities: {
    mentions: 'people notes',
    other: 'name bases data special_data recipients transfers retention other_period',
  },
  processors: {
    mentions: 'contact_name notes',
    other: 'name status service data location email phone contract_place',
  },
  fixed_assets: { mentions: 'description location notes', other: 'kind condition serial_number disposal' },
  jobs: { mentions: 'data last_error', other: 'queue' },
  letter_runs: { mentions: 'created_by', other: 'message_ids' },
  payment_items: { mentions: 'description', other: 'status' },
  payment_message: {
    mentions: 'debts subject body sms_text problem created_by_name',
    other: 'member_ids unsettled_payment_ids channel status template_id',
  },
  payment_returns: { mentions: 'notes undo_reason', other: 'reason status' },
  print_batches: {
    mentions: 'created_by_name problem',
    other: 'card_set chosen layout state file_hash card_ids',
  },
  quota_runs: {
    mentions: 'left_out created_by_name problem skipped',
    other: 'periods plan_ids category_ids state',
  },
  rounds: {
    mentions: 'notes created_by_name difference_reason settled_by_name problem cancel_reason',
    other: 'number state commission_status commission_method',
  },
  transactions: {
    mentions: 'description notes cancel_reason statement_ref',
    other: 'number kind method document_ids status',
  },
  treasury_docs: {
    mentions: 'description external_number tags notes cancel_reason',
    other: 'number type direction atcud currency status',
  },
  webhook_deliveries: { mentions: 'problem', other: 'event action record_id state' },
  // Rows that go with the account.
  authenticator_apps: { other: 'secret' },
  email_changes: { other: 'email code_hash' },
  login_codes: { other: 'code_hash' },
  passkey_challenges: { other: 'challenge' },
  passkeys: { other: 'name credential_id public_key transports' },
  recovery_codes: { other: 'code_hash' },
  refresh_tokens: { other: 'token_hash' },
  sessions: { other: 'role method device address' },
  // Data of nobody, or of the organisation.
  api_calls: { other: 'method path address' },
  api_secret_values: { other: 'value_hash' },
  api_secrets: { other: 'name scopes last_used_address' },
  application_photos: { other: 'token_hash' },
  bank_formats: { other: 'signature mapping' },
  card_templates: { other: 'name orientation category_ids front back' },
  charges_by_day: { other: 'status' },
  cost_centers: { other: 'name code' },
  credit_uses: { other: 'status undone_by' },
  fiscal_identities: { other: 'sealed' },
  former_rules: { other: 'resource rules' },
  member_application_states: { other: 'name colour code' },
  member_application_text_versions: { other: 'body' },
  member_application_texts: { other: 'name body' },
  member_balances: { other: 'quota_strip' },
  member_categories: { other: 'name code' },
  member_state_names: { other: 'name colour' },
  message_batch_people: { other: 'outcome charge_ids' },
  message_pace: { other: 'name' },
  message_settings: { other: 'name channel subject body sms_text' },
  multibanco_counters: { other: 'account' },
  payment_advices: { other: 'public_id type charge_ids account reference instalment_ids' },
  payments_by_day: { other: 'method status' },
  quota_plans: { other: 'name periodicity' },
  receipt_counters: { other: 'series' },
  receipt_runs: { other: 'payment_ids' },
  schema_migrations: { other: 'name checksum' },
  secrets: { other: 'name value' },
  settings: { other: 'name value' },
  transaction_categories: { other: 'name kind code colour charge_types purpose' },
  transaction_splits: { other: 'kind' },
  transaction_splits_totals: { other: 'kind' },
  transactions_by_day: { other: 'kind' },
  transactions_totals: { other: 'kind' },
  treasury_accounts: { other: 'name kind iban methods' },
  treasury_counters: { other: 'series' },
  unsettled_payments_totals: { other: 'status type' },
  webhook_secrets: { other: 'sealed' },
  webhooks: { other: 'name url events state problem' },
}

/** The names of a list of columns. */
export function columnsIn(list: string | undefined): string[] {
  return list?.split(/\s+/).filter(Boolean) ?? []
}
