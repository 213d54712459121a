import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const { as, make, sql, today, clock } = await testApp()
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
      (gen_random_uuid(), 'bulk', 'service', 'letter', 'a', 'a', 'held', ''),
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
    const until = Date.parse('2027-02-28T12:00:00Z') - clock().getTime()
    clock.advance({ minutes: Math.round(until / 60_000) })
    const later = (await read())['birthdays'] as { name: string }[]
    assert.deepEqual(
      later.map(({ name }) => name),
      ['Bissexta'],
    )
  })

  test('is for staff only', async () => {
    assert.equal((await (await as('member')).get('/today')).status, 403)
    assert.equal((await admin.get('/today?_cor=azul')).status, 400)
  })
})
