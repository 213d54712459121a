import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { runClock, messageTools } from '../../messages/testing.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { startTestMailServer } from '../../testing/test-mail-server.ts'
import { duesTools } from '../testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const app = await testApp({ config: { smtpUrl: mail.url } })
const { as, make, today } = app
const { becomes, stateOf } = messageTools(app)
const { charge, notify: sendNotices, read, set } = await duesTools(app)
runClock(app)
const admin = await as('admin')
const late = addDays(await today(), -20)
await set('messagesPerMinute', '6000')

const notify = async (memberId: string) => {
  const { done, held } = await sendNotices({ memberIds: [memberId] })
  return { done: Number(done) + Number(held), held }
}

async function debtor(input: Record<string, string>) {
  const { _id: memberId } = await make.member(input)
  const { _id } = await charge({ memberId, amount: 24, dueDate: late })
  const reminded = async () => {
    const { reminderCount, lastReminderAt, noticeWaits } = await read('unsettled_payments', _id)
    return { steps: reminderCount, isDated: lastReminderAt !== null, waits: noticeWaits }
  }
  return { memberId, chargeId: _id, reminded }
}

const never = { steps: 0, isDated: false, waits: false }
const second = { steps: 2, isDated: true, waits: false }

test('a held notice counts as a reminder when it is sent, and is not written twice', async () => {
  const email = 'devedor@exemplo.pt'
  const { memberId, chargeId, reminded } = await debtor({ email })
  await set('SendMessages', 'false')
  assert.deepEqual(await notify(memberId), { done: 1, held: 1 })
  assert.equal((await stateOf(email))?.state, 'held')
  assert.deepEqual(await reminded(), { ...never, waits: true })
  assert.deepEqual(await notify(memberId), { done: 0, held: 0 }, 'while it is held')

  await admin.post('/messages/discard', { all: true })
  assert.deepEqual(await reminded(), never, 'a discarded notice does not count')
  assert.deepEqual(await notify(memberId), { done: 1, held: 1 }, 'it is written again')
  await set('SendMessages', 'true')
  await admin.post('/messages/release', { all: true })
  await becomes(email, 'sent')
  assert.deepEqual(await reminded(), second)
  assert.deepEqual(await notify(memberId), { done: 0, held: 0 })
  assert.equal(mail.to(email).length, 1)

  await set('SendMessages', 'false')
  succeeded(await admin.post('/payment_advice/send', { memberId, chargeIds: [chargeId] }))
  assert.deepEqual(await reminded(), { ...second, waits: true }, 'the step never decreases')
  await set('SendMessages', 'true')
})

test('an advice that the mail server rejects is not counted as a reminder', async () => {
  const email = 'recusado@exemplo.pt'
  const { memberId, chargeId, reminded } = await debtor({ email })
  mail.reply = () => ({ code: 550, at: 'recipient' })
  succeeded(await admin.post('/payment_advice/send', { memberId, chargeIds: [chargeId] }))
  await becomes(email, 'failed')
  mail.reply = () => 'take'
  assert.deepEqual(await reminded(), never)
})

test('a letter counts as a reminder when it is printed', async () => {
  const { memberId, reminded } = await debtor({
    address: 'Rua do Rio, 1',
    postalCode: '1000-001',
    city: 'Lisboa',
  })
  succeeded(await admin.patch('/message_settings/reminder1', { channel: 'letter' }))
  assert.deepEqual(await notify(memberId), { done: 1, held: 0 }, 'letters wait for a printer')
  assert.deepEqual(await reminded(), { ...never, waits: true })
  const [letter] = (await admin.get(`/messages?_aboutId=${memberId}`)).body.data
  succeeded(await admin.post(`/messages/${letter?._id}/mark_printed`))
  assert.deepEqual(await reminded(), second)
})
