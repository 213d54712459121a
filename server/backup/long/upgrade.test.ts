import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrate } from '../../database/migrate.ts'
import { createFolderStore } from '../../files/file-store.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { jobsDone } from '../../testing/wait.ts'
import { backUpBeforeUpgrade } from '../before-upgrade.ts'
import { openBackup } from '../read-backup.ts'
import { restoreBackup } from '../restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'agremia-upgrade-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const migrations = join(import.meta.dirname, '../../database/migrations')

/** An organisation as the first version stored it. */
const firstOrganisation = `
  INSERT INTO settings (id, name, value) VALUES (gen_random_uuid(), 'name', 'Clube Antigo');
  INSERT INTO member_state_names (id, name, marks_end) VALUES ('00000000-0000-4000-8000-000000000001', 'Ativo', false);
  INSERT INTO member_categories (id, name) VALUES ('00000000-0000-4000-8000-000000000002', 'Efetivo');
  INSERT INTO member_categories (id, name) VALUES ('00000000-0000-4000-8000-000000000003', 'Juvenil');
  INSERT INTO people (id, name, nif) SELECT ('00000000-0000-4000-8001-' || lpad(n::text, 12, '0'))::uuid, 'Pessoa ' || n, NULL FROM generate_series(1, 50) AS n;
  INSERT INTO members (id, person_id, member_number, category_id, admission_date, current_state_id, state_since)
    SELECT ('00000000-0000-4000-8002-' || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-4000-8001-' || lpad(n::text, 12, '0'))::uuid, n,
      '00000000-0000-4000-8000-000000000002', '2020-01-01', '00000000-0000-4000-8000-000000000001', '2020-01-01' FROM generate_series(1, 50) AS n;
  INSERT INTO member_states (id, member_id, person_id, state_name_id, start_date)
    SELECT gen_random_uuid(), id, person_id, current_state_id, state_since FROM members;
  INSERT INTO contacts (id, person_id, type, value, preferred) SELECT gen_random_uuid(), id, 'email', 'p' || right(id::text, 2) || '@exemplo.pt', true FROM people;
  INSERT INTO audit_events (id, at, resource, record_id, action, changes) VALUES (gen_random_uuid(), '2025-03-10 12:00Z', 'members',
    '00000000-0000-4000-8002-000000000007', 'updated', '[{"field": "categoryId", "from": "Juvenil", "to": "Efetivo"}]');
  INSERT INTO users (id, name, email, role) VALUES (gen_random_uuid(), 'Ana', 'ana@exemplo.pt', 'admin');
  INSERT INTO stored_files (id, media_type, bytes) VALUES (gen_random_uuid(), 'image/jpeg', 3)`

test('the database of the first version becomes that of this one, in place or from its backup, with all it had', async () => {
  const database = await testDatabase({ migrated: false })
  const [first = ''] = readdirSync(migrations).toSorted()
  copyFileSync(join(migrations, first), join(folder, first))
  await migrate(database, { folder })
  await database.pool.query(firstOrganisation)
  const applied = await migrate(database, {
    async beforeUpgrade() {
      await backUpBeforeUpgrade(database, { backupPlace: folder, backupPassphrase: undefined })
    },
  })
  assert.equal(applied.length, readdirSync(migrations).length - 1)
  const restored = await testDatabase({ migrated: false })
  const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('antes-de-atualizar-'))
  const opened = await openBackup(join(folder, name), undefined)
  await restoreBackup(
    { listenUrl: restored.listenUrl, files: createFolderStore(join(folder, 'files')) },
    opened,
  )
  await opened.close()
  for (const upgraded of [database, restored]) {
    const { as } = await testApp({ with: { database: upgraded, clock: testClock() } })
    const admin = await as('admin')
    const { data } = (await admin.get('/members?_sort=memberNumber&_limit=100')).body
    assert.deepEqual(
      data.map(({ memberNumber, name }) => [memberNumber, name]),
      Array.from({ length: 50 }, (_, index) => [index + 1, `Pessoa ${index + 1}`]),
    )
    const terms = async (member: number) =>
      Object.fromEntries(
        (await admin.get(`/members/${String(data[member]?._id)}/member_quota_terms`)).body.data.map(
          ({ startDate, categoryLabel }) => [startDate ?? 'admission', categoryLabel],
        ),
      )
    const moved = { admission: 'Juvenil', '2025-03-10': 'Efetivo' }
    assert.deepEqual(await terms(6), moved, 'the audit trail tells the earlier category')
    assert.deepEqual(await terms(7), { admission: 'Efetivo' })
    const contacts = (await admin.get(`/people/${String(data[6]?.['personId'])}/contacts`)).body.data
    assert.deepEqual(
      contacts.map(({ value }) => value),
      ['p07@exemplo.pt'],
    )
  }
})

/** The last migration before members had a history of their category, plan and amount. */
const lastWithoutTerms = '0083'
const id = (kind: number, n: number) => `00000000-0000-4000-800${kind}-${String(n).padStart(12, '0')}`

/** The yearly quota of a member: its own values, else 60 € of this year that the program charged an «Efetivo» and that are owed. */
const quota = (member: number, values: Record<string, string | number> = {}) => {
  const row = {
    id: id(4, member),
    member_id: id(2, member),
    type: 'quota',
    year: 2026,
    description: 'Quota 2026',
    due_date: '2026-03-31',
    amount: 6000,
    category_id: id(0, 2),
    origin: 'generation',
    ...values,
  }
  const literals = Object.values(row).map((value) => `'${value}'`)
  return `INSERT INTO unsettled_payments (${Object.keys(row).join()}) VALUES (${literals.join()});`
}

