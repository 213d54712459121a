import { createHmac } from 'node:crypto'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { isOfflineReference } from '@agremia/resources/rules/multibanco.ts'
import { succeeded } from '../../testing/make.ts'
import { qrOf, readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { app: server, as, another, make, today, visitor, sql } = app
const admin = await as('admin')
const { charge, pay, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))
await set('multibancoSubEntity', '123')
await set('multibancoEntity', '12345')
await set('transferIban', 'PT50 0002 0123 1234 5678 9015 4')
await set('organisationAddress', 'Rua do Outeiro, 1, Porto')

interface Advice {
  lines: { description: string; amount: number; dueDate: string }[]
  total: number
  multibanco: { entity: string; reference: string; amount: number } | null
  multibancoProblem: string | null
  transfer: { iban: string; nipc: string | null; holder: string } | null
  deadline: string | null
  publicId: string | null
  pdfUrl: string | null
  text: string
  member: { name: string; number: number }
}

async function readAdvice(query: string, caller = admin) {
  const { status, body } = await caller.get(`/payment_advice?${query}`)
  return { status, message: body.message, advice: body.data as unknown as Advice }
}

async function download(url: string) {
  const response = await server.inject({ method: 'GET', url })
  return { status: response.statusCode, headers: response.headers, body: response.rawPayload }
}

