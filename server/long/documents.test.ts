import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cardLayouts } from '@agremia/resources/card-layouts.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { Schema } from '@agremia/resources/json-shape.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import sharp from 'sharp'
import { documentUrl } from '../dues/documents/documents.ts'
import { duesTools } from '../dues/testing.ts'
import { Media } from '../rest/api.ts'
import { succeeded } from '../testing/make.ts'
import { pdfFaults } from '../testing/pdf-faults.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { testApp } from '../testing/test-app.ts'

const here = await testApp()
const { app, as, make, today } = here
const admin = await as('admin')
const { charge, pay, set } = await duesTools(here)
const headers = { authorization: `Bearer ${admin.tokens.access}` }

async function uploadLogo(): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const picture = sharp({ create: { width: 200, height: 100, channels: 4, background: '#c0392b80' } })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'logo.png')
  const { status } = await fetch(`${address}/api/organisation_logo`, { method: 'POST', body: form, headers })
  assert.equal(status, 201)
}

interface Document {
  url: string
  /** Of a document that is asked for with POST. */
  payload?: object
  title: RegExp
  /** Whether it has a letterhead. */
  isLetter?: true
}

type Link = Record<string, string>
const get = async (path: string) => succeeded(await admin.get(path)) as unknown as Link
const post = async (path: string, body: object) => succeeded(await admin.post(path, body)) as unknown as Link

/** A link to each kind of document. */
async function makeDocuments(): Promise<Document[]> {
  await uploadLogo()
  await set('name', 'Clube «Sol & Mar» <Gaia>')
  await set('watermarkLists', 'true')
  await set('organisationNif', '501234560')
  await set('organisationAddress', 'Rua do Sol, 1, 1100-420 Lisboa')
  const { _id: memberId } = await make.member({
    name: 'Łucja Ângela Gonçalves',
    address: 'Rua do Mar, 2',
    postalCode: '4050-262',
    city: 'Gaia',
  })
  for (let index = 0; index < 60; index++) await charge({ memberId, amount: 15 })
  const payment = await pay({ memberId, amount: 800 })
  const cancelled = await pay({ memberId, amount: 1 })
  await post(`/payments/${cancelled._id}/cancel`, { reason: 'Valor errado.' })
  const bounced = await pay({ memberId, amount: 2 })
  await post(`/payments/${bounced._id}/return`, {
    date: await today(),
    reason: 'AM04',
    cost: 3,
    chargeCost: true,
  })
  const { _id: leaverId } = await make.member({ name: 'Álvaro Pires' })
  await pay({ memberId: leaverId, amount: 24 })
  const refund = { amount: 24, date: await today(), method: 'transfer', reason: 'Saiu.' }
  const { _id: refundId } = await post(`/members/${leaverId}/refund_credit`, refund)
  const round = await make.round()
  await post(`/rounds/${round._id}/hand_out`, {})
  const papers = `/rounds/${round._id}/document?kind=`
  const routeList = String((await get(`${papers}route`))['url'])
  const slips = String((await get(`${papers}slips`))['url'])
  await post(`/rounds/${round._id}/settle`, { date: await today(), deliveredAmount: 0 })
  const sheet = succeeded(await admin.post('/cash_sheets', { date: await today(), countedCash: 0 }))
  await make.batch({
    audience: { ids: [memberId] },
    subject: 'Convite',
    body: '<p>Olá.</p>',
    channel: 'letter',
  })
  await make.card({ memberId })
  const printed = await make.printBatch()
  const link = async (path: string) => String((await get(path))['url'])
  const gift = { date: await today(), description: 'Bandeira bordada', value: 150, memberId }
  const { _id: giftId } = succeeded(await admin.post('/donations_in_kind', gift))
  const { _id: mandateId } = succeeded(await admin.post('/mandates', { memberId }))
  const breach = {
    summary: 'Folha perdida',
    knownAt: '2026-01-05T10:00:00Z',
    description: 'Ficou no comboio.\n\nEstava numa pasta.',
    people: 'Alunos',
    data: 'Nome e telefone.',
  }
  const { _id: breachId } = succeeded(await admin.post('/data_breaches', breach))
  succeeded(await admin.post('/processors', { name: 'Alojamento', service: 'Alojamento' }))
  const keptReport = await post('/kept_reports', {
    report: 'paymentsPerYear',
    parameters: { from: '2020', to: '2021' },
    purpose: 'Assembleia geral',
  })
  const emailed = await documentUrl(app.world, { kind: 'receipt', id: String(payment._id) })
  await set('receiptCopies', 'two')
  const letterheaded: [url: string, title: RegExp][] = [
    [emailed, /^Recibo n\.º /],
    [await link(`/payments/${payment._id}/receipt`), /^Recibo n\.º /],
    [await link(`/payments/${cancelled._id}/receipt`), /^Recibo n\.º /],
    [await link(`/payments/${bounced._id}/receipt`), /^Recibo n\.º /],
    [
      await link(`/credit_refunds/${String(refundId)}/document`),
      /^Comprovativo de devolução n\.º DC\/\d{4}\/000001$/,
    ],
    [
      String((await post('/receipt_runs', { payments: { ids: [payment._id, cancelled._id] } }))['url']),
      /^Recibos$/,
    ],
    [
      String((await get(`/payment_advice?memberId=${memberId}&type=other`))['pdfUrl']),
      /^Aviso de pagamento \d+$/,
    ],
    [await link(`/mandates/${mandateId}/document`), /^Autorização de débito direto SEPA ADC-/],
    [await link(`/donations_in_kind/${giftId}/receipt`), /^Recibo de donativo em espécie n\.º \d{4}\/00001$/],
    [await link(`/members/${memberId}/statement`), /^Extrato/],
    [await link(`/members/${memberId}/declaration`), /^Declaração de /],
    [await link(`/cash_sheets/${sheet._id}/document`), /^Folha de caixa de \d/],
    [routeList, /^Ronda n\.º \d{4}\/00001$/],
    [await link(`${papers}settlement`), /^Contas da ronda n\.º \d{4}\/00001$/],
    [String((await post('/letter_runs', { all: true }))['url']), /^Cartas$/],
    ['/api/members/export?format=pdf&title=S%C3%B3cios', /^Sócios$/],
    ['/api/payments/export?format=pdf', /^Pagamentos$/],
    [await link('/processing_activities/document'), /^Registo das atividades de tratamento$/],
    [await link(`/data_breaches/${breachId}/document`), /^Violação de dados n\.º 1$/],
  ]
  const layouts = await Promise.all(
    Object.keys(cardLayouts).map(async (layout): Promise<Document[]> => {
      const letters = layout === 'letter' ? 'includeLetters=true' : `layout=${layout}`
      const cards = await link(`/membership_cards?type=todos&${letters}`)
      return [
        { url: cards, title: /^Cartões d/, ...(layout === 'letter' && { isLetter: true }) },
        { url: await link(`/card_calibration?layout=${layout}`), title: /^Calibração: / },
      ]
    }),
  )
  return [
    ...letterheaded.map(([url, title]): Document => ({ url, title, isLetter: true })),
    ...layouts.flat(),
    {
      url: '/api/address_labels/export',
      payload: { audience: { ids: [memberId] } },
      title: /^Etiquetas$/,
    },
    { url: '/api/reports/paymentsPerYear/export?format=pdf', title: /^Pagamentos / },
    { url: `/api/kept_reports/${String(keptReport._id)}/export?format=pdf`, title: /^Pagamentos / },
    { url: '/api/reports/document?reports=paymentsPerYear,debtsByAge', title: /^Relatórios$/ },
    { url: slips, title: /^Avisos de cobrança da ronda n\.º \d{4}\/00001$/ },
    { url: await link(`/print_batches/${printed._id}/document`), title: /^Cartões d/ },
  ]
}

