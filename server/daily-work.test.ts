import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { duesTools } from './dues/testing.ts'
import { maintain } from './maintenance.ts'
import { createPause } from './testing/lock-waits.ts'
import { testApp } from './testing/test-app.ts'

const app = await testApp()
const other = await testApp({ with: app })
const { clock, make, sql, today } = app
const { category, changeState, charge, generate, read } = await duesTools(app)
const whilePaused = await createPause(app)

/** A member leaving tomorrow, another whose debt is overdue tomorrow, and a card valid until today. */
async function dueTomorrow() {
  const day = await today()
  const [leaving, late] = [await make.member(), await make.member()]
  await changeState(leaving._id, 'Exonerado', addDays(day, 1))
  await charge({ memberId: late._id, amount: 24, dueDate: day })
  const card = await make.card({ validUntil: day })
  return {
    leaving: leaving._id,
    card: card._id,
    async state() {
      return {
        hasLeft: (await read('members', leaving._id))['endDate'] !== null,
        overdue: (await read('members', late._id))['overdueAmount'],
        card: (await read('membership_cards', card._id))['status'],
      }
    },
  }
}

test('failed daily work is rolled back alone, logged, and retried the next time', async () => {
  const { state } = await dueTomorrow()
  await sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of order'; END $$`,
  )
  await sql(`CREATE TRIGGER refuse BEFORE UPDATE OF overdue_amount ON member_balances FOR EACH ROW
    WHEN (NEW.overdue_amount > 0) EXECUTE FUNCTION refuse()`)
  clock.advance({ days: 1 })
  await maintain(app.app.world)
  assert.deepEqual(await state(), { hasLeft: true, overdue: 0, card: 'expired' })
  const errors = app.takeErrors()
  assert.equal(errors.length, 1)
  assert.match(errors[0] ?? '', /out of order.*daily work failed/)

  await sql('DROP TRIGGER refuse ON member_balances')
  await maintain(app.app.world)
  assert.deepEqual(await state(), { hasLeft: true, overdue: 24, card: 'expired' })
})

test('processes skip daily work that another process is doing', async () => {
  const { card, leaving, state } = await dueTomorrow()
  clock.advance({ days: 1 })
  await whilePaused(
    {
      when: `AFTER UPDATE ON member_balances FOR EACH ROW WHEN (NEW.overdue_amount > 0)`,
      start: () => maintain(app.app.world),
    },
    async () => {
      await maintain(other.app.world)
      assert.deepEqual(await state(), { hasLeft: true, overdue: 0, card: 'toPrint' })
    },
  )
  assert.deepEqual(await state(), { hasLeft: true, overdue: 24, card: 'expired' })
  const versions = [
    (await read('members', leaving))['_version'],
    (await read('membership_cards', card))['_version'],
  ]
  await maintain(other.app.world)
  assert.deepEqual(
    [(await read('members', leaving))['_version'], (await read('membership_cards', card))['_version']],
    versions,
    'daily work runs once',
  )
})

test('work for all members has a longer statement timeout than requests', async () => {
  await sql('CREATE TABLE seen (work text, statement_timeout text)')
  await sql(`CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO seen VALUES (TG_TABLE_NAME, current_setting('statement_timeout')); RETURN NULL; END $$`)
  for (const table of ['quota_runs', 'member_balances', 'card_runs'])
    await sql(`CREATE TRIGGER see AFTER UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION see()`)
  const seen = async () => {
    const rows = await sql<{ statement_timeout: string }>('DELETE FROM seen RETURNING statement_timeout')
    return new Set(rows.map((row) => row.statement_timeout))
  }
  const { category: name, id } = await category()
  const member = await make.member({ category: name })
  await generate({ categoryIds: [id] })
  assert.ok((await seen()).has('30min'), 'a generation')

  await charge({ memberId: member._id, dueDate: await today() })
  clock.advance({ days: 1 })
  await seen()
  await maintain(app.app.world)
  assert.deepEqual(await seen(), new Set(['30min']), 'debts that become overdue')

  await charge({ memberId: member._id })
  assert.deepEqual(await seen(), new Set(['1min']), 'a request has the usual timeout')
})
