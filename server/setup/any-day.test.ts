import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from '@agremia/resources/rules/dates.ts'
import { inTransaction } from '../database/transaction.ts'
import { testApp } from '../testing/test-app.ts'
import { volume } from '../testing/volume.ts'
import { fillDemonstration } from './demonstration.ts'

const { app, clock, today } = await testApp({ empty: true })
const day = await today()
const year = Number(day.slice(0, 4))
const leapYear = year + ((4 - (year % 4)) % 4)

/** Days from which on something is a year ahead, due or over: the ends of years and of February, and the days of each month. */
const days = [
  `${year + 1}-01-01`,
  ...volume({
    short: [],
    long: [
      `${year}-12-31`,
      `${leapYear}-02-29`,
      ...Array.from({ length: 52 }, (_, week) => addDays(`${year + 1}-01-02`, 7 * week)),
    ],
  }),
].filter((one) => one >= day)

test('the demonstration can be filled on any day', async () => {
  for (const one of days.toSorted()) {
    clock.advance({ days: daysBetween(await today(), one) })
    const rolledBack = new Error(one)
    await assert.rejects(
      inTransaction(app.world.database, async (tx) => {
        const { logins } = await fillDemonstration(app.world, tx)
        assert.ok(logins.length > 0)
        throw rolledBack
      }),
      (error) => error === rolledBack || assert.fail(`${one}: ${(error as Error).stack}`),
    )
  }
})
