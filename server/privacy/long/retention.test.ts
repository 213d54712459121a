import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applicationTexts } from '@agremia/resources/application-texts.ts'
import { retentionNames, retentionText } from '@agremia/resources/retention.ts'
import { addMonths } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../../maintenance.ts'
import { duesTools } from '../../dues/testing.ts'
import { succeeded } from '../../testing/make.ts'
import { insertDebits, insertRecordFile } from '../../testing/samples.ts'
import { testApp } from '../../testing/test-app.ts'
import { jobsDone } from '../../testing/wait.ts'

const tested = await testApp()
const { as, make, sql, clock, today } = tested
const admin = await as('admin')
const editor = await as('editor')
const { changeState, set } = await duesTools(tested)
await set('SendMessages', 'false')
const { world } = tested.app
const runDailyWork = () => maintain(world)
const confirmation = 'anonimizar'

/** Makes the audit events of a record as old as months before today. */
const age = async (recordId: string, months: number) =>
  sql('UPDATE audit_events SET at = $2::date WHERE record_id = $1', [
    recordId,
    addMonths(await today(), -months),
  ])
const eventsOf = (recordId: string) =>
  sql<{ action: string; changes: unknown[]; address: string | null; rows: unknown }>(
    'SELECT action, changes, address, rows FROM audit_events WHERE record_id = $1 ORDER BY at, id',
    [recordId],
  )
const erasuresOf = async (rule: string) =>
  (await admin.get(`/erasures?_rule=${rule}`)).body.data.map((row) => [row['count'], row['byName']])
/** The next day: the program deletes once a day. */
const nextDay = async () => {
  clock.advance({ days: 1 })
  await runDailyWork()
}

test('the privacy notice has the period of each rule, and a new version follows a change of the settings', async () => {
  assert.ok(applicationTexts.privacyNotice.default.includes(retentionText({})))
  assert.equal(retentionText({}).split('; ').length, retentionNames.length)
  const notice = async () => succeeded(await admin.get('/member_application_texts/privacyNotice'))
  const before = await notice()
  await runDailyWork()
  assert.equal((await notice())['textVersion'], before['textVersion'])
  await set('retentionRejectedApplications', '6')
  await set('retentionFormerMembers', '1')
  await runDailyWork()
  await runDailyWork()
  const after = await notice()
  assert.equal(after['textVersion'], Number(before['textVersion']) + 1)
  assert.match(String(after['body']), /recusadas ou retiradas, 6 meses; .* e 1 ano depois;/)
  const versions = (
    await admin.get(`/member_application_texts/${after._id}/member_application_text_versions`)
  ).body.data
  assert.equal(versions.length, 2, 'the former version stays')
  await set('retentionRejectedApplications', '12')
  await set('retentionFormerMembers', '5')
})

test('the periods have bounds, and only administrators change them', async () => {
  for (const value of ['0', '37', 'x', '1,5', ''])
    assert.equal((await admin.patch('/settings/retentionRejectedApplications', { value })).status, 422, value)
  assert.equal((await admin.patch('/settings/retentionFormerIbans', { value: '13' })).status, 422)
  assert.equal((await editor.patch('/settings/retentionPhotos', { value: '6' })).status, 403)
})

