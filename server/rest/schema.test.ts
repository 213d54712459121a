import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions, getDefinition } from '@agremia/resources/definitions/index.ts'
import type { ColumnKind, Field } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import fc from 'fast-check'
import { sql } from '../database/sql.ts'
import { testDatabase } from '../testing/test-database.ts'
import { totalsTableOf } from './totals.ts'
import type { Order } from './list-query.ts'
import { pageStatement } from './find-page.ts'
import { makePlan, tableNameOf } from './plan.ts'
import { foldedSql } from '../database/fold.ts'
import { isSearchable, refreshSearchTextSql, searchTextOf } from './write-row.ts'

const { pool } = await testDatabase()
const stored = (Object.values(definitions) as unknown as Definition[]).filter(
  ({ kind }) => kind !== 'computed',
)

const types: Record<ColumnKind, string> = {
  text: 'text',
  integer: 'integer',
  cents: 'bigint',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamp with time zone',
  uuid: 'uuid',
  list: 'text[]',
  json: 'jsonb',
}

/** Columns that are not fields, by table. Other columns without a field are mistakes. */
const internal: Record<string, string[]> = {
  bulk_action_results: ['data'],
  bulk_actions: ['address', 'asked_by', 'settled_at'],
  data_packages: ['file_id'],
  debit_batches: ['creditor'],
  debit_collections: ['debtor_address'],
  import_rows: ['input', 'is_hidden', 'keys', 'written'],
  imports: ['address', 'asked_by', 'file_id', 'starts_in_1904'],
  incoming_payments: ['key'],
  merges: ['row_changes'],
  messages: [
    'attachments',
    'composed_at',
    'composition',
    'frames',
    'had_secret',
    'is_urgent',
    'sealed',
    'sending_job',
    'shared_with',
    'withdrawn',
  ],
  payment_intents: ['charge_amounts', 'charge_ids', 'instalment_ids', 'next_query_at', 'requested_at'],
  payments: ['check_code', 'receipt'],
  member_balances: ['as_of', 'debt_ages', 'oldest_quota'],
  mandates: ['iban_country'],
  membership_cards: ['code_hash'],
  print_batches: ['card_ids', 'file_id'],
  bank_statements: ['layout'],
  bank_lines: [
    'place',
    'entry_amount',
    'part',
    'ordinal',
    'pattern',
    'created_ids',
    'member_id',
    'external_entity_id',
    'category_id',
  ],
  record_files: ['unused_since'],
  rounds: ['settled_by'],
  member_states: ['ends_access'],
  member_applications: ['photo_id', 'verification_hash', 'verification_expires_at'],
  people: ['photo_id'],
  payment_agreements: ['paid_before'],
  unsettled_payments: ['cancelled_by', 'last_paid_on', 'owed_after_leaving'],
  credit_uses: ['undone_by', 'undone_on'],
  treasury_docs: ['counts_from', 'cancelled_on'],
  kept_reports: ['content'],
  transaction_splits: ['month', 'position'],
  transactions: ['month'],
  users: ['password_hash', 'token_generation'],
  webhook_deliveries: ['place'],
  webhooks: ['pauses'],
}

interface ColumnRow {
  name: string
  type: string
  required: boolean
}

async function columnsOf(table: string): Promise<ColumnRow[]> {
  const { rows } = await pool.query<ColumnRow>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS required
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  )
  return rows
}

const system: ColumnRow[] = [
  { name: 'id', type: 'uuid', required: true },
  { name: 'created_at', type: types.instant, required: true },
  { name: 'updated_at', type: types.instant, required: true },
  { name: 'version', type: 'integer', required: true },
]

const lineOf = ({ name, type, required }: ColumnRow) => `${name} ${type}${required ? ' NOT NULL' : ''}`

/** Fails with what the table lacks and what it should not have, and where to put it. */
function assertSame(table: string, described: string[], expected: string[]): void {
  const missing = expected.filter((line) => !described.includes(line))
  const extra = described.filter((line) => !expected.includes(line))
  const differences = [...missing.map((line) => `+ ${line}`), ...extra.map((line) => `- ${line}`)]
  assert.ok(
    differences.length === 0,
    [`${table}: write in a new file of server/database/migrations`, ...differences].join('\n'),
  )
}

const own = ({ fields }: Definition) =>
  Object.entries(fields).filter(([, { storage }]) => storage.in === 'own') as [string, Field][]

