import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CardSide } from '@agremia/resources/card-template.ts'
import { cardLayouts } from '@agremia/resources/card-layouts.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import sharp from 'sharp'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { readPdf } from '../../testing/read-pdf.ts'

const { app, as, make, sql, clock } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await as('admin')
const [classic] = shippedTemplates as [(typeof shippedTemplates)[number]]

async function upload(content: Buffer, { by = admin, name = 'fundo.png' } = {}) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${by.tokens.access}` }
  const response = await fetch(`${address}/api/card_images`, { method: 'POST', body: form, headers })
  const body = (await response.json()) as {
    data: { _id: string; url: string; width: number; height: number }
    errors: Record<string, string[]>
  }
  return { status: response.status, body }
}

/** A translucent image. */
const translucentImage = () =>
  sharp({
    create: { width: 1011, height: 638, channels: 4, background: { r: 20, g: 80, b: 160, alpha: 0.5 } },
  })

const withImage = (side: CardSide, imageId: string): CardSide => ({ ...side, imageId })
const template = (more: object) => ({ ...classic, name: 'Novo', ...more })

test('the type of an uploaded image is detected from its content, and the image is printed on the card', async () => {
  const { status, body } = await upload(await translucentImage().png().toBuffer(), { name: 'fundo.txt' })
  assert.equal(status, 201)
  assert.deepEqual([body.data.width, body.data.height], [1011, 638])
  const file = await app.inject(body.data.url)
  assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'image/png'])
  const again = await admin.get(`/card_images/${body.data._id}`)
  assert.deepEqual(again.body.data, body.data)

  const front = withImage(classic.front, body.data._id)
  const made = succeeded(await admin.post('/card_templates', template({ front, name: 'Com fundo' })))
  const card = await make.card({ templateId: made._id })
  const link = await admin.get(`/membership_cards/${card._id}/document`)
  const { rawPayload } = await app.inject(String(link.body.data['url']))
  // PDFKit decodes images with an alpha channel asynchronously: checks that the document waited for them.
  const { pages } = await readPdf(rawPayload)
  assert.equal(pages.length, 2)
  assert.match(rawPayload.toString('latin1'), /\/Subtype \/Image[\s\S]*\/SMask/)
  const preview = await admin.post('/card_templates/preview', template({ front }))
  assert.match(String(preview.body.data['front']), new RegExp(`href="/api/files/${body.data._id}/original`))
})

test('uploads that are no printable image are rejected with a message, and no file is stored', async () => {
  const before = await sql('SELECT id FROM stored_files')
  const png = await translucentImage().png().toBuffer()
  const refusals = [
    [415, await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { name: 'a.png' })],
    [415, await upload(await translucentImage().webp().toBuffer())],
    [415, await upload(Buffer.from('%PDF-1.7'))],
    [422, await upload(png.subarray(0, png.length / 2))],
    [422, await upload(await translucentImage().resize(8, 8).png().toBuffer())],
    [422, await upload(Buffer.alloc(0))],
    [413, await upload(Buffer.alloc(11 * 1024 * 1024))],
  ] as const
  for (const [status, answer] of refusals) {
    assert.equal(answer.status, status)
    assert.match(answer.body.errors['file']?.[0] ?? '', /imagem/)
  }
  assert.equal((await upload(png, { by: await as('member') })).status, 403)
  assert.deepEqual(await sql('SELECT id FROM stored_files'), before)
})

test('a template cannot use a file that is not a template image, such as a photo', async () => {
  const person = await make.member()
  const photo = '01890000-0000-7000-8000-000000000000'
  await sql(`INSERT INTO stored_files (id, media_type, bytes) VALUES ($1, 'image/jpeg', 1)`, [photo])
  await sql('UPDATE people SET photo_id = $1 WHERE id = $2', [photo, person['personId']])
  const refused = await admin.post('/card_templates', template({ front: withImage(classic.front, photo) }))
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['front']])
})

test('an image is deleted 31 days after the last template that used it, and not before', async () => {
  const { body } = await upload(await translucentImage().jpeg().toBuffer())
  const unused = await upload(await translucentImage().jpeg().toBuffer())
  const made = succeeded(
    await admin.post(
      '/card_templates',
      template({ back: withImage(classic.back, body.data._id), name: 'Passageiro' }),
    ),
  )
  const storedImages = async () =>
    (
      await sql<{ id: string }>('SELECT id FROM card_images WHERE id = ANY($1)', [
        [body.data._id, unused.body.data._id],
      ])
    ).map(({ id }) => id)
  clock.advance({ days: 40 })
  await maintain(app.world)
  assert.deepEqual(await storedImages(), [body.data._id])
  const removed = await (await as('admin')).delete(`/card_templates/${made._id}`)
  assert.equal(removed.status, 204)
  await maintain(app.world)
  assert.deepEqual(await storedImages(), [body.data._id])
  clock.advance({ days: 33 })
  await maintain(app.world)
  assert.deepEqual(await storedImages(), [])
})

