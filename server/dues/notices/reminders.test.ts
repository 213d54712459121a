import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDays, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { runClock, messageTools } from '../../messages/testing.ts'
import { succeeded } from '../../testing/make.ts'
import { until } from '../../testing/wait.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { messagesTo } from '../../testing/read-messages.ts'
import { testApp } from '../../testing/test-app.ts'
import { decoded, startTestMailServer } from '../../testing/test-mail-server.ts'
import { duesTools } from '../testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const app = await testApp({ config: { smtpUrl: mail.url } })
const { as, make, today } = app
const { becomes, stateOf } = messageTools(app)
const { changeState, charge, notify: sendNotices, pay, read, set } = await duesTools(app)
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

test('held reminders say what is owed when they are released, and those with nothing to say are withdrawn', async () => {
  succeeded(await admin.patch('/message_settings/reminder1', { channel: 'email' }))
  await set('SendMessages', 'false')
  const names = [
    'deve',
    'pagou',
    'parte',
    'credito',
    'isento',
    'acordo',
    'saiu',
    'anulada',
    'metade',
    'apagado',
  ]
  const debtors = new Map<string, { memberId: string; chargeId: string; reminded: () => Promise<object> }>()
  for (const name of names) {
    const { _id: memberId } = await make.member({ email: `${name}@exemplo.pt` })
    const { _id: chargeId } = await charge({ memberId, amount: 30, dueDate: late })
    const reminded = async () => {
      const { reminderCount, noticeWaits } = await read('unsettled_payments', chargeId)
      return { steps: reminderCount, waits: noticeWaits }
    }
    debtors.set(name, { memberId, chargeId, reminded })
  }
  const of = (name: string) => debtors.get(name) ?? assert.fail(name)
  const second15 = await charge({ memberId: of('metade').memberId, amount: 15, dueDate: late })
  await sendNotices({ memberIds: [...debtors.values()].map(({ memberId }) => memberId) })
  for (const name of names) assert.equal((await stateOf(`${name}@exemplo.pt`))?.state, 'held', name)

  const reminderOf = async (name: string) =>
    (await messagesTo(app, `${name}@exemplo.pt`)).find(({ cause }) => cause === 'reminder1') ??
    assert.fail(name)
  const mailsTo = (name: string) =>
    mail
      .to(`${name}@exemplo.pt`)
      .map(decoded)
      .filter((text) => text.includes('Lembramos'))
  const act = async (name: string, action: string, input: object) =>
    succeeded(await admin.post(`/unsettled_payments/${of(name).chargeId}/${action}`, input))
  await pay({ memberId: of('pagou').memberId, amount: 30 })
  await pay({ memberId: of('parte').memberId, amount: 10 })
  const { _id: later } = await charge({ memberId: of('credito').memberId, amount: 1 })
  await pay({ memberId: of('credito').memberId, amount: 31 })
  assert.equal((await read('unsettled_payments', later))['status'], 'paid')
  await act('isento', 'exempt', { reason: 'Carência económica' })
  await act('anulada', 'cancel', { reason: 'Engano' })
  succeeded(await admin.post(`/unsettled_payments/${second15._id}/cancel`, { reason: 'Engano' }))
  const agreement = { memberId: of('acordo').memberId, instalments: 3, firstDate: await today() }
  succeeded(await admin.post('/payment_agreements', agreement))
  await changeState(of('saiu').memberId, 'Exonerado', await today())

  await set('SendMessages', 'true')
  await admin.post('/messages/release', { all: true })
  const sent = { deve: '30,00', parte: '20,00', metade: '30,00', apagado: '30,00' }
  for (const [name, amount] of Object.entries(sent)) {
    await until(async () => (await reminderOf(name)).state === 'sent', `${name} is not sent`)
    const [received = assert.fail(name), ...others] = mailsTo(name)
    assert.deepEqual(others, [], name)
    assert.match(received, new RegExp(`no valor de ${amount}\\s€`), name)
    assert.deepEqual(await of(name).reminded(), { steps: 2, waits: false }, name)
  }
  assert.equal((await read('unsettled_payments', second15._id))['reminderCount'], 0)
  const withdrawn = {
    pagou: ['settled', /pago/],
    credito: ['settled', /pago/],
    isento: ['settled', /isento/],
    anulada: ['settled', /anulado/],
    acordo: ['agreed', /acordo/],
    saiu: ['left', /saiu/],
  } as const
  for (const [name, [reason, detail]] of Object.entries(withdrawn)) {
    await until(async () => (await reminderOf(name)).state === 'cancelled', `${name} is not withdrawn`)
    const message = await reminderOf(name)
    assert.equal(message.reason, reason, name)
    assert.match(message.lastError ?? '', detail, name)
    assert.deepEqual(mailsTo(name), [], name)
    assert.deepEqual(await of(name).reminded(), { steps: 0, waits: false }, name)
  }
})

