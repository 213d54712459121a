import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RequestedAmounts } from '@agremia/resources/advice.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { addDays, addMonths, formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { isOfflineReference } from '@agremia/resources/rules/multibanco.ts'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, clock, make, today, visitor, sql } = app
const admin = await as('admin')
const { charge, pay, set, read } = await duesTools(app)
await set('multibancoSubEntity', '123')
await set('multibancoEntity', '12345')
await set('transferIban', 'PT50 0002 0123 1234 5678 9015 4')
await set('agreementGraceDays', '20')

interface Advice extends RequestedAmounts {
  multibanco: { reference: string } | null
  transfer: { description: string } | null
  deadline: string | null
  publicId: string
  pdfUrl: string
  text: string
}

/** The advice for these charges, or for everything that the member owes. */
async function advise(memberId: string, chargeIds?: string[]): Promise<Advice> {
  const open = `/members/${memberId}/unsettled_payments?_status=open&_status=partial`
  const ids = chargeIds ?? (await admin.get(open)).body.data.map(({ _id }) => _id)
  const path = `/payment_advice?memberId=${memberId}&chargeIds=${ids.join(',')}`
  return succeeded(await admin.get(path)) as unknown as Advice
}

const pageOf = async ({ publicId }: Advice) =>
  (await visitor.get(`/payment_information/${publicId}`)).body.data as unknown as RequestedAmounts & {
    isSettled: boolean
  }
/** Without spaces: PDF readers put some between letters and signs. */
const closed = (text: string) => text.replaceAll(/\s/g, '')
const amountsOf = ({ lines }: RequestedAmounts) => lines.map(({ amount }) => amount)
const datesOf = ({ deadlines }: RequestedAmounts) => deadlines.map(({ date, amount }) => [date, amount])

/** A member who owes two quotas of past years, 60 € in three instalments, the first one in ten days. */
async function agreedMember() {
  const day = await today()
  const year = Number(day.slice(0, 4))
  const { _id: memberId } = await make.member({ name: 'Elvira Matos', email: 'elvira@exemplo.pt' })
  const quota = (back: number, amount: number) =>
    charge({ memberId, type: 'quota', year: year - back, amount, dueDate: `${year - back}-03-31` })
  const charges = [await quota(2, 20), await quota(1, 40)]
  const firstDate = addDays(day, 10)
  const chargeIds = charges.map(({ _id }) => _id)
  const agreement = await make.agreement({ memberId, chargeIds, instalments: 3, firstDate })
  const name = `acordo de pagamento (quotas de ${year - 2} e ${year - 1})`
  return { memberId, day, year, chargeIds, agreementId: agreement._id, firstDate, name }
}