test('the preview draws elements outside the safe area and the values of a member; malformed sides are rejected', async () => {
  const text = classic.front.elements.find(({ kind }) => kind === 'text')
  const outside = { ...classic.front, elements: [{ ...text, x: 0, y: 0 }] }
  const drawn = await admin.post('/card_templates/preview', template({ front: outside }))
  assert.equal(drawn.status, 200)
  const saved = await admin.post('/card_templates', template({ front: outside }))
  assert.match(saved.body.errors['front']?.[0] ?? '', /zona segura/)
  const member = await make.member({ name: 'Zulmira Quadros' })
  const seen = await admin.post('/card_templates/preview', template({ memberId: member._id }))
  assert.match(String(seen.body.data['front']), /<title>Frente do cartão de Zulmira Quadros<\/title>/)
  const nobody = await admin.post('/card_templates/preview', template({ memberId: 'x' }))
  assert.deepEqual([nobody.status, Object.keys(nobody.body.errors)], [422, ['memberId']])
  const broken = await admin.post('/card_templates/preview', template({ front: { elements: [] } }))
  assert.deepEqual([broken.status, Object.keys(broken.body.errors)], [422, ['front']])
  assert.equal((await (await as('member')).post('/card_templates/preview', template({}))).status, 403)
  const all = (await admin.get('/card_templates/previews')).body.data as unknown as { front: string }[]
  assert.equal(all.length, (await sql('SELECT id FROM card_templates')).length)
  assert.match(all[0]?.front ?? '', /^<svg/)
})

/** The points where the paths of a page begin, as `left,top` in tenths of a millimetre. */
async function crossesOf(pdf: Buffer, pageNumber: number): Promise<Set<string>> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const page = await (await loading.promise).getPage(pageNumber)
  const { fnArray, argsArray } = await page.getOperatorList()
  const height = page.view[3] ?? 0
  const found = new Set<string>()
  let matrix = [1, 0, 0, 1, 0, 0]
  const saved: number[][] = []
  for (const [index, name] of fnArray.entries()) {
    const args = argsArray[index] as unknown[]
    if (name === 10) saved.push(matrix)
    else if (name === 11) matrix = saved.pop() ?? matrix
    else if (name === 12) matrix = times(matrix, args as number[])
    else if (name === 91) {
      const [, [data]] = args as [number, [Float32Array]]
      for (const [x, y] of startsOf(data)) {
        const [a = 1, , , d = 1, e = 0, f = 0] = matrix
        const [left, top] = [a * x + e, height - (d * y + f)].map((points) => Math.round((points / 72) * 254))
        found.add(`${left},${top}`)
      }
    }
  }
  await loading.destroy()
  return found
}

function times(one: number[], other: number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** The start points of a path; pdfjs encodes 0 as move, 1 as line, 2 as curve and 4 as close. */
function* startsOf(data: Float32Array): Generator<[number, number]> {
  for (let at = 0; at < data.length;) {
    const [kind = 4, x = 0, y = 0] = data.subarray(at, at + 3)
    if (kind === 0) yield [x, y]
    at += kind === 4 ? 1 : kind === 2 ? 7 : 3
  }
}

test('the calibration page draws its crosses with the offset of the settings and states the positions without it', async () => {
  const pdfOf = async (layout: string) => {
    const { body } = await admin.get(`/card_calibration?layout=${layout}`)
    const answer = await app.inject(String(body.data['url']))
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'], layout)
    return answer.rawPayload
  }
  // Margins are 16.9 and 9.55 mm; a cross begins 3 mm left of its centre.
  const before = await crossesOf(await pdfOf('a4-10'), 1)
  assert.ok(before.has('139,96'), [...before].slice(0, 12).join(' '))
  succeeded(await admin.patch('/settings/cardsOffset', { value: '0,5; -0,3' }))
  const after = await crossesOf(await pdfOf('a4-10'), 1)
  assert.ok(after.has('144,93'), [...after].slice(0, 12).join(' '))
  const { pages } = await readPdf(await pdfOf('a4-10'))
  assert.equal(pages.length, 2)
  // The stated positions are those without the offset.
  assert.match(pages[0] ?? '', /16,9 mm da esquerda, 9,55 mm de cima/)
  assert.match(pages[0] ?? '', /0,5; \u22120,3/)
  for (const layout of Object.keys(cardLayouts)) await pdfOf(layout)
  const refused = await admin.get('/card_calibration?layout=a3')
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['layout']])
  assert.equal((await (await as('member')).get('/card_calibration')).status, 403)
  assert.equal((await app.inject('/api/card_calibration/calibracao/a4-10?e=1&s=x')).statusCode, 404)
})

test('the sample letter has sample values, and is for staff only', async () => {
  const { body } = await admin.get('/membership_card_letters/sample')
  const { values, greeting, subject } = body.data as Record<string, unknown>
  assert.deepEqual([greeting, subject], ['Exma. Senhora,', 'Cartão de Sócio'])
  assert.equal((values as Record<string, string>)['numero'], '1248')
  assert.equal((await (await as('member')).get('/membership_card_letters/sample')).status, 403)
})

test('an inactive template does not apply to its category, and a template of a card cannot be deleted', async () => {
  const [category] = await sql<{ id: string }>('SELECT id FROM member_categories LIMIT 1')
  const member = await make.member({ categoryId: category?.id })
  const retired = { categoryIds: [category?.id], active: false, orientation: 'portrait', name: 'Antigo' }
  const portrait = shippedTemplates.find(({ orientation }) => orientation === 'portrait')
  succeeded(await admin.post('/card_templates', { ...portrait, ...retired }))
  const card = await make.card({ memberId: member._id })
  const seen = await admin.get(`/membership_cards/${card._id}/preview`)
  assert.ok(Number(seen.body.data['width']) > Number(seen.body.data['height']))
  const [used] = await sql<{ id: string }>('SELECT id FROM card_templates WHERE name = $1', [classic.name])
  await make.card({ templateId: used?.id })
  const refused = await admin.delete(`/card_templates/${used?.id}`)
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /deixar de o usar/)
})