for (const definition of stored) {
  describe(definition.name, () => {
    const table = tableNameOf(definition)

    test('has the system columns, a column for each field, and a search text if a field is searchable', async () => {
      const others = [...(internal[table] ?? []), ...(isSearchable(definition) ? ['search_text'] : [])]
      if (definition.fields[definition.title]?.storage.in === 'through') others.push('label')
      const expected = own(definition).map(([name, field]) => ({
        name: toSnakeCase(name),
        type: types[field.column],
        required: isAlwaysPresent(field),
      }))
      const columns = await columnsOf(table)
      assertSame(
        table,
        columns.map((column) => (others.includes(column.name) ? column.name : lineOf(column))),
        [...system, ...expected].map(lineOf).concat(others),
      )
    })

    test('has unique constraints for exactly the unique fields, with the names that error handling expects', async () => {
      const { rows } = await pool.query<{ name: string; column: string }>(
        `SELECT c.relname AS name, a.attname AS column
         FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
         WHERE i.indrelid = $1::regclass AND i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indnkeyatts = 1`,
        [table],
      )
      const isUnique = ([name, field]: [string, Field]) =>
        field.unique !== undefined || (definition.kind === 'byName' && name === 'name')
      const expected = own(definition)
        .filter(isUnique)
        .map(([name]) => `${table}_${toSnakeCase(name)}_key UNIQUE (${toSnakeCase(name)})`)
      const ofFields = rows.filter(({ column }) => !internal[table]?.includes(column))
      assertSame(
        table,
        ofFields.map(({ name, column }) => `${name} UNIQUE (${column})`),
        expected,
      )
    })

    test('has a foreign key and an index for each reference', async () => {
      const { rows } = await pool.query<{ name: string; column: string; target: string; indexed: boolean }>(
        `SELECT k.conname AS name, a.attname AS column, k.confrelid::regclass::text AS target,
           EXISTS (SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = k.conkey[1]) AS indexed
         FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
         WHERE k.conrelid = $1::regclass AND k.contype = 'f'`,
        [table],
      )
      const described = rows.filter(({ column }) => column !== 'id' && !internal[table]?.includes(column))
      const expected = own(definition)
        .filter(([, field]) => field.reference)
        .map(
          ([name, { reference }]) =>
            `${table}_${toSnakeCase(name)}_fkey (${toSnakeCase(name)}) REFERENCES ${tableNameOf(getDefinition(String(reference)))}`,
        )
      assertSame(
        table,
        described.map(({ name, column, target }) => `${name} (${column}) REFERENCES ${target}`),
        expected,
      )
      // Tables of a few rows need no index for deletions at the other end.
      const small = ['member_categories']
      const indexed = described.filter((key) => key.indexed || small.includes(table))
      assertSame(
        table,
        indexed.map(({ column }) => `an index of ${column}`),
        described.map(({ column }) => `an index of ${column}`),
      )
    })

    test('an index serves every sort order of lists', async () => {
      const plan = makePlan(definition, {})
      const sortable = Object.keys(definition.fields).filter((name) => definition.fields[name]?.sortable)
      const orders: Order[] = ['created_at', ...sortable].flatMap((field) => [
        { field, descending: false },
        { field, descending: true },
      ])
      // Settings are few and listed by name.
      const offered = definition.kind === 'byName' ? orders.slice(2) : orders
      const client = await pool.connect()
      try {
        await client.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off')
        for (const order of offered) {
          const query = { page: 1, limit: 100, orders: [order], words: [], filters: [], columns: [] }
          const { text } = pageStatement(plan, query, {})
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`)
          const whole = rows.map((row) => row['QUERY PLAN']).join('\n')
          // Ranked orders read the first ids of each value by index, and sort these few.
          const explained = plan.ranks[order.field] ? whole.slice(whole.lastIndexOf('Limit')) : whole
          assert.ok(!plan.ranks[order.field] || /Index Cond: .* = /.test(explained), whole)
          const column = toSnakeCase(order.field)
          const field = definition.fields[order.field]
          const isLast = order.descending && field !== undefined && !isAlwaysPresent(field)
          const index = isLast ? `(${column} DESC NULLS LAST, id DESC)` : `(${column}, id)`
          const message = `${table}: write an index ${index} in a new file of server/database/migrations\n${explained}`
          // An incremental sort uses the order of the index and only sorts equal values by id.
          assert.doesNotMatch(explained, /(?<!Incremental )Sort\b(?! Key)|Seq Scan|Disabled/, message)
        }
      } finally {
        client.release(true)
      }
    })
  })
}

test('every table belongs to a resource or is listed as internal', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const machinery = [
    'api_secret_calls',
    'api_secret_values',
    'application_photos',
    'audit_events',
    'authenticator_apps',
    'awaited_readmissions',
    'bank_formats',
    'card_images',
    'cash_sheet_payments',
    'charge_notices',
    'charges_by_day',
    'debit_charges',
    'deleted_member_numbers',
    'discarded_files',
    'document_downloads',
    'duplicate_checks',
    'email_changes',
    'fiscal_identities',
    'former_charges',
    'former_rules',
    'idempotency_keys',
    'import_mappings',
    'jobs',
    'letter_runs',
    'login_attempts',
    'login_codes',
    'member_balances_by_age',
    'message_batch_people',
    'message_pace',
    'multibanco_counters',
    'passkey_challenges',
    'passkeys',
    'payment_advices',
    'payments_by_day',
    'receipt_counters',
    'receipt_runs',
    'recovery_codes',
    'refresh_tokens',
    'retention_days',
    'round_charges',
    'schema_migrations',
    'secrets',
    'stored_files',
    'transactions_by_day',
    'treasury_counters',
    'webhook_secrets',
  ]
  const totalsTables = stored
    .filter(({ list }) => list?.totalsBy)
    .map((definition) => totalsTableOf(definition).text)
  assert.deepEqual(
    rows.map(({ name }) => name).sort(),
    [...machinery, ...totalsTables, ...stored.map((definition) => tableNameOf(definition))].sort(),
  )
})

async function foldInDatabase(texts: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ folded: string }>(
    `SELECT ${foldedSql(sql`given`).text} AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t (given, place) ORDER BY place`,
    [texts],
  )
  return rows.map(({ folded }) => folded)
}

async function assertFoldedAlike(texts: string[]): Promise<void> {
  const folded = await foldInDatabase(texts)
  const different = texts.flatMap((given, index) =>
    foldText(given) === folded[index] ? [] : [{ given, here: foldText(given), there: folded[index] }],
  )
  assert.deepEqual(different, [])
}

const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))

test('the database and foldText fold every Latin letter alike', async () => {
  const blocks = [
    characters(0x20, 0x24f),
    characters(0x1e00, 0x1eff),
    characters(0xfb00, 0xfb06),
    characters(0xff10, 0xff5a),
  ]
  const letters = blocks
    .flat()
    .filter((character) => /\p{L}|\p{Nd}/u.test(character))
    // A modifier letter that only one of the two treats as a letter.
    .filter((character) => character !== 'ẚ')
  assert.ok(letters.length > 700)
  await assertFoldedAlike(letters.flatMap((letter) => [letter, `a${letter}b`, letter.normalize('NFD')]))
})

test('and split words alike at every punctuation mark and space', async () => {
  const marks = [...characters(1, 0x2bf), ...characters(0x2000, 0x206f), '€', '™', '…', '\ufeff'].filter(
    (character) => /[\p{P}\p{Z}\p{Cc}]|[$+<=>^`|~€]/u.test(character),
  )
  await assertFoldedAlike(marks.flatMap((mark) => [`a${mark}b`, `${mark}a${mark}${mark}b${mark}`]))
})

test('and fold typical names and texts alike', async () => {
  await assertFoldedAlike([
    'JOÃO Gonçalves da Conceição e Sá',
    "D'Orey-Müller, n.º 3.ª",
    'Clube Recreativo «O Elvas» – Núcleo nº 2',
    'ana.silva+quotas@exemplo.pt',
    '+351 912 345 678',
    '4050-262 Porto',
    'Straße Œuvre Ærø Łódź İstanbul Þór',
    'Андрій Їжак, Йосип Ёлкин',
    'Γιώργος Παπαδόπουλος',
    '陳大文',
    'O’Neill O‘Neill OʼNeill',
    'ﬁlho １２３',
    '😀 sorriso',
    '',
    '   ',
  ])
})

test('and fold random mixtures alike', async () => {
  const letters = characters(0x20, 0x17f).filter((character) => /[\p{L}\p{P}\p{Z}]|[0-9]/u.test(character))
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 40 }), 500)
  await assertFoldedAlike(texts)
})

