import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { addLetterhead } from '../../messages/letterhead.ts'
import { messageTools } from '../../messages/testing.ts'
import { paintPage, readPdf } from '../../testing/read-pdf.ts'
import { succeeded } from '../../testing/make.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { testApp } from '../../testing/test-app.ts'

const here = await testApp()
const { app, as, make, sql, visitor } = here
const { until } = messageTools(here)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await as('admin')

const picture = (format: 'png' | 'webp') =>
  sharp({ create: { width: 200, height: 100, channels: 4, background: '#c0392b80' } })
    .toFormat(format)
    .toBuffer()

async function upload(content: Buffer, by: TestUser = admin) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'logo.png')
  const headers = { authorization: `Bearer ${by.tokens.access}` }
  const response = await fetch(`${address}/api/organisation_logo`, { method: 'POST', body: form, headers })
  return { status: response.status, body: (await response.json()) as { data: { value: string } } }
}
/** Whether any pixel of the first page has the colour. */
async function isPainted(pdf: Buffer, colour: number[]): Promise<boolean> {
  const { data } = await paintPage(pdf, 1, 2)
  for (let at = 0; at < data.length; at += 4)
    if (colour.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 8)) return true
  return false
}
const currentLogo = async () => String((await admin.get('/settings/organisationLogo')).body.data['value'])

describe('the organisation’s logo', () => {
  test('is readable by visitors while it is current; replacing or removing it deletes the file', async () => {
    const first = await upload(await picture('png'))
    assert.equal(first.status, 201)
    assert.equal(await currentLogo(), first.body.data.value)
    const read = await visitor.get(`/organisation_logo/${first.body.data.value}`)
    assert.deepEqual([read.status, read.headers['content-type']], [200, 'image/png'])

    const second = await upload(await picture('png'), await as('editor'))
    assert.equal(second.status, 201)
    assert.equal((await visitor.get(`/organisation_logo/${first.body.data.value}`)).status, 404)
    assert.deepEqual(await sql('SELECT FROM stored_files WHERE id = $1', [first.body.data.value]), [])
    const { data } = (await admin.get('/settings/organisationLogo/audit_events')).body
    assert.equal(data.length, 2)

    assert.equal((await admin.delete('/organisation_logo')).status, 204)
    assert.equal(await currentLogo(), '')
    assert.equal((await visitor.get(`/organisation_logo/${second.body.data.value}`)).status, 404)
  })

  test('must be PNG or JPEG, uploaded by someone who may change settings; other files are not served', async () => {
    assert.equal((await upload(await picture('webp'))).status, 415)
    assert.equal((await upload(Buffer.from('nada'))).status, 415)
    assert.equal((await upload(await picture('png'), await as('member'))).status, 403)
    const file = '01890a5d-ac96-774b-bcce-b302099a8057'
    await sql(`INSERT INTO stored_files (id, media_type, bytes) VALUES ($1, 'image/png', 1)`, [file])
    assert.equal((await visitor.get(`/organisation_logo/${file}`)).status, 404)
    const { status } = await admin.patch('/settings/organisationLogo', { value: file })
    assert.equal(status, 422)
  })

  test('is on receipts, cards, letters and emails, with website and colour', async () => {
    const payment = await make.payment()
    const receiptUrl = async () =>
      String(succeeded(await admin.get(`/payments/${payment._id}/receipt`))['url'])
    const receipt = async () => (await app.inject(await receiptUrl())).rawPayload.toString('latin1')
    assert.doesNotMatch(await receipt(), /\/Subtype \/Image/)
    const card = await make.card()
    const printedCard = async () => {
      const { url } = succeeded(await admin.get(`/membership_cards/${card._id}`))
      return (await app.inject(String(url))).rawPayload.toString('latin1')
    }
    assert.doesNotMatch(await printedCard(), /\/Subtype \/Image/)
    const { value } = (await upload(await picture('png'))).body.data
    assert.match(await receipt(), /\/Subtype \/Image/)

    assert.match(await printedCard(), /\/Subtype \/Image/)
    const { data: templates } = (await admin.get('/card_templates/previews')).body
    assert.equal(templates.length, 3)
    for (const { front } of templates)
      assert.match(String(front), new RegExp(`href="/api/files/${value}/original`))

    const member = await make.member({ address: 'Rua 1' })
    const letter = { subject: 'Carta', body: '<p>Olá.</p>', channel: 'letter' }
    succeeded(await admin.post('/message_batches', { audience: { ids: [member._id] }, ...letter }))
    await until(async () => (await sql(`SELECT FROM messages WHERE channel = 'letter'`)).length > 0)
    const { url } = succeeded(await admin.post('/letter_runs', { all: true })) as unknown as { url: string }
    const letters = (await app.inject(url)).rawPayload
    assert.match(letters.toString('latin1'), /\/Subtype \/Image[\s\S]*%%EOF/)
    assert.match((await readPdf(letters)).pages.join(), /Carta/)

    succeeded(await admin.patch('/settings/organisationColour', { value: '#8A1538' }))
    succeeded(await admin.patch('/settings/organisationWebsite', { value: 'https://clube.exemplo.pt' }))
    const { organisation } = app.world
    const { data: terminology } = (await visitor.get('/terminology')).body
    assert.deepEqual([terminology['colour'], terminology['website']], ['#8A1538', 'https://clube.exemplo.pt'])
    const letterOfCard = succeeded(await admin.get(`/membership_card_letters/${card._id}`))
    const { contactos } = letterOfCard['values'] as Record<string, string>
    assert.match(String(contactos), /clube\.exemplo\.pt/)
    const printed = (await app.inject(await receiptUrl())).rawPayload
    assert.match((await readPdf(printed)).pages.join(), /clube\.exemplo\.pt/)
    assert.ok(await isPainted(printed, [0x8a, 0x15, 0x38]), 'the line below the letterhead has the colour')
    const { html, text } = addLetterhead(
      { subject: 'Olá', html: '<p>Olá</p>', text: 'Olá' },
      {
        settings: await organisation.settings(),
        terminology: await organisation.terminology(),
        isMember: true,
        publicUrl: 'https://socios.exemplo.pt',
      },
    )
    assert.ok(html.includes(`https://socios.exemplo.pt/api/organisation_logo/${value}`))
    assert.match(html, /#8A1538/)
    assert.match(text, /clube\.exemplo\.pt/)
  })
})
