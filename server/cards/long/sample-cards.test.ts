import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membershipCards } from '@agremia/resources/definitions/membership-cards.ts'
import { inTransaction } from '../../database/transaction.ts'
import { insertSampleDues } from '../../dues/index.ts'
import { insertSampleMembers } from '../../setup/sample-members.ts'
import { testApp } from '../../testing/test-app.ts'
import { liveStates } from '../validity.ts'
import { insertSampleCards } from '../sample-cards.ts'

const { database, sql } = await testApp()

for (const today of ['2026-11-22', '2027-01-02']) {
  test(`sample cards on ${today} cover every state, and no member has two valid ones`, async () => {
    await sql(
      'TRUNCATE membership_cards, card_runs, print_batches, unsettled_payments, payments, member_balances, members, people CASCADE',
    )
    await insertSampleMembers(database.pool, { count: 300, today })
    await inTransaction(database, (tx) => insertSampleDues(tx, { today }))
    await insertSampleCards(database.pool, { today })
    const states = await sql<{ status: string }>('SELECT DISTINCT status FROM membership_cards')
    const allStates = (membershipCards.fields.status.options ?? []).map(({ value }) => value)
    assert.deepEqual(states.map(({ status }) => status).sort(), allStates.toSorted())
    const twice = await sql(
      `SELECT member_id FROM membership_cards WHERE status IN (${liveStates.text}) GROUP BY member_id HAVING count(*) > 1`,
    )
    assert.deepEqual(twice, [])
    const early = await sql(
      `SELECT card_number FROM membership_cards WHERE issued_at > $1 OR printed_at::date > $1 OR delivered_at > $1
         OR printed_at::date < issued_at OR delivered_at < issued_at`,
      [today],
    )
    assert.deepEqual(early, [])
  })
}