test('the database computes the same search text as searchTextOf', async () => {
  const plan = makePlan(definitions.members as unknown as Definition, {})
  const person = {
    name: 'Inês d’Ávila Ñuñez',
    nif: '501442600',
    mobile: '+351912345678',
    phone: null,
    email: 'ines@exemplo.pt',
    postalCode: '4050-262',
    city: 'Póvoa de Varzim',
  }
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  await pool.query(
    `INSERT INTO people (id, name, nif, mobile, email, postal_code, city) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, person.name, person.nif, person.mobile, person.email, person.postalCode, person.city],
  )
  await pool.query(`INSERT INTO member_categories (id, name) VALUES ($1, 'Efetivo')`, [id])
  await pool.query(`INSERT INTO member_state_names (id, name) VALUES ($1, 'Ativo')`, [id])
  await pool.query(
    `INSERT INTO members (id, person_id, member_number, category_id, admission_date, current_state_id, state_since)
     VALUES ($1, $1, 1234, $1, '2020-01-01', $1, '2020-01-01')`,
    [id],
  )
  for (const name of ['people', 'members', 'memberCategories'] as const) {
    const definition = definitions[name] as unknown as Definition
    await pool.query(refreshSearchTextSql(definition, { where: sql`t.id = ${id}` }))
  }
  const { rows } = await pool.query<{ search_text: string }>('SELECT search_text FROM members')
  assert.equal(rows[0]?.search_text, searchTextOf(plan, { ...person, memberNumber: 1234 }))
  assert.match(rows[0]?.search_text ?? '', /^ ines d avila nunez .* 1234$/)
  const category = await pool.query<{ search_text: string }>('SELECT search_text FROM member_categories')
  assert.equal(category.rows[0]?.search_text, ' efetivo')
})