/** Dues as they were before the history: the category and amount of today decided. */
const dues = `
  INSERT INTO quota_plans (id, name) VALUES ('${id(3, 1)}', 'Quota reduzida');
  INSERT INTO quota_prices (id, quota_plan_id, valid_from, category_id, amount)
    SELECT gen_random_uuid(), quota_plan_id, '2020-01-01', id, CASE name WHEN 'Juvenil' THEN 1200 ELSE 6000 END FROM member_categories WHERE id IN ('${id(0, 2)}', '${id(0, 3)}');
  UPDATE members SET custom_quota = 1500, quota_plan_id = '${id(3, 1)}' WHERE id = '${id(2, 8)}';
  UPDATE members SET custom_quota = 1000 WHERE id = '${id(2, 9)}';
  INSERT INTO audit_events (id, at, resource, record_id, action, changes) VALUES (gen_random_uuid(), '2025-06-01 12:00Z', 'members',
    '${id(2, 9)}', 'updated', '[{"field": "customQuota", "from": 20, "to": 10}]');
  ${quota(1)}
  ${quota(2, { amount: 4000 })}
  ${quota(3, { amount: 4000, paid_amount: 1000, status: 'partial' })}
  ${quota(4, { amount: 4000, paid_amount: 4000, status: 'paid' })}
  ${quota(5, { amount: 4000, status: 'cancelled', cancelled_by: 'person', cancel_reason: 'Engano' })}
  ${quota(6, { amount: 4000, status: 'exempt', exemption_reason: 'Dificuldades' })}
  ${quota(7, { year: 2025, description: 'Quota 2025', due_date: '2025-03-31' })}
  ${quota(8, { amount: 1500 })}
  ${quota(9, { amount: 1000 })}
  ${quota(10, { amount: 4000, origin: 'manual' })}
  ${[3, 4]
    .map(
      (member) => `
  INSERT INTO payments (id, member_id, date, amount, method, received_by, receipt_series, receipt_number)
    SELECT '${id(5, member)}', member_id, '2026-02-01', paid_amount, 'cash', 'Ana', '2026', '2026/${member}' FROM unsettled_payments WHERE id = '${id(4, member)}';
  INSERT INTO payment_items (id, payment_id, member_id, unsettled_payment_id, description, amount)
    SELECT '${id(6, member)}', '${id(5, member)}', member_id, id, description, paid_amount FROM unsettled_payments WHERE id = '${id(4, member)}';`,
    )
    .join('')}`

test('charges of an earlier version stay as they are, those that the rules charge otherwise are listed, and own amounts and plans begin the history', async () => {
  const database = await testDatabase({ migrated: false })
  const steps = mkdtempSync(join(folder, 'steps-'))
  const names = readdirSync(migrations).toSorted()
  const apply = async (until: string) => {
    for (const name of names.filter((one) => one.slice(0, 4) <= until))
      copyFileSync(join(migrations, name), join(steps, name))
    await migrate(database, { folder: steps })
  }
  await apply('0001')
  await database.pool.query(firstOrganisation)
  await apply(lastWithoutTerms)
  await database.pool.query(dues)
  const stored = async (columns?: readonly Record<string, unknown>[][]) => {
    const tables = ['unsettled_payments', 'payments', 'payment_items']
    const all: Record<string, unknown>[][] = []
    for (const [index, table] of tables.entries()) {
      const { rows } = await database.pool.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY id`)
      const kept = Object.keys(columns?.[index]?.[0] ?? rows[0].row)
      all.push(rows.map(({ row }) => Object.fromEntries(kept.map((name) => [name, row[name]]))))
    }
    return all
  }
  const before = await stored()
  assert.equal(before[0]?.length, 10)
  await migrate(database)
  assert.deepEqual(await stored(before), before)

  const app = await testApp({ with: { database, clock: testClock('2026-11-28') } })
  await jobsDone(app, 'chargeChecks')
  assert.deepEqual(await stored(before), before, 'also after the job that compares them')
  const admin = await app.as('admin')
  const { data } = (await admin.get('/charge_differences?_limit=50')).body
  assert.deepEqual(
    data
      .map(({ unsettledPaymentId, expectedAmount, reason, state }) => [
        unsettledPaymentId,
        expectedAmount,
        reason,
        state,
      ])
      .toSorted(),
    [
      [id(4, 2), 60, 'price', 'pending'],
      [id(4, 7), 12, 'category', 'pending'],
    ],
    'paid, partly paid, cancelled, exempt and manual ones are not listed, nor those that agree',
  )
  const terms = async (member: number) =>
    (await admin.get(`/members/${id(2, member)}/member_quota_terms?_sort=startDate`)).body.data
      .map(({ startDate, customQuota, quotaPlanLabel }) => [startDate, customQuota, quotaPlanLabel])
      .toSorted((one, other) => String(one[0] ?? '').localeCompare(String(other[0] ?? '')))
  assert.deepEqual(await terms(8), [[null, 15, 'Quota reduzida']])
  assert.deepEqual(
    await terms(9),
    [
      [null, 20, null],
      ['2025-06-01', 10, null],
    ],
    'the audit trail tells the earlier amount',
  )
  assert.deepEqual(await terms(1), [[null, null, null]])
})
