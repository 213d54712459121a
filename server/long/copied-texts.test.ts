import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions, type ResourceName } from '@agremia/resources/definitions/index.ts'
import { settingNames } from '@agremia/resources/definitions/settings.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { camtOf, statementSender } from '../bank/testing.ts'
import { storedMark } from '../database/sealed-text.ts'
import { importTools, odsOf, workbookParts, zipOf } from '../imports/testing.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { createSamples, makeOneOfEach } from '../testing/samples.ts'
import { storedRows } from '../testing/stored-rows.ts'
import { testApp } from '../testing/test-app.ts'

// Somebody with an account and a stolen copy of the database enters an encrypted text from there as a text of their own.

const app = await testApp()
const { as, make, sql, today, visitor } = app
const admin = await as('admin')
const samples = createSamples(app)
const tools = await importTools(app, admin)
/** Short, so that its encrypted form is not too long for names. */
const secret = 'QXJ7Z'
/** The encrypted number of a member's document, as it is in the database. */
let copied = ''
/** How often each table has it. */
let occurrences: Record<string, number>

async function occurrencesOf(text: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, rows] of await storedRows(app)) {
    const count = rows.split(text).length - 1
    if (count > 0) counts[table] = count
  }
  return counts
}

before(async () => {
  await makeOneOfEach(app, admin, samples)
  const member = await make.member({ idDocumentType: 'PASSAPORTE', idDocumentNumber: secret })
  const [row] = await sql<{ stored: Buffer }>(
    `SELECT convert_to(id_document_number, 'UTF8') AS stored FROM people WHERE id = $1`,
    [member['personId']],
  )
  copied = row!.stored.toString('utf8')
  assert.ok(copied.startsWith(storedMark))
  occurrences = await occurrencesOf(copied)
})

const assertNotStored = async (where: string) =>
  assert.deepEqual(await occurrencesOf(copied), occurrences, where)

/** The value with the text instead of one of its texts, for each of these. */
function* withText(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value))
    for (const other of withText(item, text))
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other }
}

describe('an encrypted text that was copied from the database is neither stored nor decrypted', () => {
  for (const definition of Object.values(definitions) as unknown as Definition[]) {
    const sample = samples[definition.name as ResourceName]
    if (!sample) continue
    test(`${definition.name}: in each field, alone and within a text`, async () => {
      const path = `/${resourcePath(definition.name)}`
      const texts = Object.entries(definition.fields).filter(
        ([, { column, readOnly, options, reference }]) =>
          ['text', 'list', 'json'].includes(column) && !readOnly && !options && !reference,
      )
      const before = await admin.get(`${path}?_limit=-1`)
      const known = before.text.split(secret).length
      const { _id } = succeeded(await admin.post(path, await sample.input()))
      let accepted = 0
      for (const [name, { column }] of texts) {
        const input = await sample.input()
        const given = input[name] ?? (column === 'list' ? [''] : '')
        for (const text of [copied, `<p>a ${copied} b</p>`])
          for (const value of withText(given, text)) {
            const created = await admin.post(path, { ...(await sample.input()), [name]: value })
            const changed = await admin.patch(`${path}/${_id}`, { [name]: value })
            for (const { status, text: answer } of [created, changed]) {
              assert.ok([200, 201, 409, 422].includes(status), `${name} ${status} ${answer}`)
              if (status < 300) accepted++
            }
          }
      }
      assert.ok(accepted > 0, `no text of ${path} was accepted`)
      for (const read of [
        `${path}?_limit=-1`,
        `${path}/${_id}`,
        `${path}/${_id}/audit_events`,
        `${path}/export?format=csv`,
      ]) {
        const { text } = await admin.get(read)
        assert.ok(text.split(secret).length <= known, `${read} ${text.slice(0, 400)}`)
      }
      await assertNotStored(definition.name)
    })
  }

  test('settings, and JSON that writes its signs as numbers', async () => {
    for (const name of settingNames) {
      const { status } = await admin.patch(`/settings/${name}`, { value: copied })
      assert.ok(status < 500, name)
    }
    const escaped = copied.replace('~s1.', '\\u007e\\u0073\\u0031\\u002e')
    const created = await admin.send('POST', '/people', `{"name": "Ana ${escaped}", "kind": "natural"}`)
    assert.equal(succeeded(created)['name'], `Ana ∼${copied.slice(1)}`)
    await assertNotStored('settings')
  })

  test('cells of imported files, and their corrections', async () => {
    const titles = [
      'N.º',
      'Nome',
      'NIF',
      'Notas',
      'N.º do documento',
      'Data de admissão',
      'Categoria',
      'Coisa',
    ]
    const cells = (number: number) => {
      const nif = nifOf(93_000 + number)
      return [String(number), `Rui ${number}`, nif, `a ${copied}`, copied, '2020-01-02', 'Efetivo', copied]
    }
    const row = (texts: readonly string[]) =>
      `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const odsRow = (texts: readonly string[]) =>
      `<table:table-row>${texts.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`
    const files = {
      csv: [titles, cells(7101)].map((line) => line.join(';')).join('\n'),
      xlsx: await zipOf(workbookParts({ A: row(titles) + row(cells(7102)) })),
      ods: await odsOf(odsRow(titles) + odsRow(cells(7103))),
    }
    for (const [name, file] of Object.entries(files)) {
      const imported = await tools.upload(file, { name: `lista.${name}` })
      const [line] = await tools.rows(imported)
      await tools.correct(line!, { corrections: { 3: copied, 4: '' } })
      await tools.start(imported)
      for (const path of [`/imports/${imported._id}`, `/imports/${imported._id}/import_rows?_limit=-1`])
        assert.ok(!(await admin.get(path)).text.includes(secret), path)
      await assertNotStored(name)
    }
    const { data } = (await admin.get('/members?_memberNumber=7101')).body
    const member = await admin.get(`/members/${data[0]!._id}`)
    assert.ok(!member.text.includes(secret), member.text)
    assert.equal(succeeded(member)['notes'], `∼${copied.slice(1)}`)
  })

  test('bank statements, notices of gateways, and filters of exports', async () => {
    const account = await make.account({ name: 'Banco copiado', openingBalance: 0 })
    const send = await statementSender(app, admin)
    const entry = { date: await today(), amount: '91.37', text: copied, name: copied, endToEnd: copied }
    const sent = await send('bank_statements', camtOf({ entries: [entry] }), { accountId: account._id })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    assert.ok(!(await admin.get('/bank_lines?_limit=-1')).text.includes(secret))
    for (const [name, value] of Object.entries({
      paymentGateway: 'ifthenpay',
      ifthenpayCallbackKey: 'SIM-antiphishing',
      ifthenpayEntity: '99999',
    }))
      await admin.patch(`/settings/${name}`, { value })
    const notice = {
      apk: 'SIM-antiphishing',
      pm: 'MB',
      oid: copied,
      tid: copied,
      ent: '99999',
      ref: '999999999',
      val: '24.00',
    }
    await visitor.get(`/pagamentos/ifthenpay?${new URLSearchParams(notice).toString()}`)
    const { text } = await admin.get('/incoming_payments?_limit=-1')
    assert.ok(text.includes(copied.slice(1, -1)) && !text.includes(secret), text)
    await admin.get(
      `/members/export?format=csv&_search=${encodeURIComponent(copied)}&_city=${encodeURIComponent(copied)}`,
    )
    assert.ok(!(await admin.get('/activity?_limit=500')).text.includes(`"${secret}"`))
    await assertNotStored('bank')
  })
})
