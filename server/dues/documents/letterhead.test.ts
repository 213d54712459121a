import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'
import type { DocumentKind } from './documents.ts'

const here = await testApp()
const { app, as, make, today } = here
const admin = await as('admin')
const { charge, pay, set } = await duesTools(here)

async function uploadLogo(): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: '#c0392b' } })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'logo.png')
  const headers = { authorization: `Bearer ${admin.tokens.access}` }
  const { status } = await fetch(`${address}/api/organisation_logo`, { method: 'POST', body: form, headers })
  assert.equal(status, 201)
}

test('each kind of document has its title, the language, and a letterhead with logo, NIPC and town in capitals', async () => {
  await uploadLogo()
  await set('organisationNif', '501234560')
  await set('organisationAddress', 'Rua do Sol, 1, 1100-420 Lisboa')
  const { _id: memberId } = await make.member({
    address: 'Rua do Mar, 2',
    postalCode: '4050-262',
    city: 'Gaia',
  })
  await charge({ memberId, amount: 15 })
  const payment = await pay({ memberId, amount: 10 })
  const sheet = succeeded(await admin.post('/cash_sheets', { date: await today(), countedCash: 0 }))
  const letter = { subject: 'Convite', body: '<p>Olá.</p>', channel: 'letter' }
  await make.batch({ audience: { ids: [memberId] }, ...letter })

  type Link = Record<string, string>
  const read = async (path: string) => succeeded(await admin.get(path)) as unknown as Link
  const begin = async (path: string, body: object) =>
    succeeded(await admin.post(path, body)) as unknown as Link
  const links: Record<DocumentKind | 'letters', { url: string | undefined; title: RegExp }> = {
    receipt: { url: (await read(`/payments/${payment._id}/receipt`))['url'], title: /^Recibo n\.º / },
    receipts: {
      url: (await begin('/receipt_runs', { payments: { ids: [payment._id] } }))['url'],
      title: /^Recibos$/,
    },
    advice: {
      url: (await read(`/payment_advice?memberId=${memberId}&type=other`))['pdfUrl'],
      title: /^Aviso de pagamento \d+$/,
    },
    statement: { url: (await read(`/members/${memberId}/statement`))['url'], title: /^Extrato/ },
    cashSheet: {
      url: (await read(`/cash_sheets/${sheet._id}/document`))['url'],
      title: /^Folha de caixa de \d/,
    },
    letters: { url: (await begin('/letter_runs', { all: true }))['url'], title: /^Cartas$/ },
  }
  const documents = Object.entries(links).map(([kind, { url, title }]) => ({ kind, url, title, headers: {} }))
  const headers = { authorization: `Bearer ${admin.tokens.access}` }
  const list = '/api/members/export?format=pdf&title=S%C3%B3cios'
  for (const { kind, url, title: expected, headers: sent } of [
    ...documents,
    { kind: 'list', url: list, title: /^Sócios$/, headers },
  ]) {
    const { rawPayload } = await app.inject({ url: String(url), headers: sent })
    const { pages, title, language } = await readPdf(rawPayload)
    assert.match(title, expected, kind)
    assert.equal(language, 'pt-PT', kind)
    assert.match(rawPayload.toString('latin1'), /\/DisplayDocTitle true/, kind)
    assert.match(pages[0] ?? '', /Rua do Sol, 1, 1100-420 LISBOA · NIPC 501234560/, kind)
    assert.match(rawPayload.toString('latin1'), /\/Subtype \/Image/, kind)
    if (kind === 'letters') assert.match(pages[0] ?? '', /Rua do Mar, 2 4050-262 GAIA/)
  }
})