describe('the daily work', () => {
  test('empties old audit events, and keeps who did what and when', async () => {
    const [old, recent] = [await make.member({ city: 'Beja' }), await make.member({ city: 'Beja' })]
    await age(old._id, 25)
    await age(recent._id, 23)
    await nextDay()
    const [[emptied], [kept]] = [await eventsOf(old._id), await eventsOf(recent._id)]
    assert.deepEqual([emptied?.action, emptied?.changes, emptied?.address], ['created', [], null])
    assert.notDeepEqual(kept?.changes, [])
    assert.equal((await erasuresOf('auditTrail')).length, 1)
  })

  test('empties the traces of deleted records, unless they were restored', async () => {
    const [gone, back] = [await make.collector(), await make.collector()]
    for (const { _id } of [gone, back]) await admin.delete(`/collectors/${_id}`)
    const [event] = (await admin.get(`/audit_events?_resource=collectors&_recordId=${back._id}`)).body.data
    succeeded(await admin.post(`/audit_events/${event?._id}/restore`))
    for (const { _id } of [gone, back]) {
      await sql(`UPDATE audit_events SET at = at - interval '13 months' WHERE record_id = $1`, [_id])
    }
    await nextDay()
    for (const one of await eventsOf(gone._id)) assert.deepEqual([one.changes, one.rows], [[], null])
    const [created] = await eventsOf(back._id)
    assert.notDeepEqual(created?.changes, [])
  })

  test('deletes old sign-ins and replaced consents, and the time of the last check of cards', async () => {
    const { _id: userId } = await make.user()
    await sql(
      `INSERT INTO audit_events (id, at, user_name, resource, record_id, action, changes) VALUES
       (new_id(), $2::date, 'X', 'users', $1, 'signInRefused', '[]'), (new_id(), $3::date, 'X', 'users', $1, 'signInRefused', '[]')`,
      [userId, addMonths(await today(), -13), addMonths(await today(), -11)],
    )
    const { _id: personId } = await make.person()
    const at = async (months: number) => `${addMonths(await today(), -months)}T10:00:00Z`
    for (const [status, months, purpose] of [
      ['given', 90, 'newsletter'],
      ['given', 70, 'newsletter'],
      ['given', 65, 'sms'],
      ['withdrawn', 62, 'sms'],
      ['given', 80, 'imageUse'],
      ['withdrawn', 59, 'imageUse'],
    ] as const)
      succeeded(await admin.post('/consents', { personId, purpose, status, at: await at(months) }))
    const card = await make.card()
    await sql(`UPDATE membership_cards SET last_verified_at = $2::date WHERE id = $1`, [
      card._id,
      addMonths(await today(), -4),
    ])
    await nextDay()
    const refused = (await eventsOf(userId)).filter(({ action }) => action === 'signInRefused')
    assert.equal(refused.length, 1)
    const left = await sql(`SELECT purpose, status FROM consents WHERE person_id = $1 ORDER BY purpose, at`, [
      personId,
    ])
    assert.deepEqual(left, [
      { purpose: 'imageUse', status: 'given' },
      { purpose: 'imageUse', status: 'withdrawn' },
      { purpose: 'newsletter', status: 'given' },
    ])
    const [checked] = await sql('SELECT last_verified_at FROM membership_cards WHERE id = $1', [card._id])
    assert.equal(checked?.['last_verified_at'], null)
  })

  test('deletes once a day', async () => {
    await nextDay()
    const { _id } = await make.member()
    await age(_id, 30)
    await runDailyWork()
    assert.notDeepEqual((await eventsOf(_id))[0]?.changes, [])
    await nextDay()
    assert.deepEqual((await eventsOf(_id))[0]?.changes, [])
  })
})

interface Due {
  rule: string
  count: number
  members: { _id: string }[]
}

