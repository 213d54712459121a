import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nifOf, succeeded } from '../../testing/make.ts'
import { readZip } from '../../testing/read-zip.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { testApp } from '../../testing/test-app.ts'
import { jobsDone } from '../../testing/wait.ts'
import { importTools } from '../testing.ts'

const one = await testApp()
const other = await testApp()
const from = await one.as('admin')
const to = await other.as('admin')
const { upload, start } = await importTools(other, to)
const own = await importTools(one, from)
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

/** The rows of an export in a CSV, as texts by title. */
const exportOf = async (path: string, format: 'csv' | 'xlsx' = 'csv') => {
  const headers = { authorization: `Bearer ${from.tokens.access}` }
  const answer = await one.app.inject({ url: `/api/${path}/export?format=${format}`, headers })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}
const countsOf = ({ created, changed, unchanged, refused, excluded }: TestRecord) => ({
  created,
  changed,
  unchanged,
  refused,
  excluded,
})

test('payments exported from here are those payments: only what changed changes, and cancelled ones stay cancelled', async () => {
  const member = await make.member({ name: 'Paga Muitas Vezes' })
  const paid = { memberId: member._id, date: '2024-03-05', amount: 12.5 }
  const [first, cancelled] = [await make.payment(paid), await make.payment(paid)]
  await make.payment({ ...paid, reference: 'TRF 12' })
  succeeded(await from.post(`/payments/${cancelled._id}/cancel`, { reason: 'Engano' }))
  const [{ total }] = (await one.sql<{ total: number }>(
    'SELECT count(*)::integer AS total FROM payments',
  )) as [{ total: number }]
  const same = { created: 0, changed: 0, unchanged: total, refused: 0, excluded: 0 }
  for (const format of ['csv', 'xlsx'] as const) {
    const imported = await own.upload(await exportOf('payments', format), { kind: 'payments' })
    assert.deepEqual(countsOf(imported), same, JSON.stringify(await own.rows(imported)))
    assert.equal((await from.post(`/imports/${imported._id}/start`, {})).status, 409)
  }
  const whole = (await exportOf('payments')).toString('utf8')
  const receipt = String(first['receiptNumber'])
  // Without its number, a payment is that of the same member, day and amount: as many as there are.
  const lines = whole.split('\r\n')
  const index = lines[0]!.split(';').indexOf('Recibo n.º')
  const without = lines.map((line) => line.split(';').toSpliced(index, 1).join(';')).join('\r\n')
  assert.deepEqual(countsOf(await own.upload(without, { kind: 'payments' })), same)
  const later = `N.º;Data;Valor;Meio\n${`${String(member['memberNumber'])};2024-03-05;12,50;Transferência\n`.repeat(4)}`
  assert.deepEqual(countsOf(await own.upload(later, { kind: 'payments' })), {
    ...same,
    unchanged: 3,
    created: 1,
  })
  const changes = await own.upload(
    [
      'Recibo n.º;Valor;Referência;Nome',
      `${receipt};12,50;TRF 13;Paga Muitas Vezes`,
      `${String(cancelled['receiptNumber'])};12,50;TRF 14;`,
    ].join('\n'),
    { kind: 'payments' },
  )
  assert.deepEqual(
    countsOf(changes),
    { ...same, unchanged: 1, changed: 1 },
    JSON.stringify(await own.rows(changes)),
  )
  assert.match(String((await own.rows(changes))[1]!['reason']), /já foi anulado/)
  await own.start(changes)
  const after = succeeded(await from.get(`/payments/${first._id}`))
  assert.deepEqual([after['reference'], after['amount']], ['TRF 13', 12.5])
  assert.equal(succeeded(await from.get(`/payments/${cancelled._id}`))['status'], 'cancelled')
  const wrong = await own.upload(
    `Recibo n.º;Valor;Nome\n${receipt};99;\n${receipt.replace(/\d$/, '')}99;12,50;Paga Muitas Vezes\n${String(cancelled['receiptNumber'])};12,50;Outra Gente\n`,
    { kind: 'payments' },
  )
  const reasons = (await own.rows(wrong)).map(({ reason }) => String(reason))
  assert.match(reasons[0]!, /Valor: Não pode ser alterado/)
  assert.match(reasons[2]!, /é de «Paga Muitas Vezes»/)
})