describe('a payment advice', () => {
  test('requires a member and a type, and a year for quotas', async () => {
    const { _id } = await make.member()
    for (const query of ['', `memberId=${_id}`, 'type=quota&year=2026', `memberID=${_id}&type=quota`]) {
      const { status, message } = await readAdvice(query)
      assert.deepEqual([status, message], [400, 'Not Enough Data'], query)
    }
    assert.equal((await readAdvice(`memberId=${_id}&type=nada`)).status, 400)
    assert.equal((await readAdvice(`memberId=${_id}&type=quota&year=dois`)).status, 400)
    assert.equal((await readAdvice(`memberId=${_id}&type=other&preco=5`)).status, 400)
    assert.equal((await readAdvice('memberId=nada&type=other')).status, 404)
  })

  test('lists open charges and how to pay them; reference and link change only when the open amount does', async () => {
    const { _id: memberId } = await make.member({ name: 'Inês Marques' })
    await charge({ memberId, type: 'quota', year, amount: 24, dueDate: addDays(day, 20) })
    await charge({ memberId, type: 'quota', year: year - 1, amount: 20 })
    const { advice } = await readAdvice(`memberID=${memberId}&type=quota&year=${year}`)
    assert.deepEqual(advice.lines, [{ description: `Quota ${year}`, amount: 24, dueDate: addDays(day, 20) }])
    assert.deepEqual([advice.total, advice.deadline], [24, addDays(day, 20)])
    assert.equal(advice.multibanco?.entity, '12345')
    assert.ok(
      isOfflineReference({
        entity: '12345',
        reference: advice.multibanco?.reference ?? '',
        amountCents: 2400,
      }),
    )
    assert.equal(advice.transfer?.iban, 'PT50000201231234567890154')
    assert.match(
      advice.text,
      /^Quota \d{4}: 24,00\s€ até .* Multibanco: entidade 12345, referência \d{3} \d{3} \d{3}\./,
    )
    const again = (await readAdvice(`memberId=${memberId}&type=quota&year=${year}`)).advice
    assert.deepEqual([again.multibanco, again.publicId], [advice.multibanco, advice.publicId])
    assert.ok(Buffer.from(advice.publicId ?? '', 'base64url').length >= 16)

    await pay({ memberId, amount: 30 })
    const after = (await readAdvice(`memberId=${memberId}&type=quota&year=${year}`)).advice
    assert.equal(after.total, 14)
    assert.notEqual(after.publicId, advice.publicId)
    assert.ok(
      isOfflineReference({
        entity: '12345',
        reference: after.multibanco?.reference ?? '',
        amountCents: 1400,
      }),
    )
    await pay({ memberId, amount: 14 })
    const settled = (await readAdvice(`memberId=${memberId}&type=quota&year=${year}`)).advice
    assert.deepEqual(
      [settled.total, settled.lines, settled.multibanco, settled.publicId],
      [0, [], null, null],
    )
  })

  test('the NIPC is a way to pay where the setting says so, and stays while it is', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 20 })
    const read = async () => (await readAdvice(`memberId=${memberId}&type=other`)).advice
    assert.equal((await read()).transfer?.nipc, null)
    const change = (name: string, value: string) => admin.patch(`/settings/${name}`, { value })
    const refused = await change('transferNipc', 'true')
    assert.deepEqual([refused.status, JSON.stringify(refused.body).includes('NIPC')], [422, true])
    await set('organisationNif', '500000000')
    await set('transferNipc', 'true')
    const { transfer, text, publicId, pdfUrl } = await read()
    assert.equal(transfer?.nipc, '500000000')
    assert.match(text, /Transferência SPIN: NIPC 500000000\./)
    const page = (await visitor.get(`/payment_information/${publicId}`)).body.data
    assert.deepEqual(page['transfer'], transfer)
    const pages = (await readPdf((await download(pdfUrl ?? '')).body)).pages.join(' ')
    assert.match(pages, /NIPC \(SPIN\)\s+500000000/)
    assert.equal((await change('organisationNif', '')).status, 422)
    await set('transferNipc', 'false')
    assert.equal((await change('organisationNif', '')).status, 200)
    assert.equal((await read()).transfer?.nipc, null)
  })

  test('computes the references of the published test vectors', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 20 })
    await sql(`UPDATE multibanco_counters SET last = 0 WHERE account = '12345/123'`)
    await sql(`UPDATE payment_advices SET released = true`)
    const { advice } = await readAdvice(`memberId=${memberId}&type=other`)
    assert.equal(advice.multibanco?.reference, '123000125')
    for (const [entity, subEntity, last, amount, reference] of [
      ['90150', '123', 1233, 432.11, '123123451'],
      ['11683', '12', 122, 9.99, '120012355'],
      ['10559', '1', 123455, 1, '112345638'],
      ['11249', '507', 41, 10, '507004202'],
    ] as const) {
      await set('multibancoSubEntity', subEntity)
      await set('multibancoEntity', entity)
      await sql('INSERT INTO multibanco_counters (account, last) VALUES ($1, $2)', [
        `${entity}/${subEntity}`,
        last,
      ])
      const one = await make.member()
      await charge({ memberId: one._id, amount })
      assert.equal(
        (await readAdvice(`memberId=${one._id}&type=other`)).advice.multibanco?.reference,
        reference,
      )
    }
    await set('multibancoEntity', '12345')
    await set('multibancoSubEntity', '123')
  })

  test('gives concurrent requests of different members different document numbers', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => make.member()))
    for (const { _id: memberId } of members) await charge({ memberId, amount: 7 })
    const responses = await Promise.all(
      members.flatMap(({ _id }) => [1, 2].map(() => readAdvice(`memberId=${_id}&type=other`))),
    )
    assert.equal(new Set(responses.map(({ advice }) => advice.multibanco?.reference)).size, 8)
  })

  test('reuses the numbers of settled charges before it fails; only the staff sees why there is no reference', async () => {
    const mine = await as('member')
    const memberId = String(mine.memberId)
    const { _id: other } = await make.member()
    const { _id: settled } = await charge({ memberId: other, amount: 3 })
    const { _id: open } = await charge({ memberId: other, amount: 3 })
    await pay({ memberId: other, amount: 3, items: [{ unsettledPaymentId: settled, amount: 3 }] })
    const { _id: wanted } = await charge({ memberId, amount: 3 })
    const query = `memberId=${memberId}&chargeIds=${wanted}`
    await sql('UPDATE payment_advices SET released = true')
    const take = (chargeId: string, from: number, to: number) =>
      sql(
        `INSERT INTO payment_advices (id, public_id, member_id, charge_ids, amount, account, document_id, reference)
         SELECT new_id(), 'cheia-' || number, $1, ARRAY[$2]::uuid[], 300, '12345/123', number, 'x'
         FROM generate_series($3::integer, $4::integer) AS number`,
        [other, chargeId, from, to],
      )
    await take(open, 0, 9999)
    const none = (await readAdvice(query)).advice
    assert.equal(none.multibanco, null)
    assert.match(none.multibancoProblem ?? '', /subentidade 123 .*Peça outra subentidade/)
    assert.equal((await readAdvice(query, mine as typeof admin)).advice.multibancoProblem, null)

    await sql('UPDATE payment_advices SET charge_ids = ARRAY[$1]::uuid[] WHERE document_id = 4321', [settled])
    const { multibanco, multibancoProblem, publicId } = (await readAdvice(query)).advice
    assert.deepEqual([multibanco?.reference.slice(0, 7), multibancoProblem], ['1234321', null])
    assert.equal(publicId, none.publicId)
    await sql(`DELETE FROM payment_advices WHERE member_id = $1`, [other])
  })

  test('has one link for each combination of type and year', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, type: 'quota', year, amount: 24 })
    const links = []
    for (const query of [`type=quota&year=${year}`, `type=quota&year=${year}`])
      links.push((await readAdvice(`memberId=${memberId}&${query}`)).advice.publicId)
    assert.equal(links[0], links[1])
    await charge({ memberId, type: 'activity', year, amount: 5 })
    const [whole, ofYear] = [
      (await readAdvice(`memberId=${memberId}&type=activity`)).advice,
      (await readAdvice(`memberId=${memberId}&type=activity&year=${year}`)).advice,
    ]
    assert.notEqual(whole.publicId, ofYear.publicId)
    await charge({ memberId, type: 'activity', year: year - 1, amount: 5 })
    const shown = await visitor.get(`/payment_information/${ofYear.publicId}`)
    assert.equal((shown.body.data as unknown as Advice).total, 5)
  })

  test('is readable by the member and the staff only', async () => {
    const [mine, stranger] = [await as('member'), await another('member')]
    const query = `memberId=${mine.memberId}&type=other`
    assert.equal((await readAdvice(query, mine as typeof admin)).status, 200)
    assert.equal((await readAdvice(query, stranger as typeof admin)).status, 404)
    assert.equal((await visitor.get(`/payment_advice?${query}`)).status, 401)
  })

  test('the public page shows initials, not names or contacts', async () => {
    const { _id: memberId } = await make.member({ name: 'Inês Marques da Silva', email: 'ines@exemplo.pt' })
    await charge({ memberId, amount: 12 })
    const { advice } = await readAdvice(`memberId=${memberId}&type=other`)
    const { status, body, text } = await visitor.get(`/payment_information/${advice.publicId}`)
    assert.equal(status, 200)
    const { member, total, isSettled } = body.data as unknown as Record<string, unknown>
    assert.deepEqual([member, total, isSettled], ['IS', 12, false])
    assert.doesNotMatch(text, /Inês|Marques|ines@/)
    for (const id of ['nada', '%00', 'x'.repeat(150), memberId])
      assert.equal((await visitor.get(`/payment_information/${id}`)).status, 404)
  })
})