const documents = await makeDocuments()

/** Resource and kind: `documents receipt`. */
function nameOf(url: string): string {
  const [, , resource, ...others] = url.replace(/\?.*/, '').split('/')
  return `${resource} ${others.at(-1)}`
}

/** Routes of files that people uploaded. */
const isUploaded = (url: string) =>
  url.startsWith('/api/files/') || url.startsWith('/api/document_downloads/')

/** The routes that answer PDFs of ours with the kinds of each, such as `/documents/:id/receipt`. All lists are drawn alike. */
function documentRoutes(): string[] {
  const lists = new Set(allDefinitions.map(({ name }) => `/api/${resourcePath(name)}/export`))
  return app.routes.flatMap(({ url, config }) => {
    const answer = config?.api?.answers[200]
    const types = answer instanceof Media ? Object.keys(answer.types) : []
    if (!types.includes('application/pdf') || lists.has(url) || isUploaded(url)) return []
    const variant = config?.api?.params?.['variant']
    const kinds = variant instanceof Schema ? (variant.json['enum'] as string[]) : [':variant']
    return kinds.map((kind) => url.replace(':variant', kind))
  })
}

test('each document of a route is among those that are checked here', () => {
  const routes = documentRoutes()
  assert.ok(routes.length > 10)
  for (const route of routes) {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`)
    assert.ok(
      documents.some(({ url }) => pattern.test(url)),
      `${route}: add a link to such a document`,
    )
  }
})

describe('each document is PDF/UA-1 and PDF/A-2a and has its title and language', () => {
  for (const { url, payload, title: expected, isLetter } of documents)
    test(nameOf(url), async () => {
      const { rawPayload, statusCode } = await app.inject({
        url,
        headers,
        ...(payload && { method: 'POST', payload }),
      })
      assert.equal(statusCode, 200)
      assert.deepEqual(await pdfFaults(rawPayload), [])
      const { pages, title, language } = await readPdf(rawPayload)
      assert.match(title, expected)
      assert.equal(language, 'pt-PT')
      if (!isLetter) return
      assert.match(pages[0] ?? '', /Rua do Sol, 1, 1100-420 LISBOA · NIPC 501234560/)
      assert.match(rawPayload.toString('latin1'), /\/Subtype \/Image/, 'no logo')
      if (/letter_runs/.test(url)) assert.match(pages[0] ?? '', /Rua do Mar, 2 4050-262 GAIA/)
    })
})
