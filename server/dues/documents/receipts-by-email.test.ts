import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { runClock, messageTools } from '../../messages/testing.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { startTestMailServer } from '../../testing/test-mail-server.ts'
import { duesTools } from '../testing.ts'
import { sendReceiptOfPayment } from './send-receipt.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const app = await testApp({ config: { smtpUrl: mail.url } })
const { as, make, sql } = app
const { becomes, set, stateOf } = messageTools(app)
const { charge, pay } = await duesTools(app)
runClock(app)
const admin = await as('admin')
await set('messagesPerMinute', '6000')

/** The text and the file name of the PDF attached to an email. `index`: which email to this address. */
async function attachedTo(
  address: string,
  index = 0,
): Promise<{ fileName: string | undefined; text: string }> {
  const { raw } = mail.to(address)[index] ?? assert.fail(`${address} received nothing`)
  const [, fileName] = /filename=(\S+\.pdf)/.exec(raw) ?? []
  const [, encoded] =
    /Content-Type: application\/pdf[^]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? assert.fail('no PDF')
  const { pages } = await readPdf(Buffer.from(encoded ?? '', 'base64'))
  return { fileName, text: pages.join(' ') }
}

/** Waits until all earlier jobs of the queue are done: they run in order, so the receipt of this new payment is sent last. */
let sentinels = 0
async function receiptJobsDone(): Promise<void> {
  const email = `depois${++sentinels}@exemplo.pt`
  await pay({ memberId: (await make.member({ email }))._id, amount: 1 })
  await becomes(email, 'sent')
}

describe('the receipt of a payment', () => {
  test('is sent to the payer by email', async () => {
    const { _id: memberId } = await make.member({ name: 'Adelaide Nogueira', email: 'adelaide@exemplo.pt' })
    await charge({ memberId, type: 'quota', year: 2024, dueDate: '2024-03-31', amount: 24 })
    const { receiptNumber } = await pay({ memberId, amount: 24 })
    await becomes('adelaide@exemplo.pt', 'sent')
    const { fileName, text } = await attachedTo('adelaide@exemplo.pt')
    assert.equal(fileName, `recibo-${String(receiptNumber).toLowerCase().replaceAll('/', '-')}.pdf`)
    for (const expected of [String(receiptNumber), 'Adelaide Nogueira', 'Quota 2024', '24,00'])
      assert.ok(text.includes(expected), `${expected} in: ${text}`)
  })

  test('of a payer without address writes no message', async () => {
    const { _id: memberId } = await make.member({ name: 'Zulmira Sem Contacto' })
    const { _id } = await pay({ memberId, amount: 5 })
    await receiptJobsDone()
    assert.deepEqual(await sql('SELECT state FROM messages WHERE about_id = $1', [_id]), [])
  })

  test('is not sent as a letter automatically', async () => {
    const { _id: memberId } = await make.member({
      address: 'Rua do Outeiro, 1',
      postalCode: '4050-262',
      city: 'Porto',
    })
    const { _id } = await pay({ memberId, amount: 5 })
    await receiptJobsDone()
    assert.deepEqual(await sql('SELECT state FROM messages WHERE about_id = $1', [_id]), [])
  })

  test('is sent once for a repeated request, and not for a rejected payment', async () => {
    const { _id: memberId } = await make.member({ email: 'uma.vez@exemplo.pt' })
    const body = { memberId, date: '2020-01-02', amount: 5, method: 'cash' }
    assert.equal((await admin.post('/payments', { ...body, amount: 0 })).status, 422)
    for (let times = 0; times < 3; times++)
      assert.equal((await admin.post('/payments', body, { 'idempotency-key': 'recibo-uma-vez' })).status, 201)
    await becomes('uma.vez@exemplo.pt', 'sent')
    await receiptJobsDone()
    assert.equal(mail.to('uma.vez@exemplo.pt').length, 1)
  })
})

