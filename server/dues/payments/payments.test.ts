import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReceiptContent } from '@agremia/resources/receipt.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import { nif } from '@agremia/resources/rules/identity-numbers.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countRoundTrips } from '../../testing/count-round-trips.ts'
import { nifOf, succeeded } from '../../testing/make.ts'
import { placesOf, readPdf } from '../../testing/read-pdf.ts'
import { untilSomeoneWaits } from '../../testing/lock-waits.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, make, sql, today, clock } = app
const admin = await as('admin')
const { balanceOf, charge, pay, read, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

describe('a payment', () => {
  test('settles the oldest charges first, joias before quotas of the same day; the rest is credit', async () => {
    const { _id: memberId } = await make.member()
    const later = await charge({ memberId, type: 'quota', year: year - 1, dueDate: `${year - 1}-03-31` })
    const quota = await charge({ memberId, type: 'quota', year: year - 2, dueDate: `${year - 2}-03-31` })
    const joia = await charge({ memberId, type: 'joia', dueDate: `${year - 2}-03-31`, amount: 10 })
    assert.deepEqual(await balanceOf(memberId), { balance: 58, overdueAmount: 58, credit: 0 })

    const partial = await pay({ memberId, amount: 20 })
    assert.equal(partial['receiptNumber'], `Q/${year}/000001`)
    const settled = (partial['items'] as Record<string, unknown>[]).map((item) => [
      item['unsettledPaymentId'],
      item['amount'],
    ])
    assert.deepEqual(settled, [
      [joia._id, 10],
      [quota._id, 10],
    ])
    const states = async () =>
      Promise.all(
        [joia, quota, later].map(async ({ _id }) => (await read('unsettled_payments', _id))['status']),
      )
    assert.deepEqual(await states(), ['paid', 'partial', 'open'])

    await pay({ memberId, amount: 50 })
    assert.deepEqual(await states(), ['paid', 'paid', 'paid'])
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 12 })
  })

  test('takes three round trips to the database, the last with the commit', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 240 })
    const trips = await countRoundTrips(app.app.world.database.pool, () => pay({ memberId, amount: 24 }))
    assert.equal(trips, 3)
  })

  test('leaves exempt years exempt, also before the first daily work of a year', async () => {
    const { _id: memberId } = await make.member({ admissionDate: `${year - 2}-01-01` })
    const exemption = {
      exemptFrom: `${year - 1}-01-01`,
      exemptUntil: `${year}-12-31`,
      exemptReason: 'Doença',
    }
    succeeded(await admin.patch(`/members/${memberId}`, exemption))
    await charge({ memberId, type: 'quota', year, dueDate: `${year}-01-31` })
    const strip = async () => {
      const { quotaStrip } = await read('members', memberId)
      return [year - 2, year - 1, year].map((each) => (quotaStrip as Record<string, string>)[each])
    }
    assert.deepEqual(await strip(), ['none', 'exempt', 'owed'])
    await pay({ memberId, amount: 24 })
    assert.deepEqual(await strip(), ['none', 'exempt', 'paid'])

    await sql(
      `UPDATE member_balances SET as_of = '${year - 1}-12-31', quota_strip = '{"${year - 1}": "none"}' WHERE id = $1`,
      [memberId],
    )
    await pay({ memberId, amount: 5 })
    assert.deepEqual(await strip(), ['none', 'exempt', 'paid'])
  })

  test('can settle charges of several members with one receipt', async () => {
    const [mother, child] = [await make.member(), await make.member()]
    const one = await charge({ memberId: mother._id, amount: 24 })
    const other = await charge({ memberId: child._id, amount: 12 })
    const items = [{ unsettledPaymentId: other._id, amount: 5 }, { unsettledPaymentId: one._id }]
    const payment = await pay({ memberId: mother._id, amount: 30, items })
    assert.deepEqual(await balanceOf(mother._id), { balance: 0, overdueAmount: 0, credit: 1 })
    assert.deepEqual(await balanceOf(child._id), { balance: 7, overdueAmount: 0, credit: 0 })
    const lines = succeeded(await admin.get(`/payments/${payment._id}/payment_items`)) as unknown as object[]
    assert.equal(lines.length, 3)

    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await balanceOf(mother._id), { balance: 24, overdueAmount: 0, credit: 0 })
    assert.deepEqual(await balanceOf(child._id), { balance: 12, overdueAmount: 0, credit: 0 })
    const cancelled = await read('payments', payment._id)
    assert.deepEqual(
      [cancelled['status'], cancelled['receiptNumber'], cancelled['cancelReason']],
      ['cancelled', payment['receiptNumber'], 'Engano'],
    )
    assert.equal((await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Outra vez' })).status, 409)
  })

  test('repeated with its idempotency key is one payment', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 24 })
    const body = { memberId, date: day, amount: 24, method: 'cash' }
    const key = { 'idempotency-key': `pagar-${memberId}` }
    const responses = await Promise.all([1, 2, 3].map(() => admin.post('/payments', body, key)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal((await admin.get(`/members/${memberId}/payments`)).body.meta.total, 1)
  })

  test('is rejected with an error of the wrong field, and writes nothing', async () => {
    const { _id: memberId } = await make.member()
    const [open, cancelled] = [await charge({ memberId, amount: 24 }), await charge({ memberId, amount: 5 })]
    succeeded(await admin.post(`/unsettled_payments/${cancelled._id}/cancel`, { reason: 'Engano' }))
    await set('closedUntil', `${year - 1}-12-31`)
    const good = { memberId, date: day, amount: 10, method: 'transfer' }
    const before = await balanceOf(memberId)
    const item = (unsettledPaymentId: unknown, amount?: unknown) => ({
      items: [{ unsettledPaymentId, ...(amount !== undefined && { amount }) }],
    })
    const wrong: [change: object, field: string][] = [
      [{ amount: 0 }, 'amount'],
      [{ amount: -5 }, 'amount'],
      [{ amount: 10.005 }, 'amount'],
      [{ amount: 'dez' }, 'amount'],
      [{ amount: 1e12 }, 'amount'],
      [{ amount: null }, 'amount'],
      [{ date: null }, 'date'],
      [{ date: `${year + 1}-12-31` }, 'date'],
      [{ date: `${year - 1}-12-31` }, 'date'],
      [{ method: null }, 'method'],
      [{ method: 'ouro' }, 'method'],
      [{ method: 'cash', amount: 3000 }, 'method'],
      [{ memberId: null }, 'memberId'],
      [{ memberId: open._id }, 'memberId'],
      [{ items: 'nada' }, 'items'],
      [{ items: [5] }, 'items'],
      [item(open._id, 24.01), 'items'],
      [item(open._id, 11), 'items'],
      [item(open._id, 0), 'items'],
      [item(open._id, 'x'), 'items'],
      [item(cancelled._id, 1), 'items'],
      [item(memberId, 1), 'items'],
      [item('nada', 1), 'items'],
      [item(undefined), 'items'],
      [{ items: [{ unsettledPaymentId: open._id, amount: 1, preco: 2 }] }, 'items'],
      [{ items: [1, 1].map((amount) => ({ unsettledPaymentId: open._id, amount })) }, 'items'],
      [
        { items: [open._id, open._id.toUpperCase()].map((id) => ({ unsettledPaymentId: id, amount: 1 })) },
        'items',
      ],
      [{ receiptNumber: 'Q/2026/000999' }, 'receiptNumber'],
      [{ status: 'cancelled' }, 'status'],
      [{ preco: 5 }, 'preco'],
    ]
    for (const [change, field] of wrong) {
      const { status, body } = await admin.post('/payments', { ...good, ...change })
      assert.equal(status, 422, JSON.stringify(change))
      assert.deepEqual(Object.keys(body.errors), [field], JSON.stringify(change))
      const validated = await admin.post('/payments/validate', { ...good, ...change })
      assert.deepEqual(Object.keys(validated.body.errors), [field], JSON.stringify(change))
    }
    await set('closedUntil', '')
    assert.deepEqual(await balanceOf(memberId), before)
    assert.equal((await admin.get(`/members/${memberId}/payments`)).body.meta.total, 0)
    assert.deepEqual((await admin.post('/payments/validate', good)).body.errors, {})
  })

  test('with a date before the foundation or many years ago must be confirmed; before that, it opens no series', async () => {
    const first = `${year - 9}-03-01`
    const { _id: memberId } = await make.member({ admissionDate: first })
    const send = (path: string, date: string, more = {}) =>
      admin.post(path, { memberId, date, amount: 5, method: 'transfer', ...more })
    const series = async (date: string) =>
      (await sql('SELECT FROM receipt_counters WHERE series = $1', [`Q/${date.slice(0, 4)}`])).length
    const refused = (why: string, date: string) => ({
      date: [
        `${why}, e o recibo ficaria na série de ${date.slice(0, 4)}: corrija-a, ou confirme que está certa.`,
      ],
      dateConfirmed: ['Confirme, se a data estiver certa.'],
    })
    const old = `${year - 11}-05-04`
    const cases: [foundation: string, date: string, why: string][] = [
      ['', `${year - 10}-12-31`, `É anterior ao ano da primeira admissão que se conhece (${year - 9})`],
      [`${year - 8}-06-10`, `${year - 8}-06-09`, `É anterior à fundação (10/06/${year - 8})`],
      ['1906-01-01', old, 'Tem mais de 10 anos'],
    ]
    for (const [foundation, date, why] of cases) {
      await set('foundationDate', foundation)
      const { status, body } = await send('/payments', date)
      assert.deepEqual([status, body.errors], [422, refused(why, date)])
      assert.deepEqual((await send('/payments/validate', date)).body.errors, refused(why, date))
      assert.equal(await series(date), 0)
    }
    const confirmed = { dateConfirmed: true }
    const { errors, warnings } = (await send('/payments/validate', old, confirmed)).body
    assert.deepEqual(
      [errors, warnings],
      [{}, { date: [`Tem mais de 10 anos, e o recibo ficaria na série de ${year - 11}.`] }],
    )
    const payment = succeeded(await send('/payments', old, confirmed))
    assert.deepEqual([payment['receiptNumber'], payment['dateConfirmed']], [`Q/${year - 11}/000001`, true])

    const absurd = await send('/payments', '1899-12-31', confirmed)
    assert.deepEqual(
      [absurd.status, absurd.body.errors],
      [422, { date: ['É anterior a 1900: verifique o ano.'] }],
    )
    await set('foundationDate', '')
    assert.equal(
      (await send('/payments', `${year - 9}-01-01`)).status,
      201,
      'dates of the first year need no confirmation',
    )
  })

  test('in a closed period cannot be cancelled; charges may have any due date', async () => {
    const { _id: memberId } = await make.member()
    const closed = `${year - 1}-12-31`
    const old = await charge({ memberId, amount: 24, dueDate: closed })
    const payment = await pay({ memberId, amount: 10, date: closed })
    await set('closedUntil', closed)
    const refused = await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' })
    assert.deepEqual(
      [refused.status, refused.body.message],
      [
        409,
        `As contas estão fechadas até 31/12/${year - 1}: só quem administra pode reabri-las, nas definições.`,
      ],
    )
    await charge({ memberId, amount: 5, dueDate: closed })
    await pay({ memberId, amount: 14 })
    assert.equal((await read('unsettled_payments', old._id))['status'], 'paid')
    await set('closedUntil', '')
    assert.equal((await balanceOf(memberId)).balance, 5)
  })

  test('waits for a closing of accounts in progress, also in another process', async () => {
    const { _id: memberId } = await make.member()
    const date = `${year - 1}-12-31`
    const { _id } = await pay({ memberId, amount: 10, date })
    const requests = await inTransaction(app.database, async (db) => {
      await db.query({ text: `UPDATE settings SET value = $1 WHERE name = 'closedUntil'`, values: [date] })
      const pending = [
        admin.post('/payments', { memberId, date, amount: 5, method: 'transfer' }),
        admin.post(`/payments/${_id}/cancel`, { reason: 'Engano' }),
      ]
      await untilSomeoneWaits(app, Promise.all(pending))
      return pending
    })
    const [registered, cancelled] = await Promise.all(requests)
    assert.deepEqual([registered?.status, Object.keys(registered?.body.errors ?? {})], [422, ['date']])
    assert.equal(cancelled?.status, 409)
    await set('closedUntil', '')
    assert.equal((await balanceOf(memberId)).credit, 10)
  })

  test('that is cancelled stays in the list and is excluded from its sum', async () => {
    const { _id: memberId } = await make.member()
    const [kept, gone] = [await pay({ memberId, amount: 10.5 }), await pay({ memberId, amount: 4 })]
    succeeded(await admin.post(`/payments/${gone._id}/cancel`, { reason: 'Engano' }))
    const { body } = await admin.get(`/members/${memberId}/payments`)
    assert.deepEqual(body.data.map(({ _id }) => _id).toSorted(), [kept._id, gone._id].toSorted())
    assert.deepEqual(body.meta.sums, { amount: 10.5 })
    const { text } = await admin.get(
      `/payments/export?_memberId=${memberId}&_columns=receiptNumber,amount,status`,
    )
    assert.deepEqual(
      text.slice(1).split('\r\n').slice(0, -1).toSorted(),
      [
        'Recibo n.º;Valor;Valor recebido;Estado',
        `${String(kept['receiptNumber'])};10,50;10,50;Registado`,
        `${String(gone['receiptNumber'])};4,00;0,00;Anulado`,
      ].toSorted(),
    )
  })

  test('that is cancelled is excluded from sums and exports of its lines', async () => {
    const { _id: memberId } = await make.member()
    const { _id: unsettledPaymentId } = await charge({ memberId, amount: 24 })
    const items = [{ unsettledPaymentId, amount: 4 }]
    const gone = await pay({ memberId, amount: 6, items })
    await pay({ memberId, amount: 4, items })
    const paid = `/unsettled_payments/${unsettledPaymentId}/payment_items`
    assert.deepEqual((await admin.get(paid)).body.meta.sums, { amount: 8 })
    succeeded(await admin.post(`/payments/${gone._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual((await admin.get(paid)).body.meta.sums, { amount: 4 })
    const { text } = await admin.get(
      `/payment_items/export?_memberId=${memberId}&_columns=description,amount,status`,
    )
    assert.deepEqual(
      text.slice(1).split('\r\n').slice(0, -1).toSorted(),
      [
        'Descrição;Valor;Valor recebido;Estado',
        `Outro ${year};4,00;0,00;Anulado`,
        'Crédito;2,00;0,00;Anulado',
        `Outro ${year};4,00;4,00;Registado`,
      ].toSorted(),
    )
  })

  test('cannot be deleted; only notes and reference can change', async () => {
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 10 })
    assert.equal((await admin.delete(`/payments/${payment._id}`)).status, 403)
    const changed = succeeded(
      await admin.put(`/payments/${payment._id}`, {
        ...payment,
        notes: 'Trouxe o filho.',
        reference: 'TRF 7',
      }),
    )
    assert.deepEqual([changed['notes'], changed['reference']], ['Trouxe o filho.', 'TRF 7'])
    for (const change of [{ amount: 11 }, { date: '2020-01-01' }, { method: 'cash' }, { items: [] }]) {
      const { status, body } = await admin.patch(`/payments/${payment._id}`, change)
      assert.deepEqual(
        [status, body.errors],
        [422, { [Object.keys(change)[0] ?? '']: ['Não pode ser alterado.'] }],
      )
    }
  })
})

describe('receipts', () => {
  test('are not affected by later changes, on screen and in the PDF', async () => {
    const [payer, child] = [
      await make.member({ name: 'Olga Prates', nif: nifOf(71) }),
      await make.member({ name: 'Ivo Prates' }),
    ]
    await set('vatExemptionText', 'Isento ao abrigo do artigo 9.º')
    const charges = [
      await charge({ memberId: payer._id, type: 'quota', year: year - 1 }),
      await charge({ memberId: child._id, type: 'quota', year: year - 1 }),
    ]
    const items = charges.map(({ _id }) => ({ unsettledPaymentId: _id }))
    const { _id } = await pay({ memberId: payer._id, amount: 50, items })
    const shown = async () => {
      const { url, receipt } = succeeded(await admin.get(`/payments/${_id}/receipt`)) as unknown as {
        url: string
        receipt: ReceiptContent
      }
      const pdf = await app.app.inject(url)
      return { receipt, pages: (await readPdf(pdf.rawPayload)).pages }
    }
    const issued = await shown()
    for (const expected of [
      'Olga Prates',
      nif.format(nifOf(71)),
      'Isento ao abrigo',
      'Ivo Prates',
      'Crédito',
    ])
      for (const where of [JSON.stringify(issued.receipt), issued.pages.join(' ')])
        assert.ok(where.includes(expected), `${expected} in: ${where}`)
    assert.match(
      issued.pages.join(' '),
      /Olga Prates Quota \d{4} 24,00 € Crédito .*Subtotal .* Ivo Prates Quota \d{4} 24,00 € Subtotal 24,00 € Total 50,00 €/,
    )
    assert.ok(issued.receipt.words.startsWith('Recebemos de Olga Prates a quantia de 50,00'))
    const { title, facts, words, notes, checkCode } = issued.receipt
    const factTexts = facts.map(({ label, value }) => `${label} ${value}`)
    for (const text of [title, ...factTexts, words, ...notes, `${formatCardCode(checkCode)} http`])
      assert.ok(issued.pages.join(' ').includes(text.replaceAll('\u00A0', ' ')), `on paper: ${text}`)

    const changed = { name: 'Olga Nova', nif: nifOf(72), memberNumber: 70_000 }
    succeeded(await admin.patch(`/members/${payer._id}`, changed))
    succeeded(await admin.patch(`/members/${child._id}`, { name: 'Ivo Novo' }))
    await set('vatExemptionText', 'Outro texto')
    await set('memberSingular', 'associado')
    await set('membershipPayments', 'Contribuições')
    assert.deepEqual(await shown(), issued)

    succeeded(await admin.post(`/payments/${_id}/cancel`, { reason: 'Engano no nome' }))
    const { receipt, pages } = await shown()
    assert.deepEqual({ ...receipt, cancelled: null }, issued.receipt, 'only the cancellation differs')
    assert.equal(receipt.cancelled, 'Engano no nome')
    assert.match(pages.join(' '), /ANULADO: Engano no nome/)
    assert.equal(pages.join(' ').split('ANULADO').length - 1, 2, 'also across the page')
    await set('vatExemptionText', '')
    await set('memberSingular', 'sócio')
    await set('membershipPayments', 'Quotas')
  })

  test('are two copies on a page for the staff where the organisation wants it, if they fit', async () => {
    await set('vatExemptionText', 'Isento ao abrigo do artigo 9.º')
    const { _id: memberId } = await make.member({ name: 'Vera Dupla', nif: nifOf(73) })
    await charge({ memberId, type: 'quota', year: year - 1, amount: 7 })
    const { _id, receiptNumber } = await pay({ memberId, amount: 7 })
    const large = await make.member({ name: 'Lino Longo' })
    for (let index = 0; index < 14; index++) await charge({ memberId: large._id, amount: 1 })
    const long = await pay({ memberId: large._id, amount: 14 })
    const draw = async (url: unknown) => (await app.app.inject(String(url))).rawPayload
    const pdfOf = async (id: string) => draw(succeeded(await admin.get(`/payments/${id}/receipt`))['url'])

    const single = (await readPdf(await pdfOf(_id))).pages
    assert.equal(single.length, 1)
    assert.doesNotMatch(single[0] ?? '', /Original|Duplicado/)
    await set('receiptCopies', 'two')
    const pdf = await pdfOf(_id)
    const { pages } = await readPdf(pdf)
    assert.equal(pages.length, 1)
    const titles = (await placesOf(pdf, 1)).filter(({ text }) => text.includes(String(receiptNumber)))
    const tops = titles.map(({ top }) => top).toSorted((one, other) => one - other)
    const last = (await placesOf(pdf, 1)).filter(({ text }) => text === 'Assinatura').map(({ top }) => top)
    assert.ok(
      tops.length === 2 && Math.abs(tops[1]! - tops[0]! - 148.5) < 0.5,
      `half a page apart: ${tops.join()}`,
    )
    assert.ok(last.length === 2 && Math.min(...last) < 142, `the first ends above the cut: ${last.join()}`)
    assert.match(
      pages[0] ?? '',
      /Original.*Vera Dupla.*7,00 €.*Isento ao abrigo.*Duplicado.*Vera Dupla.*7,00 €/,
    )
    assert.doesNotMatch(pages[0] ?? '', /Página/)

    const longPages = (await readPdf(await pdfOf(long._id))).pages
    assert.deepEqual(
      longPages.map((page) => /Original|Duplicado/.exec(page)?.[0]),
      ['Original', 'Duplicado'],
    )
    const run = { payments: { ids: [_id, long._id] } }
    const both = await readPdf(await draw(succeeded(await admin.post('/receipt_runs', run))['url']))
    assert.deepEqual(
      both.pages.map((page) => page.match(/Original|Duplicado/g)?.length),
      [2, 1, 1],
    )

    succeeded(await admin.post(`/payments/${_id}/cancel`, { reason: 'Engano' }))
    assert.equal((await readPdf(await pdfOf(_id))).pages[0]?.match(/ANULADO/g)?.length, 4)
    await set('receiptCopies', 'one')
    await set('vatExemptionText', '')
  })

  test('of fifty concurrent writers have consecutive numbers', async () => {
    const date = `${year - 3}-05-05`
    const members = await Promise.all(Array.from({ length: 5 }, () => make.member()))
    const responses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const amount = index % 7 === 3 ? 0 : 5
        const payment = { memberId: members[index % 5]?._id, date, amount, method: 'cash' }
        const key = { 'idempotency-key': `fifty-${index}` }
        let response = await admin.post('/payments', payment, key)
        // 503: no database connection was free in time.
        while (response.status === 503) response = await admin.post('/payments', payment, key)
        return response
      }),
    )
    const numbers = responses
      .filter(({ status }) => status === 201)
      .map(({ body }) => String(body.data['receiptNumber']))
    assert.equal(numbers.length, 43)
    assert.deepEqual(
      numbers.toSorted(),
      numbers.map((_, index) => `Q/${year - 3}/${String(index + 1).padStart(6, '0')}`),
    )
  })

  test('have a series for each year', async () => {
    const { _id: memberId } = await make.member()
    const numbers = []
    for (const date of [`${year - 5}-12-31`, `${year - 4}-01-01`, `${year - 5}-01-01`])
      numbers.push((await pay({ memberId, amount: 5, date }))['receiptNumber'])
    assert.deepEqual(numbers, [`Q/${year - 5}/000001`, `Q/${year - 4}/000001`, `Q/${year - 5}/000002`])
  })
})

describe('credit', () => {
  test('settles charges on request, with a record of each use; used credit blocks cancelling its payment', async () => {
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 30 })
    const owed = await charge({ memberId, amount: 24, description: 'Cartão novo' })
    const usesCredit = async (id: string) =>
      succeeded(await admin.get(`/unsettled_payments/${id}`))['usesCredit']
    assert.equal(await usesCredit(owed._id), false)
    assert.deepEqual(await balanceOf(memberId), { balance: 24, overdueAmount: 0, credit: 30 })
    succeeded(await admin.post(`/members/${memberId}/use_credit`))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 6 })
    assert.equal(await usesCredit(owed._id), true)
    const uses = (await admin.get(`/members/${memberId}/credit_uses`)).body.data
    assert.deepEqual(
      uses.map((use) => [use['paymentId'], use['unsettledPaymentId'], use['amount'], use['status']]),
      [[payment._id, owed._id, 24, 'active']],
    )
    assert.equal((await admin.post(`/members/${memberId}/use_credit`)).status, 409)

    const refused = await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' })
    assert.equal(refused.status, 409)
    assert.match(refused.body.message, /«Cartão novo» \(24,00\s€\)/)
    succeeded(await admin.post(`/unsettled_payments/${owed._id}/release_credit`))
    assert.equal(await usesCredit(owed._id), false)
    assert.deepEqual(await balanceOf(memberId), { balance: 24, overdueAmount: 0, credit: 30 })
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await balanceOf(memberId), { balance: 24, overdueAmount: 0, credit: 0 })
  })
})

describe('the audit log', () => {
  test('has the exact amounts of used and released credit', async () => {
    const { _id: memberId } = await make.member()
    await pay({ memberId, amount: 0.3 })
    const { _id } = await charge({ memberId, amount: 0.1 })
    succeeded(await admin.post(`/members/${memberId}/use_credit`))
    succeeded(await admin.post(`/unsettled_payments/${_id}/release_credit`))
    const changesOf = async (path: string, action: string) =>
      (await admin.get(`${path}/audit_events`)).body.data.find((event) => event['action'] === action)?.[
        'changes'
      ]
    const used = (await changesOf(`/members/${memberId}`, 'useCredit')) as object[]
    assert.partialDeepStrictEqual(used, [{ field: 'credit', from: formatAmount(30), to: formatAmount(20) }])
    const released = (await changesOf(`/unsettled_payments/${_id}`, 'releaseCredit')) as object[]
    assert.partialDeepStrictEqual(released, [
      { field: 'paidAmount', from: formatAmount(10), to: formatAmount(0) },
    ])
  })
})

describe('a charge', () => {
  test('cannot be restored while another transaction inserts a charge of the same period', async () => {
    const { _id: memberId } = await make.member()
    const { _id } = await charge({ memberId, type: 'quota' })
    succeeded(await admin.post(`/unsettled_payments/${_id}/cancel`, { reason: 'Engano' }))
    const [response] = await inTransaction(app.database, async (db) => {
      // Like a generation, which inserts without locking the ledger.
      await db.query({
        text: `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id)
               SELECT new_id(), member_id, type, year, description, due_date, amount, category_id FROM unsettled_payments WHERE id = $1`,
        values: [_id],
      })
      const request = admin.post(`/unsettled_payments/${_id}/restore`)
      await untilSomeoneWaits(app, request)
      return [request]
    })
    assert.equal((await response)?.status, 409)
  })

  test('can be cancelled, waived and restored, with a reason, unless a payment settled some of it', async () => {
    const { _id: memberId } = await make.member()
    const { _id } = await charge({ memberId, type: 'quota', amount: 24 })
    const act = (action: string, body?: object) => admin.post(`/unsettled_payments/${_id}/${action}`, body)
    assert.equal((await act('cancel', {})).status, 422)
    succeeded(await act('exempt', { reason: 'Desemprego' }))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 0 })
    assert.equal((await act('exempt', { reason: 'Desemprego' })).status, 409)
    succeeded(await act('cancel', { reason: 'Engano' }))
    const again = await charge({ memberId, type: 'quota', amount: 24 })
    assert.equal(
      (await act('restore')).body.message,
      `Inclui meses que já estão em «Quota ${year}»: anule primeiro o que já existe.`,
    )
    succeeded(await admin.post(`/unsettled_payments/${again._id}/cancel`, { reason: 'Engano' }))
    const restored = succeeded(await act('restore'))
    assert.deepEqual([restored['status'], restored['cancelReason']], ['open', null])
    await pay({ memberId, amount: 1 })
    const refused = await act('cancel', { reason: 'Engano' })
    assert.equal(refused.status, 409)
    assert.match(refused.body.message, /anule primeiro o recibo Q\//)
    assert.deepEqual(await balanceOf(memberId), { balance: 23, overdueAmount: 0, credit: 0 })
    assert.equal((await admin.delete(`/unsettled_payments/${_id}`)).status, 403)
  })

  test('of type quota or joia is rejected when the period is taken', async () => {
    const { _id: memberId } = await make.member()
    const others = 'ou anule primeiro o que já existe.'
    const refused = async (input: object) => {
      const { status, body } = await admin.post('/unsettled_payments', {
        memberId,
        year,
        amount: 6,
        dueDate: day,
        ...input,
      })
      return [status, body.errors]
    }
    const takenPeriod = (which: string) => ({
      period: [`Inclui meses que já estão em ${which}: indique outro período ou ano, ${others}`],
    })
    await charge({ memberId, type: 'quota', year, period: 'T1', amount: 6 })
    const first = takenPeriod(`«Quota ${year}, 1.º trimestre»`)
    for (const period of ['T1', 'S1', '02', null])
      assert.deepEqual(await refused({ type: 'quota', period }), [422, first], String(period))
    const validated = await admin.post('/unsettled_payments/validate', {
      memberId,
      type: 'quota',
      period: 'S1',
      amount: 6,
      dueDate: day,
    })
    assert.deepEqual(validated.body.errors, first, 'validation reports it too')
    await charge({ memberId, type: 'quota', year, period: 'T2', amount: 6 })
    assert.deepEqual(await refused({ type: 'quota', period: 'S1' }), [
      422,
      takenPeriod(`«Quota ${year}, 1.º trimestre» e mais 1`),
    ])
    await charge({ memberId, type: 'joia', year })
    const joia = { year: [`Já existe «Joia ${year}»: indique outro ano, ${others}`] }
    assert.deepEqual(await refused({ type: 'joia' }), [422, joia])
    await charge({ memberId, type: 'quota', year: year - 1 })
    const whole = `Inclui meses que já estão em «Quota ${year - 1}»: indique outro ano, ${others}`
    assert.deepEqual(await refused({ type: 'quota', year: year - 1 }), [422, { year: [whole] }])

    const responses = await Promise.all(
      ['T3', 'S2', '08', 'T3'].map((period) => refused({ type: 'quota', period })),
    )
    assert.deepEqual(
      responses.map(([status]) => status).toSorted(),
      [201, 422, 422, 422],
      'also in concurrent requests',
    )
    await charge({ memberId, type: 'activity', year, period: '01' })
  })

  test('that was cancelled cannot be restored while another quota has its months', async () => {
    const { _id: memberId } = await make.member()
    const whole = await charge({ memberId, type: 'quota', year })
    succeeded(await admin.post(`/unsettled_payments/${whole._id}/cancel`, { reason: 'Engano' }))
    const part = await charge({ memberId, type: 'quota', year, period: 'S2' })
    const restore = () => admin.post(`/unsettled_payments/${whole._id}/restore`)
    const { status, body } = await restore()
    const problem = `Inclui meses que já estão em «Quota ${year}, 2.º semestre»: anule primeiro o que já existe.`
    assert.deepEqual([status, body.message], [409, problem])
    assert.equal((await balanceOf(memberId)).balance, 24)
    succeeded(await admin.post(`/unsettled_payments/${part._id}/cancel`, { reason: 'Engano' }))
    succeeded(await restore())
    assert.equal((await admin.post(`/unsettled_payments/${part._id}/restore`)).status, 409)
  })

  test('that is partly paid cannot be waived; lowering its amount settles it', async () => {
    const { _id: memberId } = await make.member()
    const { _id } = await charge({ memberId, amount: 24 })
    const { receiptNumber } = await pay({ memberId, amount: 10 })
    const refused = await admin.post(`/unsettled_payments/${_id}/exempt`, { reason: 'Desemprego' })
    assert.equal(refused.status, 409)
    assert.match(refused.body.message, /paga em parte \(10,00\s€\): .* altere o valor para 10,00\s€/)
    assert.ok(refused.body.message.includes(String(receiptNumber)))
    const settled = succeeded(await admin.patch(`/unsettled_payments/${_id}`, { amount: 10 }))
    assert.equal(settled['usesCredit'], false, 'a payment is not credit that could be released')
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 0 })
  })

  test('can be changed to any amount not below the paid one', async () => {
    const { _id: memberId } = await make.member()
    const { _id } = await charge({ memberId, amount: 24 })
    await pay({ memberId, amount: 10 })
    const change = (amount: number) => admin.patch(`/unsettled_payments/${_id}`, { amount })
    assert.deepEqual((await change(9.99)).body.errors, { amount: ['É menor do que o que já foi pago.'] })
    assert.deepEqual(
      [succeeded(await change(10))['status'], await balanceOf(memberId)],
      ['paid', { balance: 0, overdueAmount: 0, credit: 0 }],
    )
    assert.equal(succeeded(await change(30))['status'], 'partial')
    assert.deepEqual(await balanceOf(memberId), { balance: 20, overdueAmount: 0, credit: 0 })
  })

  test('is overdue from the day after its due date', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, type: 'quota', amount: 24, dueDate: day })
    assert.equal((await read('members', memberId))['quotasUpToDate'], true)
    clock.advance({ days: 1 })
    const { maintain } = await import('../../maintenance.ts')
    await maintain(app.app.world)
    const member = await read('members', memberId)
    assert.deepEqual(
      [member['quotasUpToDate'], member['overdueAmount'], member['oldestDebt'], member['debtYears']],
      [false, 24, day, 1],
    )
    assert.equal((member['quotaStrip'] as Record<string, string>)[year], 'owed')
  })
})