test('debts exported from here are those debts, of every type; equal rows are as many debts, and cancelled ones stay cancelled', async () => {
  const member = await make.member({ name: 'Deve de Tudo' })
  const memberId = member._id
  const gift = { memberId, type: 'donation', description: 'Rifa', dueDate: '2024-05-06', amount: 5 }
  for (const _ of [1, 2]) await make.charge(gift)
  const late = await make.charge({ memberId, type: 'quota', year: 2023, amount: 24, dueDate: '2024-01-31' })
  await make.charge({ memberId, type: 'quota', year: 2024, period: 'T1', amount: 6, dueDate: '2024-03-31' })
  const cancelled = await make.charge({
    memberId,
    type: 'quota',
    year: 2022,
    amount: 20,
    dueDate: '2022-12-31',
  })
  succeeded(await from.post(`/unsettled_payments/${cancelled._id}/cancel`, { reason: 'Engano' }))
  const other = await make.charge({ memberId, type: 'other', description: 'Camisola', amount: 15 })
  succeeded(await from.post(`/unsettled_payments/${other._id}/cancel`, { reason: 'Engano' }))
  const [{ total }] = (await one.sql<{ total: number }>(
    'SELECT count(*)::integer AS total FROM unsettled_payments',
  )) as [{ total: number }]
  const same = { created: 0, changed: 0, unchanged: total, refused: 0, excluded: 0 }
  const kind = 'unsettledPayments'
  for (const format of ['csv', 'xlsx'] as const) {
    const imported = await own.upload(await exportOf('unsettled_payments', format), { kind })
    assert.deepEqual(countsOf(imported), same, JSON.stringify(await own.rows(imported)))
  }
  const whole = (await exportOf('unsettled_payments')).toString('utf8')
  const changed = await own.upload(whole.replace('31/01/2024', '29/02/2024'), { kind })
  assert.deepEqual(countsOf(changed), { ...same, unchanged: total - 1, changed: 1 })
  await own.start(changed)
  assert.equal(succeeded(await from.get(`/unsettled_payments/${late._id}`))['dueDate'], '2024-02-29')
  // A third one is one more; those that were cancelled do not come back.
  const number = String(member['memberNumber'])
  const list = [
    'N.º;Tipo;Descrição;Vencimento;Valor;Ano',
    ...Array.from({ length: 3 }, () => `${number};Donativo;Rifa;2024-05-06;5;`),
    `${number};Outro;Camisola;${String(other['dueDate'])};15;`,
    `${number};Quota;;31/12/2022;21;2022`,
  ].join('\n')
  const more = await own.upload(list, { kind })
  const rows = await own.rows(more)
  assert.deepEqual(
    rows.map(({ verdict }) => verdict),
    ['unchanged', 'unchanged', 'created', 'unchanged', 'unchanged'],
    JSON.stringify(rows),
  )
  for (const row of rows.slice(3)) assert.match(String(row['reason']), /já foi anulado/)
  const done = await own.start(more)
  assert.deepEqual(countsOf(await own.upload(list, { kind })), { ...same, unchanged: 5 })
  // What an undone import created may come again.
  await own.undo(done)
  assert.deepEqual(countsOf(await own.upload(list, { kind })), { ...same, unchanged: 4, created: 1 })
})

test('movements exported from here are those movements, with those of payments, cancelled ones and reversals', async () => {
  const account = await make.account({ name: 'Caixa das Trocas', kind: 'cash', methods: ['cash'] })
  const bought = await make.transaction({ accountId: account._id, description: 'Papel', amount: 12.5 })
  const cancelled = await make.transaction({ accountId: account._id, description: 'Engano', amount: 7 })
  succeeded(await from.post(`/transactions/${cancelled._id}/cancel`, { reason: 'Engano' }))
  await jobsDone(one, 'treasuryPosting')
  const path = `transactions/export?format=csv&_accountId=${account._id}`
  const headers = { authorization: `Bearer ${from.tokens.access}` }
  const exported = (await one.app.inject({ url: `/api/${path}`, headers })).payload
  const total = exported.trim().split('\r\n').length - 1
  assert.ok(total >= 3, 'two movements and a reversal, and those of payments')
  const kind = 'transactions'
  const same = { created: 0, changed: 0, unchanged: total, refused: 0, excluded: 0 }
  const imported = await own.upload(exported, { kind })
  assert.deepEqual(countsOf(imported), same, JSON.stringify(await own.rows(imported)))
  const changed = await own.upload(exported.replace('Papel', 'Papel A4'), { kind })
  assert.deepEqual(
    countsOf(changed),
    { ...same, unchanged: total - 1, changed: 1 },
    JSON.stringify(await own.rows(changed)),
  )
  await own.start(changed)
  assert.equal(succeeded(await from.get(`/transactions/${bought._id}`))['description'], 'Papel A4')
})
