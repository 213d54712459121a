import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { addTargetDays } from '@agremia/resources/rules/holidays.ts'
import { lettersToDigits, mod97CheckDigits } from '@agremia/resources/rules/bank-identifiers.ts'
import { camtOf, statementSender } from '../bank/testing.ts'
import { makeMandate, setUpDirectDebit } from '../direct-debit/testing.ts'
import { duesTools } from '../dues/testing.ts'
import { inTransaction } from '../database/transaction.ts'
import { encryptStored } from '../encrypt-stored.ts'
import { importTools } from '../imports/testing.ts'
import { replaceKeys } from '../replace-keys.ts'
import type { TestRecord } from '../testing/caller.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { createSamples, insertDebits, makeOneOfEach } from '../testing/samples.ts'
import { storedRows } from '../testing/stored-rows.ts'
import { testApp } from '../testing/test-app.ts'
import { messagesSent } from '../testing/wait.ts'

const app = await testApp()
const { another, as, make, sql, today } = app
const { world } = app.app
const { database } = world
const admin = await as('admin')
const tools = await importTools(app, admin)
const samples = createSamples(app)
const never = new AbortController().signal

let used = 0
/** All values that tests entered. */
const entered: string[] = []
function newIban(): string {
  const account = String(700_000_000_000_000_000n + BigInt(++used))
  entered.push(`DE${mod97CheckDigits(lettersToDigits(`${account}DE`))}${account}`)
  return entered.at(-1)!
}
function newDocument(): string {
  entered.push(`XQ${8_310_000 + ++used}`)
  return entered.at(-1)!
}
const newValue = (name: string) => (/iban/i.test(name) ? newIban() : newDocument())

async function assertEncrypted(): Promise<void> {
  const found: string[] = []
  for (const [table, text] of await storedRows(app))
    for (const value of entered)
      for (const form of [value, value.replace(/(.{4})(?=.)/g, '$1 '), Buffer.from(value).toString('hex')])
        if (text.toLowerCase().includes(form.toLowerCase())) found.push(`${table}: ${form}`)
  assert.deepEqual(found, [])
}

const withEncrypted = (Object.values(definitions) as unknown as Definition[]).flatMap((definition) => {
  const names = Object.entries(definition.fields).flatMap(([name, field]) =>
    field.sealed && !field.readOnly && field.storage.in !== 'beside' ? [name] : [],
  )
  return names.length > 0 && definition.kind !== 'computed' ? [{ definition, names }] : []
})

before(async () => {
  await makeOneOfEach(app, admin, samples)
})