test('an advice and a payment message that wait for the rate say what is owed when they leave, and so does a copy', async () => {
  await set('messagesPerMinute', '1')
  const first = await debtor({ email: 'primeiro@exemplo.pt' })
  const [part, all] = [
    await debtor({ email: 'resto@exemplo.pt' }),
    await debtor({ email: 'nada@exemplo.pt' }),
  ]
  const advise = async ({ memberId, chargeId }: typeof first) =>
    succeeded(await admin.post('/payment_advice/send', { memberId, chargeIds: [chargeId] }))
  await advise(first)
  // The others wait for it, whichever of them is taken first.
  await becomes('primeiro@exemplo.pt', 'sent')
  await advise(all)
  const text = {
    subject: 'A sua dívida',
    body: '<p>Deve {valor}.</p>',
    smsText: 'Deve {valor}.',
    channel: 'email',
  }
  const written = succeeded(await admin.post('/payment_message', { ...text, memberIds: [part.memberId] }))
  succeeded(await admin.post(`/payment_message/${written._id}/send`, {}))
  await becomes('resto@exemplo.pt', 'queued')
  succeeded(await admin.patch('/message_settings/paymentReceived', { enabled: false }))
  await pay({ memberId: part.memberId, amount: 4 })
  await pay({ memberId: all.memberId, amount: 24 })
  await set('messagesPerMinute', '6000')
  await becomes('nada@exemplo.pt', 'cancelled')
  await becomes('resto@exemplo.pt', 'sent')
  assert.match(decoded(mail.to('resto@exemplo.pt')[0]!), /Deve 20,00\s€/)
  assert.deepEqual(mail.to('nada@exemplo.pt'), [])
  assert.deepEqual(await all.reminded(), never)

  const { id } = (await stateOf('resto@exemplo.pt')) ?? assert.fail()
  await pay({ memberId: part.memberId, amount: 5 })
  succeeded(await admin.post(`/messages/${id}/resend`, {}))
  await until(() => mail.to('resto@exemplo.pt').length === 2)
  assert.match(decoded(mail.to('resto@exemplo.pt')[1]!), /Deve 15,00\s€/)
})

test('letters say what is owed when they are printed, with the day of the print', async () => {
  succeeded(await admin.patch('/message_settings/reminder1', { channel: 'letter' }))
  const address = { address: 'Rua do Rio, 1', postalCode: '1000-001', city: 'Lisboa' }
  const [part, all] = [await make.member(address), await make.member(address)]
  const charges = []
  for (const { _id: memberId } of [part, all])
    charges.push(await charge({ memberId, amount: 30, dueDate: late }))
  await sendNotices({ memberIds: [part._id, all._id] })
  await pay({ memberId: part._id, amount: 10 })
  await pay({ memberId: all._id, amount: 30 })
  app.clock.advance({ days: 2 })
  const { id, count, url } = succeeded(await admin.post('/letter_runs', { all: true }))
  assert.equal(count, 1)
  const pdf = await readPdf((await app.app.inject({ method: 'GET', url: String(url) })).rawPayload)
  const text = pdf.pages.join(' ')
  assert.match(text, /20,00/)
  assert.doesNotMatch(text, /30,00/)
  assert.match(text, new RegExp(formatDateLong(await today())))
  succeeded(await admin.post(`/letter_runs/${String(id)}/printed`, {}))
  assert.equal((await read('unsettled_payments', charges[0]!._id))['reminderCount'], 2)
  assert.equal((await read('unsettled_payments', charges[1]!._id))['reminderCount'], 0)
})