describe('cancelling a payment', () => {
  test('withdraws its unsent messages, which cannot be sent again', async () => {
    const { _id: memberId } = await make.member({ email: 'retida@exemplo.pt' })
    await set('SendMessages', 'false')
    const { _id } = await pay({ memberId, amount: 5 })
    await becomes('retida@exemplo.pt', 'held')
    await set('closedUntil', await app.today())
    assert.equal((await admin.post(`/payments/${_id}/cancel`, { reason: 'Engano' })).status, 409)
    assert.equal(
      (await stateOf('retida@exemplo.pt'))?.state,
      'held',
      'a refused cancellation withdraws nothing',
    )
    await set('closedUntil', '')
    assert.equal((await admin.post(`/payments/${_id}/cancel`, { reason: 'Engano' })).status, 200)
    assert.equal((await stateOf('retida@exemplo.pt'))?.state, 'cancelled')
    const { id } = (await stateOf('retida@exemplo.pt')) ?? assert.fail()
    await set('SendMessages', 'true')
    await admin.post('/messages/release', { all: true })
    const again = await admin.post(`/messages/${id}/resend`, {})
    assert.deepEqual(
      [again.status, again.body.message],
      [409, 'O que esta mensagem diz deixou de valer: já não pode ser enviada.'],
    )
    await receiptJobsDone()
    assert.deepEqual(mail.to('retida@exemplo.pt'), [])
  })

  test('before its receipt is written prevents that', async () => {
    const { _id: memberId } = await make.member({ email: 'antes@exemplo.pt' })
    await admin.patch('/message_settings/paymentReceived', { enabled: false })
    const { _id } = await pay({ memberId, amount: 5 })
    await admin.patch('/message_settings/paymentReceived', { enabled: true })
    await admin.post(`/payments/${_id}/cancel`, { reason: 'Engano' })
    const { world } = app.app
    await sendReceiptOfPayment(world, { id: '', data: { id: _id }, signal: AbortSignal.any([]) })
    assert.deepEqual(await sql('SELECT state FROM messages WHERE about_id = $1', [_id]), [])
  })

  test('prevents the retry of a message that is being sent', async () => {
    const email = 'a.caminho@exemplo.pt'
    const { _id: memberId } = await make.member({ email })
    const paid = Promise.withResolvers<string>()
    mail.reply = async (recipient) => {
      if (recipient !== email) return 'take'
      await admin.post(`/payments/${await paid.promise}/cancel`, { reason: 'Engano' })
      return { code: 421, at: 'data' }
    }
    const { _id } = await pay({ memberId, amount: 5 })
    paid.resolve(_id)
    await becomes(email, 'cancelled')
    mail.reply = () => 'take'
    assert.deepEqual(mail.to(email), [])
  })
})

describe('sending a receipt on request', () => {
  test('sends it to any address and records it in the audit log', async () => {
    const { _id: memberId } = await make.member({ email: 'filomena@exemplo.pt' })
    const { _id, receiptNumber } = await pay({ memberId, amount: 12.5 })
    await becomes('filomena@exemplo.pt', 'sent')
    const response = await admin.post(`/payments/${_id}/send_receipt`, { email: 'contabilista@exemplo.pt' })
    assert.equal(response.status, 200)
    await becomes('contabilista@exemplo.pt', 'sent')
    assert.ok((await attachedTo('contabilista@exemplo.pt')).text.includes(String(receiptNumber)))
    assert.equal(mail.to('filomena@exemplo.pt').length, 1)
    const { body } = await admin.get(`/payments/${_id}/audit_events`)
    const sent = body.data.find(({ action }) => action === 'sendReceipt')
    const email = { field: 'email', label: 'Email', from: '', to: 'contabilista@exemplo.pt' }
    assert.deepEqual(sent?.['changes'], [email])
  })

  test('requires an address, given or stored', async () => {
    const { _id: memberId } = await make.member()
    const { _id } = await pay({ memberId, amount: 5 })
    const path = `/payments/${_id}/send_receipt`
    const nowhere = await admin.post(path, {})
    assert.equal(nowhere.status, 422)
    assert.match(nowhere.text, /Não há email na ficha/)
    assert.equal((await admin.post(path, { email: 'isto não é' })).status, 422)
    assert.equal((await (await as('member')).post(path, { email: 'a@exemplo.pt' })).status, 403)
  })

  test('is rejected for a cancelled payment and when the message is disabled', async () => {
    const { _id: memberId } = await make.member({ email: 'tarde@exemplo.pt' })
    const { _id } = await pay({ memberId, amount: 5 })
    await becomes('tarde@exemplo.pt', 'sent')
    await admin.patch('/message_settings/paymentReceived', { enabled: false })
    const off = await admin.post(`/payments/${_id}/send_receipt`, {})
    assert.equal(off.status, 409)
    assert.match(off.text, /«Pagamento recebido» está desligada/)
    await admin.patch('/message_settings/paymentReceived', { enabled: true })
    await admin.post(`/payments/${_id}/cancel`, { reason: 'Engano' })
    const cancelled = await admin.post(`/payments/${_id}/send_receipt`, {})
    assert.equal(cancelled.status, 409)
    assert.equal((await stateOf('tarde@exemplo.pt'))?.state, 'sent')
    assert.equal(mail.to('tarde@exemplo.pt').length, 1)
  })
})