describe('encrypted fields are in no column as they were entered', () => {
  for (const { definition, names } of withEncrypted)
    test(`${definition.name}: created, read, filtered, exported, changed, deleted, restored`, async () => {
      const path = `/${resourcePath(definition.name)}`
      const values = () => Object.fromEntries(names.map((name) => [name, newValue(name)]))
      const first = values()
      const input =
        definition.name === 'mandates'
          ? { memberId: (await make.member())._id, signedOn: '2026-01-31' }
          : await samples[definition.name as ResourceName]!.input()
      const isNumbered = names.includes('idDocumentNumber')
      const given = { ...input, ...(isNumbered && { idDocumentType: 'PASSAPORTE' }), ...first }
      const key = { 'idempotency-key': `encrypted-${definition.name}` }
      const created = succeeded(await admin.post(path, given, key))
      const repeated = succeeded(await admin.post(path, given, key))
      assert.deepEqual(repeated, created)
      const shown = (record: TestRecord) => Object.fromEntries(names.map((name) => [name, record[name]]))
      assert.deepEqual(shown(created), first)
      assert.deepEqual(shown(succeeded(await admin.get(`${path}/${created._id}`))), first)
      for (const name of names) {
        const { data } = (await admin.get(`${path}?_${name}=${first[name]}`)).body
        assert.deepEqual(
          data.map(({ _id }: TestRecord) => _id),
          [created._id],
          name,
        )
        assert.equal((await admin.get(`${path}?_sort=${name}`)).status, 400)
        const exported = await admin.get(`${path}/export?format=csv&_columns=${name}&_${name}=${first[name]}`)
        if (exported.status !== 404) assert.ok(exported.text.includes(String(first[name])), exported.text)
      }
      const second = values()
      const changed = succeeded(await admin.patch(`${path}/${created._id}`, second))
      assert.deepEqual(shown(changed), second)
      const events = await admin.get(`${path}/${created._id}/audit_events`)
      const history = JSON.stringify(events.body)
      for (const name of names) assert.ok(history.includes(String(first[name]).slice(0, 4)), name)
      if (
        definition.access.delete !== undefined &&
        (await admin.delete(`${path}/${created._id}`)).status === 204
      ) {
        const [event] = await sql<{ id: string }>(
          `SELECT id FROM audit_events WHERE record_id = $1 AND action = 'deleted'`,
          [created._id],
        )
        succeeded(await admin.post(`/audit_events/${event!.id}/restore`, {}))
        assert.deepEqual(shown(succeeded(await admin.get(`${path}/${created._id}`))), second)
      }
      await assertEncrypted()
    })

  test('an imported list, its columns, corrections and undone values', async () => {
    const [one, two, three] = [newIban(), newDocument(), newDocument()]
    const list = [
      'N.º;Nome;NIF;IBAN;N.º do documento;Tipo de documento;Data de admissão;Categoria',
      `7001;Berta Cunha;${nifOf(91_001)};${one.replace(/(.{4})(?=.)/g, '$1 ')};${two};Passaporte;2020-01-02;Efetivo`,
      `7002;Nuno Cunha;${nifOf(91_002)};;;;2020-01-02;Efetivo`,
    ].join('\r\n')
    const imported = await tools.upload(list)
    await assertEncrypted()
    const [, last] = await tools.rows(imported)
    const column = Object.entries(imported['mapping'] as object).find(
      ([, name]) => name === 'idDocumentNumber',
    )![0]
    await tools.correct(last!, { corrections: { [column]: three } })
    await assertEncrypted()
    await tools.start(imported)
    await assertEncrypted()
    const { data } = (await admin.get('/members?_memberNumber=7001')).body
    const member = succeeded(await admin.get(`/members/${data[0]!._id}`))
    assert.deepEqual([member['iban'], member['idDocumentNumber']], [one, two])
  })

  test('lines of a bank; suggestions find the member by the IBAN', async () => {
    const account = await make.account({ name: 'Banco cifrado', openingBalance: 0 })
    const iban = newIban()
    const member = await make.member({ iban })
    const send = await statementSender(app, admin)
    const file = camtOf({
      entries: [{ date: await today(), amount: '91.37', text: 'TRF 1', from: iban }],
    } as never)
    const sent = await send('bank_statements', file, { accountId: account._id })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const [line] = (await admin.get(`/bank_lines?_statementId=${sent.body.data._id}`)).body.data
    assert.equal(line!['counterpartIban'], iban)
    assert.ok(JSON.stringify(line!['suggestions']).includes(member._id), JSON.stringify(line!['suggestions']))
    await assertEncrypted()
  })
})

test('a file of direct debits has the IBAN of the day, and the former one when it changed', async () => {
  await setUpDirectDebit(app, admin)
  succeeded(await admin.patch('/settings/hasTreasury', { value: 'true' }))
  const { charge } = await duesTools(app)
  const day = await today()
  const member = await make.member()
  const [first, second] = [newIban(), newIban()]
  const mandate = await makeMandate(admin, member._id, { iban: first })
  const collect = async () => {
    await charge({ memberId: member._id, amount: 24 })
    const selection = { dueUntil: day, collectionDate: addTargetDays(day, 3), memberIds: [member._id] }
    const batch = succeeded(await admin.post('/debit_batches', selection))
    succeeded(await admin.post(`/debit_batches/${batch._id}/send`, {}))
    return (await admin.get(`/debit_batches/${batch._id}/debit_collections`)).body.data[0]!
  }
  const before = await collect()
  assert.deepEqual([before['iban'], before['originalIban']], [first, null])
  succeeded(await admin.patch(`/mandates/${mandate._id}`, { iban: second }))
  const after = await collect()
  assert.deepEqual([after['iban'], after['originalIban']], [second, first])
  await assertEncrypted()
})

