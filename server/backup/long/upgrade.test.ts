import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrate } from '../../database/migrate.ts'
import { createFolderStore } from '../../files/file-store.ts'
import { testApp } from '../../testing/test-app.ts'
import { testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
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
