import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addTargetDays } from '@agremia/resources/rules/holidays.ts'
import { makeMandate, setUpDirectDebit } from '../direct-debit/testing.ts'
import { duesTools } from '../dues/testing.ts'
import type { Answer } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { as, make, sql, today } = here
const [admin, other] = [await as('admin'), await there.as('admin')]
const { charge, set } = await duesTools(here)

const rounds = 8
let count = 0
const unique = (name: string) => `${name} ${(count += 1)}`
const isDone = ({ status }: Answer) => status < 300

/** Sends two requests at once, to two processes, several times: each time one is done and the other refused with a reason. */
async function oneOf(pair: () => Promise<[() => Promise<Answer>, () => Promise<Answer>]>): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const [first, second] = await pair()
    const answers = await Promise.all([first(), second()])
    const about = answers.map(({ status, text }) => `${status} ${text}`).join('\n')
    assert.equal(answers.filter(isDone).length, 1, about)
    for (const { status } of answers)
      assert.ok(isDone({ status } as Answer) || [409, 422].includes(status), about)
  }
}

describe('of two requests at once that exclude each other, one is done', () => {
  test('two accounts that receive by the same method', () =>
    oneOf(async () => {
      await sql(`UPDATE treasury_accounts SET methods = '{}'`)
      const [one, two] = [await make.account({ active: true }), await make.account({ active: true })]
      const receive = { methods: ['mbway'] }
      return [
        () => admin.patch(`/treasury_accounts/${one._id}`, receive),
        () => other.patch(`/treasury_accounts/${two._id}`, receive),
      ]
    }))

  test('a later opening of an account, and a transaction before it', () =>
    oneOf(async () => {
      const account = await make.account({ openingDate: '2020-01-01' })
      const transaction = {
        kind: 'expense',
        date: '2024-03-01',
        description: 'Compra',
        amount: 5,
        accountId: account._id,
        categoryId: await categoryOf('expense'),
      }
      return [
        () => admin.patch(`/treasury_accounts/${account._id}`, { openingDate: '2025-01-01' }),
        () => other.post('/transactions', transaction),
      ]
    }))

  test('another kind of a category, and a transaction of the former kind', () =>
    oneOf(async () => {
      const category = succeeded(
        await admin.post('/transaction_categories', { name: unique('Festas'), kind: 'income' }),
      )
      const transaction = {
        kind: 'income',
        date: await today(),
        description: 'Bilhetes',
        amount: 5,
        accountId: (await make.account())._id,
        categoryId: category._id,
      }
      return [
        () => admin.patch(`/transaction_categories/${category._id}`, { kind: 'expense' }),
        () => other.post('/transactions', transaction),
      ]
    }))

  test('each of two cost centres becomes part of the other', () =>
    oneOf(async () => {
      const [one, two] = [await make.costCenter(), await make.costCenter()]
      return [
        () => admin.patch(`/cost_centers/${one._id}`, { parentId: two._id }),
        () => other.patch(`/cost_centers/${two._id}`, { parentId: one._id }),
      ]
    }))

  test('the last two templates of cards are deleted', () =>
    oneOf(async () => {
      const kept = await sql<{ id: string }>('SELECT id FROM card_templates ORDER BY id LIMIT 1')
      await sql('DELETE FROM card_templates WHERE id <> $1', [kept[0]?.id])
      const [shipped] = await sql<object>('SELECT front, back, orientation FROM card_templates')
      const second = succeeded(await admin.post('/card_templates', { name: unique('Cartão'), ...shipped }))
      return [
        () => admin.delete(`/card_templates/${kept[0]?.id}`),
        () => other.delete(`/card_templates/${second._id}`),
      ]
    }))

  test('two applications of one person are accepted', () =>
    oneOf(async () => {
      const name = unique('Leonor Repetida')
      const birthDate = '1990-05-05'
      const [one, two] = [
        await make.application({ name, birthDate }),
        await make.application({ name, birthDate, email: 'leonor@exemplo.pt' }),
      ]
      return [
        () => admin.post(`/member_applications/${one._id}/accept`, {}),
        () => other.post(`/member_applications/${two._id}/accept`, {}),
      ]
    }))
})

test('a charge is not in a round and in a batch of direct debits at once', async () => {
  await set('hasTreasury', 'true')
  await setUpDirectDebit(here, admin)
  const collector = await make.collector()
  const { _id: memberId } = await make.member({ address: 'Rua do Sol, 1', collectorId: collector._id })
  await makeMandate(admin, memberId)
  await sql(`UPDATE members SET payment_method = 'collector' WHERE id = $1`, [memberId])
  for (let round = 0; round < rounds; round++) {
    const { _id: chargeId } = await charge({ memberId, amount: 7 })
    const dueUntil = await today()
    const collectionDate = addTargetDays(dueUntil, 3)
    await Promise.all([
      admin.post('/rounds', { collectorId: collector._id, dueUntil }),
      other.post('/debit_batches', { dueUntil, collectionDate, memberIds: [memberId] }),
    ])
    const taken = await sql(
      `SELECT 1 FROM round_charges WHERE unsettled_payment_id = $1 AND is_open UNION ALL SELECT 1 FROM debit_charges WHERE unsettled_payment_id = $1 AND is_open`,
      [chargeId],
    )
    assert.equal(taken.length, 1)
    for (const { id } of await sql<{ id: string }>(`SELECT id FROM rounds WHERE state = 'draft'`))
      succeeded(await admin.post(`/rounds/${id}/cancel`, { reason: 'Ensaio' }))
    for (const { id } of await sql<{ id: string }>(`SELECT id FROM debit_batches WHERE state = 'created'`))
      succeeded(await admin.post(`/debit_batches/${id}/cancel`, { reason: 'Ensaio' }))
  }
})

async function categoryOf(kind: string): Promise<unknown> {
  const [category] = await sql<{ id: string }>(
    'SELECT id FROM transaction_categories WHERE kind = $1 ORDER BY "order", id LIMIT 1',
    [kind],
  )
  return category?.id
}