describe('documents', () => {
  test('the advice PDF has the amounts, the reference and the QR code of the payment page', async () => {
    const { _id: memberId } = await make.member({ name: 'Inês Conceição' })
    await charge({ memberId, amount: 1234.5, description: 'Excursão a Évora' })
    const { advice } = await readAdvice(`memberId=${memberId}&type=other`)
    const { status, headers, body } = await download(advice.pdfUrl ?? '')
    assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
    assert.match(String(headers['content-disposition']), /^inline; filename="aviso-de-pagamento-\d+\.pdf"$/)
    const { pages, language } = await readPdf(body)
    assert.equal(language, 'pt-PT')
    assert.match(
      pages[0] ?? '',
      /Inês Conceição.*Excursão a Évora.*1 234,50 €.*Entidade 12345.*Emitido pela Agremia\..*Página 1 de 1/,
    )
    assert.match(pages[0] ?? '', /Transferência bancária IBAN PT50 .* Descrição .* Valor 1 234,50 €/)
    const times = (text: string) => (pages[0] ?? '').split(text).length - 1
    assert.equal(times('Rua do Outeiro, 1, Porto'), 1)
    assert.equal(times('/informacaoDePagamento/'), 1)
    const page = /\/informacaoDePagamento\/(.+)$/.exec((await qrOf(body, 1)) ?? '')?.[1] ?? ''
    const { data } = (await visitor.get(`/payment_information/${page}`)).body
    assert.equal(data['total'], 1234.5)
  })

  test('a receipt has the mandatory contents and never the word invoice; a cancelled one is marked', async () => {
    const { _id: memberId } = await make.member({ name: 'Óscar Leitão' })
    await charge({ memberId, type: 'quota', year, amount: 24 })
    const payment = await pay({ memberId, amount: 25.5, reference: 'TRF 99' })
    const { url } = succeeded(await admin.get(`/payments/${payment._id}/receipt`)) as unknown as {
      url: string
    }
    const { headers, body } = await download(url)
    assert.match(String(headers['content-disposition']), /filename="recibo-q-\d{4}-\d{6}\.pdf"/)
    const content = (await readPdf(body)).pages.join(' ')
    for (const expected of [
      `Recibo de quota n.º ${String(payment['receiptNumber'])}`,
      'Óscar Leitão',
      'Sócio n.º',
      `Quota ${year}`,
      'Crédito',
      '25,50 €',
      'vinte e cinco euros e cinquenta cêntimos',
      'Transferência',
      'TRF 99',
      'Quotas e joias (24,00 €): Isento de IVA nos termos do artigo 9.º, n.º 19',
      'Processado por computador',
      'Rua do Outeiro, 1, Porto',
    ])
      assert.ok(content.includes(expected), `«${expected}» in ${content}`)
    assert.doesNotMatch(content, /fatura|ATCUD|nota de crédito|ANULADO/i)

    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    const cancelled = (await readPdf((await download(url)).body)).pages.join(' ')
    assert.ok(cancelled.includes('ANULADO') && cancelled.includes(String(payment['receiptNumber'])))
  })

  test('the title and the legal text of a receipt depend on the types of its charges', async () => {
    const { _id: memberId } = await make.member()
    const receiptOf = async (charges: object[], method = 'transfer') => {
      const items = []
      for (const input of charges)
        items.push({ unsettledPaymentId: (await charge({ memberId, amount: 10, ...input }))._id, amount: 10 })
      const { _id } = await pay({ memberId, amount: 10 * items.length, items, method })
      const { url } = succeeded(await admin.get(`/payments/${_id}/receipt`)) as unknown as { url: string }
      return (await readPdf((await download(url)).body)).pages.join(' ')
    }
    const quota = { type: 'quota', year: year - 3 }
    const whole = await receiptOf([quota])
    assert.match(whole, /Recibo de quota n\.º .* Isento de IVA/)
    assert.doesNotMatch(whole, /Quotas e joias/)
    assert.match(whole, new RegExp(`Descrição Valor Quota ${year - 3} 10,00 €`))
    const renamed = await receiptOf([{ ...quota, year: year - 5, period: 'T1', description: 'Anuidade' }])
    assert.match(renamed, new RegExp(`Anuidade · Quota, 1\\.º trimestre de ${year - 5} 10,00 €`))
    const donation = await receiptOf([{ type: 'donation' }], 'cash')
    assert.match(donation, /Recibo de donativo n\.º .*sem relevância fiscal, concedido sem contrapartidas/)
    assert.doesNotMatch(donation, /Isento/)
    await set('donationLegalQuality', 'Pessoa coletiva de utilidade pública')
    await set('donationLegalBasis', 'Artigo 62.º, n.º 6, do EBF')
    const mixed = await receiptOf([{ type: 'donation' }, { type: 'quota', year: year - 4 }])
    assert.match(mixed, / Recibo n\.º /)
    assert.match(
      mixed,
      /Donativos \(10,00 €\): Donativo concedido sem contrapartidas\. Pessoa .* Artigo 62\.º/,
    )
    assert.match(mixed, /Quotas e joias \(10,00 €\): Isento/)

    await charge({ memberId, type: 'donation', amount: 200.01 })
    const input = { memberId, amount: 200.01, date: day }
    const refused = await admin.post('/payments', { ...input, method: 'cash' })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors ?? {})], [422, ['method']])
    assert.equal((await admin.post('/payments', { ...input, method: 'transfer' })).status, 201)
  })

  test('the public check of a receipt shows its status and initials, and rejects wrong codes', async () => {
    const { _id: memberId } = await make.member({ name: 'Inês Marques da Silva' })
    await charge({ memberId, type: 'quota', year, amount: 24 })
    const payment = await pay({ memberId, amount: 24 })
    const { url } = succeeded(await admin.get(`/payments/${payment._id}/receipt`)) as unknown as {
      url: string
    }
    const { body } = await download(url)
    const code = /verificarRecibo\/([\w-]{14})$/.exec((await qrOf(body, 1)) ?? '')?.[1] ?? ''
    assert.ok((await readPdf(body)).pages.join(' ').includes(` ${code} `), code)
    const read = async () => {
      const { status, body, text } = await visitor.get(`/receipt_information/${code}`)
      assert.equal(status, 200)
      assert.doesNotMatch(text, /Inês|Marques/)
      return body.data as unknown as Record<string, unknown>
    }
    const { title, number, amount, member, status } = await read()
    assert.deepEqual(
      [title, number, amount, member, status],
      ['Recibo de quota', payment['receiptNumber'], 24, 'IS', 'registered'],
    )
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.equal((await read())['status'], 'cancelled')
    assert.equal((await visitor.get(`/receipt_information/${code.toLowerCase()}`)).status, 200)
    const other = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    // The signed code of receipts issued before the short codes.
    await visitor.get(`/receipt_information/${'A'.repeat(38)}`)
    const id = Buffer.from(payment._id.replaceAll('-', ''), 'hex')
    const signature = createHmac('sha256', server.world.keys.signing('receipts'))
      .update(id)
      .digest()
      .subarray(0, 12)
    const signed = Buffer.concat([id, signature]).toString('base64url')
    assert.equal((await visitor.get(`/receipt_information/${signed}`)).status, 200)
    const forged = `${signed.slice(0, -1)}${signed.endsWith('A') ? 'E' : 'A'}`
    for (const wrong of [forged, other, code.slice(1), `${code}A`, 'nada', '%00', String(payment._id)])
      assert.equal((await visitor.get(`/receipt_information/${wrong}`)).status, 404, wrong)
  })

  test('a long statement has several numbered pages', async () => {
    const { _id: memberId } = await make.member()
    for (let index = 0; index < 45; index++)
      await charge({ memberId, amount: 1, description: `Aula ${index + 1}` })
    await pay({ memberId, amount: 40 })
    const { url } = succeeded(await admin.get(`/members/${memberId}/statement`)) as unknown as { url: string }
    const { pages } = await readPdf((await download(url)).body)
    assert.ok(pages.length > 1)
    pages.forEach((page, index) => assert.match(page, new RegExp(`Página ${index + 1} de ${pages.length}$`)))
    assert.match(pages.join(' '), /Aula 45 .*Recibo Q\/.*Total 45,00 € 40,00 €/)
  })

  test('documents open with their signed link only, until it expires', async () => {
    const owner = await another('member')
    const payment = await pay({ memberId: String(owner.memberId), amount: 5 })
    const path = `/payments/${payment._id}/receipt`
    assert.equal((await (await as('member')).get(path)).status, 404)
    assert.equal((await visitor.get(path)).status, 401)
    const { url } = succeeded(await owner.get(path)) as unknown as { url: string }
    assert.equal((await download(url)).status, 200)
    for (const wrong of [
      url.replace(/s=.*/, 's=nada'),
      url.replace('/receipt', '/statement'),
      url.replace(/\?.*/, ''),
    ])
      assert.equal((await download(wrong)).status, 404, wrong)
    app.clock.advance({ hours: 3 })
    assert.equal((await download(url)).status, 404)
  })
})