describe('the advice of a member with an active agreement', () => {
  test('includes the next instalment and the charges outside the agreement, each with its deadline', async () => {
    const { memberId, day, year, chargeIds, firstDate, name } = await agreedMember()
    const nextYear = `${year + 2}-03-31`
    await charge({ memberId, amount: 7, description: 'Seguro', dueDate: addDays(day, -5) })
    await charge({ memberId, type: 'quota', year: year + 2, amount: 24, dueDate: nextYear })
    const advice = await advise(memberId)
    const first = {
      description: `A${name.slice(1)}, 1.ª prestação de 3`,
      amount: 20,
      dueDate: firstDate,
    }
    assert.deepEqual(advice.lines, [
      { description: 'Seguro', amount: 7, dueDate: addDays(day, -5) },
      first,
      { description: `Quota ${year + 2}`, amount: 24, dueDate: nextYear },
    ])
    assert.equal(advice.total, 51)
    assert.deepEqual(datesOf(advice), [
      [firstDate, 20],
      [addDays(day, 15), 7],
      [nextYear, 24],
    ])
    const reference = advice.multibanco?.reference ?? ''
    assert.ok(isOfflineReference({ entity: '12345', reference, amountCents: 5100 }))
    const last = formatDate(addMonths(firstDate, 2))
    const later = `Do ${name} ficam depois mais 2 prestações, no total de ${formatAmount(4000)}, até ${last}.`
    assert.equal(advice.later, later)
    assert.doesNotMatch(advice.text, /84,00|60,00/)

    const ofAgreement = await advise(memberId, chargeIds)
    assert.deepEqual([ofAgreement.lines, ofAgreement.total, ofAgreement.deadline], [[first], 20, firstDate])
    assert.match(
      ofAgreement.text,
      new RegExp(`^1\\.ª prestação do acordo de pagamento: 20,00\\s€ até ${formatDate(firstDate)}\\.`),
    )
    assert.match(
      ofAgreement.transfer?.description ?? '',
      /^1\.ª prestação do acordo de pagamento, sócio n\.º/,
    )
  })

  test('says the same on the public page, in the PDF and in the message', async () => {
    const { memberId, firstDate, name, chargeIds, day } = await agreedMember()
    const other = await charge({ memberId, amount: 7, description: 'Seguro', dueDate: addDays(day, 40) })
    const requested = [...chargeIds, other._id]
    const advice = await advise(memberId, requested)
    const { lines, total, deadlines, later } = advice
    const shown = await pageOf(advice)
    assert.deepEqual(
      { lines: shown.lines, total: shown.total, deadlines: shown.deadlines, later: shown.later },
      { lines, total, deadlines, later },
    )
    const dates = `${formatDateLong(firstDate)} (20,00 €) e ${formatDateLong(addDays(day, 40))} (7,00 €)`
    const pdf = await app.app.inject({ method: 'GET', url: advice.pdfUrl })
    const text = closed((await readPdf(pdf.rawPayload)).pages.join(' '))
    for (const part of [`Data-limite ${dates}`, '1.ª prestação de 3', 'Total 27,00 €', `Do ${name} ficam`])
      assert.ok(text.includes(closed(part)), `${part} is not in: ${text}`)
    assert.doesNotMatch(text, /67,00|60,00/)

    succeeded(await admin.post('/payment_advice/send', { memberId, chargeIds: requested }))
    const [message] = await sql<{ body_text: string }>('SELECT body_text FROM messages WHERE about_id = $1', [
      memberId,
    ])
    const body = (message?.body_text ?? '').replaceAll(/\s+/g, ' ')
    assert.ok(body.includes(`Até ${dates}, estão a pagamento`), body)
    assert.match(body, /a 1\.ª prestação do acordo de pagamento e «Seguro», no valor de 27,00 €/)
    assert.doesNotMatch(body, /67,00|60,00/)
  })

  test('a preview of a payment message has the amounts of the advice', async () => {
    const { memberId, firstDate } = await agreedMember()
    const input = {
      subject: '{aDescricao}',
      body: '<p>Pague {valor} até {data}.</p>',
      smsText: '{valor} até {data}',
      channel: 'email',
      memberIds: [memberId],
    }
    const shown = succeeded(await admin.post('/payment_message/preview', input))
    const { subject, text } = shown['sample'] as Record<string, string>
    assert.equal(subject, 'a 1.ª prestação do acordo de pagamento')
    assert.ok(
      text?.replaceAll(/\s+/g, ' ').includes(`Pague 20,00 € até ${formatDateLong(firstDate)}.`),
      String(text),
    )
  })

  test('the next instalment has another reference, also for the same amount', async () => {
    const { memberId, chargeIds, firstDate } = await agreedMember()
    const first = await advise(memberId, chargeIds)
    assert.equal((await advise(memberId, chargeIds.slice(1))).publicId, first.publicId)
    await pay({ memberId, amount: 20 })
    const second = await advise(memberId, chargeIds)
    assert.deepEqual([amountsOf(second), datesOf(second)], [[20], [[addMonths(firstDate, 1), 20]]])
    assert.notEqual(second.multibanco?.reference, first.multibanco?.reference)
    assert.equal((await pageOf(first)).lines[0]?.dueDate, addMonths(firstDate, 1), 'of the first link')
    await pay({ memberId, amount: 25 })
    const last = await advise(memberId, chargeIds)
    assert.deepEqual([amountsOf(last), last.later], [[15], null])
    await pay({ memberId, amount: 15 })
    assert.equal((await pageOf(first)).isSettled, true)
  })

  test('includes no instalment when no charge of the agreement is chosen', async () => {
    const { memberId, day } = await agreedMember()
    const other = await charge({ memberId, amount: 7, dueDate: addDays(day, 40) })
    const advice = await advise(memberId, [other._id])
    assert.deepEqual([amountsOf(advice), datesOf(advice)], [[7], [[addDays(day, 40), 7]]])
    assert.equal(advice.later, null)
  })

  test('includes overdue instalments within the grace period, and all charges once the agreement is broken', async () => {
    const { memberId, chargeIds, agreementId, firstDate } = await agreedMember()
    clock.advance({ days: 20 })
    await maintain(app.app.world)
    const late = await advise(memberId)
    assert.deepEqual(amountsOf(late), [20, 20])
    assert.deepEqual(datesOf(late), [
      [addDays(firstDate, 20), 20],
      [addMonths(firstDate, 1), 20],
    ])
    assert.match(late.text, /^1\.ª e 2\.ª prestações do acordo de pagamento: 40,00\s€ até /)
    await pay({ memberId, amount: 5 })
    assert.deepEqual(amountsOf(await advise(memberId)), [15, 20])

    clock.advance({ days: 11 })
    await maintain(app.app.world)
    assert.equal((await read('payment_agreements', agreementId))['state'], 'broken')
    const broken = await advise(memberId)
    assert.deepEqual([amountsOf(broken), broken.later], [[15, 40], null])
    assert.deepEqual(datesOf(broken), [[addDays(await today(), 15), 55]])
    succeeded(await admin.post(`/payment_agreements/${agreementId}/cancel`, { reason: 'Falhou' }))
    assert.deepEqual(amountsOf(await advise(memberId, chargeIds.slice(1))), [40])
  })
})

test('an advice names at most three dates, and no deadline is before the due date', async () => {
  const day = await today()
  const { _id: memberId } = await make.member()
  for (const days of [-3, 5, 40, 70])
    await charge({ memberId, amount: 10, dueDate: addDays(day, days), description: `Aula ${days}` })
  const advice = await advise(memberId)
  assert.deepEqual(datesOf(advice), [
    [addDays(day, 5), 10],
    [addDays(day, 15), 10],
    [addDays(day, 40), 10],
    [addDays(day, 70), 10],
  ])
  const [first, last] = [formatDate(addDays(day, 5)), formatDate(addDays(day, 70))]
  assert.ok(
    advice.text.includes(
      `: ${formatAmount(4000)} até ${first} (10,00\u00A0€) e o resto, por datas, até ${last}.`,
    ),
    advice.text,
  )
})