describe('data to erase', () => {
  const due = async (rule: string) => {
    const { data } = (await editor.get('/data_to_erase')).body as unknown as { data: Due[] }
    return data.find((one) => one.rule === rule)?.members.map(({ _id }) => _id) ?? []
  }
  const erase = async (rule: string, ids: string[]) => {
    const task = { title: 'Eliminar', kind: 'erasure', input: { rule, confirmation }, audience: { ids } }
    const { _id } = succeeded(await admin.post('/bulk_actions', task))
    await jobsDone({ sql }, 'bulkActions')
    return (await admin.get(`/bulk_actions/${_id}/bulk_action_results?_sort=place`)).body.data.map(
      (row) => row['outcome'],
    )
  }
  const former = async (months: number, given = {}) => {
    const member = await make.member({ admissionDate: '2010-01-01', ...given })
    await changeState(member._id, 'Exonerado', addMonths(await today(), -months))
    return member
  }

  test('are those of former members after five years', async () => {
    const [old, recent] = [await former(61, { name: 'Hermengarda Tojeiro Vaz' }), await former(59)]
    const listed = await due('formerMembers')
    assert.deepEqual([listed.includes(old._id), listed.includes(recent._id)], [true, false])
    assert.deepEqual(await erase('formerMembers', [old._id, recent._id]), ['done', 'skipped'])
    const record = succeeded(await admin.get(`/members/${old._id}`))
    assert.match(String(record['name']), /\(anonimizado\)$/)
    assert.deepEqual(await erasuresOf('formerMembers'), [
      [1, (await sql<{ name: string }>('SELECT name FROM users WHERE id = $1', [admin.userId]))[0]?.name],
    ])
    assert.ok(!(await due('formerMembers')).includes(old._id))
  })

  test('are not those of people who are members again', async () => {
    const old = await former(70)
    await make.member({ personId: old['personId'] })
    assert.ok(!(await due('formerMembers')).includes(old._id))
  })

  test('are the IBAN 14 months after the last debit, also in the history', async () => {
    const iban = 'PT50003506830000000784311'
    const [one, debited] = [await former(15, { iban }), await former(15, { iban })]
    const { batchId } = await insertDebits({ make, sql }, debited._id)
    await sql(`UPDATE debit_batches SET collection_date = $2 WHERE id = $1`, [
      batchId,
      addMonths(await today(), -13),
    ])
    const listed = await due('formerIbans')
    assert.deepEqual([listed.includes(one._id), listed.includes(debited._id)], [true, false])
    assert.deepEqual(await erase('formerIbans', [one._id, debited._id]), ['done', 'skipped'])
    assert.equal(succeeded(await admin.get(`/members/${one._id}`))['iban'], null)
    assert.equal(succeeded(await admin.get(`/members/${debited._id}`))['iban'], iban)
    assert.doesNotMatch(JSON.stringify(await eventsOf(one._id)), new RegExp(iban))
  })

  test('are the authorisations of debit after 36 months, with their document', async () => {
    const [one, recent] = [await former(40), await former(40)]
    for (const [member, months] of [
      [one, 37],
      [recent, 35],
    ] as const) {
      const { batchId, mandateId } = await insertDebits({ make, sql }, member._id)
      await sql(`UPDATE debit_batches SET collection_date = $2 WHERE id = $1`, [
        batchId,
        addMonths(await today(), -months),
      ])
      const fileId = await insertRecordFile(sql, { memberId: member._id })
      await sql(`UPDATE mandates SET document_id = $2 WHERE id = $1`, [mandateId, fileId])
    }
    assert.deepEqual(await erase('mandates', [one._id, recent._id]), ['done', 'skipped'])
    const of = (memberId: string) =>
      sql(`SELECT iban, state, document_id IS NULL AS "isGone" FROM mandates WHERE member_id = $1`, [
        memberId,
      ])
    assert.deepEqual(await of(one._id), [{ iban: '', state: 'revoked', isGone: true }])
    assert.equal((await sql('SELECT FROM record_files WHERE member_id = $1', [one._id])).length, 0)
    assert.equal((await sql('SELECT FROM record_files WHERE member_id = $1', [recent._id])).length, 1)
    const [collection] = await sql('SELECT iban FROM debit_collections WHERE member_id = $1', [one._id])
    assert.equal(collection?.['iban'], '')
  })

  test('are the photographs three months after the person left', async () => {
    const one = await former(4)
    const fileId = await insertRecordFile(sql, { memberId: one._id })
    await sql('UPDATE people SET photo_id = $2 WHERE id = $1', [one['personId'], fileId])
    await sql('DELETE FROM record_files WHERE id = $1', [fileId])
    assert.ok((await due('photos')).includes(one._id))
    assert.deepEqual(await erase('photos', [one._id]), ['done'])
    assert.equal((await sql('SELECT FROM stored_files WHERE id = $1', [fileId])).length, 0)
  })

  test('are erased by administrators who typed the confirmation', async () => {
    const task = { title: 'Eliminar', kind: 'erasure', audience: { ids: [] } }
    const input = { rule: 'photos', confirmation }
    assert.equal((await editor.post('/bulk_actions', { ...task, input })).status, 403)
    for (const [wrong, field] of [
      [{ ...input, confirmation: 'sim' }, 'input.confirmation'],
      [{ ...input, rule: 'signIns' }, 'input.rule'],
    ] as const) {
      const { status, body } = await admin.post('/bulk_actions', { ...task, input: wrong })
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
    }
  })
})
