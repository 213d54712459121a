import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { importTools } from '../testing.ts'

const app = await testApp()
const { as, make, sql } = app
const admin = await as('admin')
const { upload, change, start, undo, rows } = await importTools(app, admin)

const consentsOf = ({ personId }: TestRecord) =>
  sql<{
    purpose: string
    status: string
    day: string
    method: string
    version: string | null
    evidence: string | null
  }>(
    `SELECT purpose, status, to_char(at AT TIME ZONE 'Europe/Lisbon', 'YYYY-MM-DD') AS day, method, text_version AS version, evidence
     FROM consents WHERE person_id = '${String(personId)}' ORDER BY at, purpose`,
  )
const memberOf = async (imported: TestRecord, index: number): Promise<TestRecord> => {
  const row = (await rows(imported))[index]!
  return succeeded(await admin.get(`/members/${String(row['recordId'])}`))
}
const given = {
  status: 'given',
  day: '2021-03-04',
  method: 'paper',
  version: null,
  evidence: 'Lista importada',
}

test('a yes is a consent with the day and the way that the file says; a no or an empty cell of somebody new is none', async () => {
  const list = [
    'N.º;Nome;Categoria;Admissão;Newsletter;Utilização da imagem;Data do consentimento;Como foi dado o consentimento',
    '8101;Ana Sim;Efetivo;15/02/2020;Sim;x;04/03/2021;Em papel',
    '8102;Rui Não;Efetivo;15/02/2020;Não;;04/03/2021;Em papel',
  ].join('\n')
  const imported = await upload(list)
  assert.deepEqual([imported['created'], imported['refused']], [2, 0], JSON.stringify(await rows(imported)))
  const done = await start(imported)
  const ana = await memberOf(imported, 0)
  assert.deepEqual(await consentsOf(ana), [
    { purpose: 'imageUse', ...given },
    { purpose: 'newsletter', ...given },
  ])
  assert.deepEqual(await consentsOf(await memberOf(imported, 1)), [])
  const again = await upload(list)
  assert.deepEqual([again['unchanged'], again['changed']], [2, 0], JSON.stringify(await rows(again)))
  assert.equal((await undo(done))['state'], 'undone')
  assert.deepEqual(await consentsOf(ana), [])
})

test('without its day and its way a consent does not enter, and the row says how it would; the member does', async () => {
  const list = 'N.º;Nome;Categoria;Admissão;Aceita SMS\n8103;Eva Sim;Efetivo;15/02/2020;Sim'
  const imported = await upload(list)
  const [row] = await rows(imported)
  assert.equal(row!['verdict'], 'created')
  assert.match(String(row!['reason']), /não entram sem a data e o modo/)
  const complete = await change(imported, {
    defaults: { consentDate: '04/03/2021', consentMethod: 'Em papel' },
  })
  assert.doesNotMatch(String((await rows(complete))[0]!['reason']), /não entram/)
  await start(complete)
  assert.deepEqual(await consentsOf(await memberOf(complete, 0)), [{ purpose: 'sms', ...given }])
})

test('what a person decided later stays; a later yes is one, and a no withdraws a yes', async () => {
  const member = await make.member({ name: 'Zita Decide' })
  const consent = (status: string, at: string) =>
    make.consent({ personId: String(member['personId']), purpose: 'newsletter', status, at })
  const list = (text: string, day: string) =>
    upload(
      `N.º;Newsletter;Data do consentimento;Como foi dado o consentimento\n${String(member['memberNumber'])};${text};${day};Por email`,
    )
  await consent('given', '2020-01-01T12:00:00Z')
  await consent('withdrawn', '2022-05-06T12:00:00Z')
  const earlier = await list('Sim', '04/03/2021')
  const [row] = await rows(earlier)
  assert.equal(row!['verdict'], 'unchanged')
  assert.match(String(row!['reason']), /«Retirado» em 06\/05\/2022, depois/)
  const later = await list('Sim', '07/08/2023')
  assert.equal(later['changed'], 1)
  const done = await start(later)
  assert.deepEqual(
    (await consentsOf(member)).map(({ status, day }) => [status, day]),
    [
      ['given', '2020-01-01'],
      ['withdrawn', '2022-05-06'],
      ['given', '2023-08-07'],
    ],
  )
  const no = await list('Não', '')
  assert.equal(no['changed'], 1)
  const withdrawn = await start(no)
  assert.equal((await consentsOf(member)).at(-1)!.status, 'withdrawn')
  assert.equal((await list('Não', ''))['unchanged'], 1)
  await undo(withdrawn)
  await undo(done)
  assert.deepEqual(
    (await consentsOf(member)).map(({ status }) => status),
    ['given', 'withdrawn'],
  )
})

test('a cell that is neither yes nor no, a wrong day and a future one are refused', async () => {
  const imported = await upload(
    [
      'N.º;Nome;Categoria;Admissão;Newsletter;Data do consentimento;Como foi dado o consentimento',
      '8111;Um Erro;Efetivo;15/02/2020;talvez;04/03/2021;Em papel',
      '8112;Dois Erro;Efetivo;15/02/2020;Sim;31/02/2021;Em papel',
      '8113;Tres Erro;Efetivo;15/02/2020;Sim;04/03/2099;Em papel',
      '8114;Quatro Erro;Efetivo;15/02/2020;Sim;04/03/2021;por pombo',
    ].join('\n'),
  )
  const reasons = (await rows(imported)).map(({ reason }) => String(reason))
  assert.equal(imported['refused'], 4)
  for (const [index, expected] of [
    /não é sim nem não/,
    /Data inválida/,
    /data futura/,
    /não é um valor de «Como»/,
  ].entries())
    assert.match(reasons[index]!, expected)
})
