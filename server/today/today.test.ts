import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { succeeded } from '../testing/make.ts'
import { inTransaction } from '../database/transaction.ts'
import { testApp } from '../testing/test-app.ts'
import { putAwayDoneSteps } from './first-steps.ts'

const here = await testApp()
const { as, make, sql, today, clock } = here
const admin = await as('admin')
const read = async (who = admin) => succeeded(await who.get('/today')) as unknown as Record<string, unknown>

describe('GET /today', () => {
  test('counts waiting applications, held and failed messages, due notices and cards to print', async () => {
    const before = await read()
    const member = await make.member({ email: 'devedor@exemplo.pt' })
    await make.charge({ memberId: member._id, dueDate: addDays(await today(), -20) })
    await make.card()
    await sql(`INSERT INTO messages (id, cause, kind, channel, subject, body_text, state, search_text) VALUES
      (gen_random_uuid(), 'bulk', 'service', 'email', 'a', 'a', 'held', ''),
      (gen_random_uuid(), 'bulk', 'service', 'letter', 'a', 'a', 'toPrint', ''),
      (gen_random_uuid(), 'bulk', 'service', 'email', 'a', 'a', 'failed', '')`)
    const after = await read(await as('editor'))
    const risen = (name: string) => Number(after[name]) - Number(before[name])
    assert.deepEqual(
      ['heldMessages', 'failedMessages', 'noticesDue', 'cardsToPrint'].map(risen),
      [1, 1, 1, 1],
      'held letters are not counted',
    )
    await make.application()
    const waiting = succeeded(await admin.get('/member_applications/waiting'))['count']
    assert.deepEqual([(await read())['applications'], waiting], [1, 1])
  })

  test('lists birthdays of living members, those of 29 February on the 28th', async () => {
    const day = await today()
    const alive = await make.member({ name: 'Aniversariante', birthDate: addYears(day, -40) })
    await make.member({ name: 'Partiu', birthDate: addYears(day, -50), deathDate: addDays(day, -10) })
    await make.member({ name: 'Saiu', birthDate: addYears(day, -30), state: 'Exonerado' })
    await make.member({ name: 'Amanhã', birthDate: addDays(addYears(day, -20), 1) })
    const { birthdays, birthdayCount } = await read()
    assert.deepEqual(
      [birthdays, birthdayCount],
      [[{ memberId: alive._id, name: 'Aniversariante', age: 40 }], 1],
    )
    await make.member({ name: 'Bissexta', birthDate: '1988-02-29' })
    while (!addDays(await today(), 1).endsWith('-03-01') || (await today()).endsWith('-29'))
      clock.advance({ days: 1 })
    const later = (await read())['birthdays'] as { name: string }[]
    assert.deepEqual(
      later.filter(({ name }) => name !== 'Aniversariante').map(({ name }) => name),
      ['Bissexta'],
    )
  })

  test('is for staff only', async () => {
    assert.equal((await (await as('member')).get('/today')).status, 403)
    assert.equal((await admin.get('/today?_cor=azul')).status, 400)
  })
})

describe('the first steps of a new organisation', () => {
  const set = async (name: string, value: string) =>
    succeeded(await admin.patch(`/settings/${name}`, { value }))
  const stepsOf = async (who = admin) =>
    (await read(who))['firstSteps'] as { name: string; isDone: boolean }[] | null
  const namesOf = async (who = admin, isDone?: boolean) =>
    (await stepsOf(who))
      ?.filter((step) => isDone === undefined || step.isDone === isDone)
      .map(({ name }) => name)
  const daily = async () => {
    const { world } = here.app
    const settings = await world.organisation.settings()
    return inTransaction(here.database, async (db) => putAwayDoneSteps(db, await today(), settings, world))
  }

  test('are told to those who may do them, begin with the import, and are ticked by data', async () => {
    assert.equal(await stepsOf(), null, 'only a new organisation has them')
    await set('showsFirstSteps', 'true')
    const editor = await as('editor')
    const names = ['members', 'quotaPrices', 'mailServer', 'logo', 'iban', 'colleagues']
    assert.deepEqual(await namesOf(), names)
    assert.deepEqual(await namesOf(editor), ['members', 'quotaPrices', 'logo'])
    assert.equal(await stepsOf(await as('auditor')), null)
    await set('orgType', 'cooperative')
    assert.deepEqual((await namesOf())?.[2], 'capitalTitles')
    await set('capitalTitleValue', '10')
    assert.ok((await namesOf(admin, true))?.includes('capitalTitles'))
    await set('orgType', 'association')
    await sql('DELETE FROM quota_prices')
    const open = await namesOf(admin, false)
    assert.ok(open?.includes('quotaPrices') && open.includes('mailServer') && open.includes('iban'))
    assert.ok((await namesOf(admin, true))?.includes('members'))
    await make.price()
    await set('mailHost', 'smtp.exemplo.pt')
    await set('transferIban', 'PT50000201231234567890154')
    assert.deepEqual(await namesOf(admin, false), ['logo'])
  })

  test('are put away for good once all are done, or by an administrator', async () => {
    assert.deepEqual(await daily(), [])
    await sql(
      `UPDATE settings SET value = gen_random_uuid()::text, version = version + 1 WHERE name = 'organisationLogo'`,
    )
    await set('mailHost', 'mail.exemplo.pt')
    assert.equal(await stepsOf(), null)
    assert.equal((await daily()).length, 1)
    await set('mailHost', '')
    await set('showsFirstSteps', 'true')
    assert.deepEqual(await namesOf(admin, false), ['mailServer'])
    assert.equal(
      (await (await as('editor')).patch('/settings/showsFirstSteps', { value: 'false' })).status,
      403,
    )
    await set('showsFirstSteps', 'false')
    assert.equal(await stepsOf(), null)
  })
})
