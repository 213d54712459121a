import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nifOf, succeeded } from '../../testing/make.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testApp } from '../../testing/test-app.ts'
import { importTools } from '../testing.ts'

const one = await testApp()
const other = await testApp()
const from = await one.as('admin')
const to = await other.as('admin')
const { upload, start } = await importTools(other, to)
const { make } = one

/** Fields of members that a file can bring. */
const columns = [
  'memberNumber',
  'name',
  'shortName',
  'kind',
  'nif',
  'birthDate',
  'gender',
  'nationality',
  'maritalStatus',
  'profession',
  'mobile',
  'phone',
  'email',
  'address',
  'postalCode',
  'city',
  'country',
  'guardianName',
  'representativeName',
  'doNotContact',
  'messageChannel',
  'categoryId',
  'admissionDate',
  'currentStateId',
  'stateSince',
  'endDate',
  'endReason',
  'titles',
  'section',
  'paymentMethod',
  'iban',
  'customQuota',
  'exemptUntil',
  'notes',
].join()

test('what is exported, imported into an empty organisation and exported again is the same file', async () => {
  for (const { sql } of [one, other]) await sql('UPDATE member_categories SET allows_collective = true')
  await make.member({
    name: 'Ana da Conceição d’Ávila',
    nif: nifOf(41),
    birthDate: '1970-05-03',
    gender: 'female',
    maritalStatus: 'married',
    mobile: '+351912345678',
    phone: '+34915550100',
    email: 'ana@exemplo.pt',
    address: 'Rua "Nova"; n.º 2',
    postalCode: '4050-262',
    city: 'Porto',
    titles: ['Benemérita', 'Fundadora'],
    iban: 'PT50003506510000000004329',
    customQuota: 1234.5,
    notes: 'Primeira linha\nsegunda linha',
  })
  await make.member({
    name: 'Empresa, Lda',
    kind: 'legal',
    representativeName: 'Rui Sá',
    nationality: 'ES',
    country: 'ES',
    postalCode: '28001',
  })
  await make.member({
    name: 'Criança Pequena',
    birthDate: '2015-02-28',
    guardianName: 'Mãe Pequena',
    doNotContact: true,
  })
  await make.member({ name: '=1+1 Fórmula', section: '+351', address: '-5' })
  const left = await make.member({ name: 'Saiu Há Anos', admissionDate: '2001-02-03' })
  const [ended] = await one.sql<{ id: string }>(
    `SELECT id FROM member_state_names WHERE marks_end AND active ORDER BY "order" LIMIT 1`,
  )
  succeeded(
    await from.post(`/members/${left._id}/change_state`, {
      stateNameId: ended!.id,
      date: '2019-04-05',
      reason: 'Mudou de cidade',
    }),
  )

  const exported = async ({ app }: typeof one, user: typeof from, format: string) => {
    const url = `/api/members/export?format=${format}&_columns=${columns}&_sort=memberNumber`
    const headers = { authorization: `Bearer ${user.tokens.access}` }
    const { statusCode, rawPayload } = await app.inject({ method: 'GET', url, headers })
    assert.equal(statusCode, 200)
    return rawPayload
  }
  const csv = await exported(one, from, 'csv')
  const imported = await upload(csv, { name: 'socios.csv' })
  assert.deepEqual(
    [imported['created'], imported['refused'], imported['problem']],
    [5, 0, null],
    JSON.stringify(imported['reasons']),
  )
  await start(imported)
  assert.equal((await exported(other, to, 'csv')).toString('utf8'), csv.toString('utf8'))
  const sheetOf = (content: Buffer) => readZip(content)['xl/worksheets/sheet1.xml']
  assert.equal(sheetOf(await exported(other, to, 'xlsx')), sheetOf(await exported(one, from, 'xlsx')))
  const again = await upload(await exported(one, from, 'xlsx'), { name: 'socios.xlsx' })
  assert.deepEqual([again['unchanged'], again['changed'], again['created']], [5, 0, 0])
})