test('values that were stored before are encrypted, also in histories; the work may be repeated', async () => {
  const member = await make.member()
  const [iban, former, document] = [newIban(), newIban(), newDocument()]
  await insertDebits(app, member._id)
  await sql('UPDATE members SET iban = $2 WHERE id = $1', [member._id, iban])
  await sql('UPDATE people SET id_document_number = $2 WHERE id = $1', [member['personId'], document])
  await sql(
    `INSERT INTO audit_events (id, resource, record_id, action, changes, rows) VALUES (new_id(), 'members', $1, 'updated', $2, $3)`,
    [
      member._id,
      JSON.stringify([
        { field: 'iban', from: former, to: iban },
        { field: 'city', from: null, to: 'Porto' },
      ]),
      JSON.stringify([{ table: 'members', row: { iban: former, id_document_number: document } }]),
    ],
  )
  const plain = await admin.get(`/members?_iban=${iban}`)
  assert.equal(plain.body.data.length, 1, 'found while it is not encrypted')
  await encryptStored(database, never)
  await assertEncrypted()
  const before = await storedRows(app)
  await encryptStored(database, never)
  assert.deepEqual(await storedRows(app), before)
  const shown = succeeded(await admin.get(`/members/${member._id}`))
  assert.deepEqual([shown['iban'], shown['idDocumentNumber']], [iban, document])
  assert.equal((await admin.get(`/members?_iban=${iban}`)).body.data.length, 1)
})

test('a transaction that encrypted is repeated when its key was deleted meanwhile', async () => {
  const move = (by: number) =>
    sql(`UPDATE secrets SET version = version + $1 WHERE name = 'personalData'`, [by])
  let attempts = 0
  await inTransaction(database, async (db) => {
    const isFirst = ++attempts === 1
    if (isFirst) await move(1)
    try {
      db.seal('X')
      // Waits until the lock was refused.
      await db.query({ text: 'SELECT' })
    } finally {
      if (isFirst) await move(-1)
    }
  })
  assert.equal(attempts, 2)
})

test('a replaced key encrypts all of them again, and nothing of the earlier one is left', async () => {
  const iban = newIban()
  const member = await make.member({ iban })
  const [kept, lost] = [await make.member(), await make.member({ iban: newIban() })]
  await messagesSent(app)
  const people = { personId: kept['personId'], lostPersonId: lost['personId'] }
  const merge = succeeded(await admin.post('/merges', people))
  const marks = async () =>
    new Set(
      [...(await storedRows(app)).values()].flatMap((text) => text.match(/~s1[.](?!AAAAAAAA)[^.]{8}/g) ?? []),
    )
  const earlier = await marks()
  assert.equal(earlier.size, 1)
  await replaceKeys(database, world.config)
  const later = await marks()
  assert.equal(later.size, 1)
  assert.ok(!later.has([...earlier][0]!))
  await assertEncrypted()
  const [row] = await sql<{ iban: string }>('SELECT iban FROM members WHERE id = $1', [member._id])
  assert.equal(row!.iban, iban)
  // The sessions have ended.
  const other = await another('admin')
  succeeded(await other.post(`/merges/${merge._id}/undo`))
  assert.equal(succeeded(await other.get(`/members/${lost._id}`))['iban'], lost['iban'])
  await assertEncrypted()
})
