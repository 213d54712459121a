import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CardText, CardValues } from '@agremia/resources/card-template.ts'
import { cardSize, cardVariables, findSideProblem } from '@agremia/resources/card-template.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { succeeded } from '../../testing/make.ts'
import { paintPage, qrOf, readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { fitText, widthOf } from '../draw/text.ts'
import type { TextMark } from '../draw/marks.ts'
import { placeSide } from '../draw/place-side.ts'

const { app, as, make, sql } = await testApp()
const admin = await as('admin')
const millimetresPerPoint = 25.4 / 72

async function pdfOf(url: unknown): Promise<Buffer> {
  const { rawPayload, statusCode, headers } = await app.inject(String(url))
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'application/pdf')
  return rawPayload
}

/** Width and height of each page in millimetres. */
async function pageSizesOf(pdf: Buffer) {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const sizes: number[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const [, , width = 0, height = 0] = (await document.getPage(number)).view
    sizes.push([width, height].map((points) => Math.round(points * millimetresPerPoint * 10) / 10))
  }
  await loading.destroy()
  return sizes
}

test('layout single: pages have the size of the card, fonts are embedded, the town is in capitals, the QR code holds the verification URL', async () => {
  succeeded(await admin.patch('/settings/organisationAddress', { value: 'Rua A, 1, 4050-262 Porto' }))
  const member = await make.member({ name: 'Łucja Ângela Gonçalves', shortName: 'Łucja Gonçalves' })
  for (const { name } of shippedTemplates) {
    await sql('DELETE FROM membership_cards')
    const [template] = await sql<{ id: string }>('SELECT id FROM card_templates WHERE name = $1', [name])
    const card = await make.card({ memberId: member._id, templateId: template?.id })
    const link = await admin.get(`/membership_cards/${card._id}/document`)
    const pdf = await pdfOf(link.body.data['url'])
    const { orientation } = shippedTemplates.find((one) => one.name === name) ?? { orientation: 'landscape' }
    const { width, height } = cardSize(orientation)
    const size = [width, height].map((value) => Math.round(value * 10) / 10)
    assert.deepEqual(await pageSizesOf(pdf), [size, size])
    assert.match(pdf.toString('latin1'), /\/FontFile2/)
    const { pages } = await readPdf(pdf)
    assert.match(pages[0] ?? '', /Łucja Gonçalves/)
    assert.match(pages.join(' '), /Rua A, 1, 4050-262 PORTO/)
    const codes = await Promise.all([qrOf(pdf, 1), qrOf(pdf, 2)])
    assert.deepEqual(codes.filter(Boolean), [`http://localhost:3000/v/${String(card['code'])}`], name)
  }
})

test('sheets hold ten cards with backs on the next page, and letters one card each; invalid sets are rejected', async () => {
  await sql('DELETE FROM membership_cards')
  for (let index = 0; index < 12; index++) await make.card()
  const url = async (query: string) => (await admin.get(`/membership_cards?${query}`)).body.data['url']
  const a4 = [210, 297]
  const sheets = await pdfOf(await url('type=por-imprimir'))
  assert.deepEqual(await pageSizesOf(sheets), [a4, a4, a4, a4])
  const letters = await pdfOf(await url('type=por-imprimir&includeLetters=true'))
  const { pages } = await readPdf(letters)
  assert.equal(pages.length, 24)
  assert.match(pages[0] ?? '', /Junto enviamos o seu cartão/)
  assert.deepEqual(await pageSizesOf(await pdfOf(await url('type=renova%C3%A7%C3%A3o'))), [a4])
  const refused = await admin.get('/membership_cards?type=ontem')
  assert.deepEqual([refused.status, refused.body.message.slice(0, 5)], [400, 'type:'])
  assert.equal((await (await as('member')).get('/membership_cards?type=todos')).status, 403)
  assert.equal((await app.inject('/api/card_documents/todos/a4-10?e=1&s=x')).statusCode, 404)
})

/** The darkest shade around each point, in millimetres from the page's top left: 0 is black, 255 white. */
async function shadesOf(pdf: Buffer, pageNumber: number, points: readonly (readonly [number, number])[]) {
  const dotsPerMm = 12
  const { data, width } = await paintPage(pdf, pageNumber, dotsPerMm * millimetresPerPoint)
  return points.map(([x, y]) => {
    const shades = [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].map((down) => {
        const at = 4 * ((Math.round(y * dotsPerMm) + down) * width + Math.round(x * dotsPerMm) + right)
        return Math.max(...data.slice(at, at + 3))
      }),
    )
    return Math.min(...shades)
  })
}

test('layout printshop: colours extend to the bleed, and crop marks are outside of it on both sides', async () => {
  await sql('DELETE FROM membership_cards')
  await make.card()
  const link = await admin.get('/membership_cards?type=por-imprimir&layout=printshop')
  const pdf = await pdfOf(link.body.data['url'])
  const slug = 11
  const [width, height] = [85.6 + 2 * slug, 53.98 + 2 * slug]
  const size = [width, height].map((value) => Math.round(value * 10) / 10)
  assert.deepEqual(await pageSizesOf(pdf), [size, size])
  const boxes = [...pdf.toString('latin1').matchAll(/\/(Trim|Bleed)Box \[([\d. ]+)\]/g)].map(
    ([, name, numbers = '']) => [
      name,
      ...numbers.split(' ').map((value) => Math.round(Number(value) * millimetresPerPoint * 100) / 100),
    ],
  )
  assert.deepEqual(boxes.slice(0, 2), [
    ['Trim', slug, slug, 96.6, 64.98],
    ['Bleed', slug - 3, slug - 3, 99.6, 67.98],
  ])
  const [left, top, right, bottom] = [slug, slug, slug + 85.6, slug + 53.98]
  const marks = [left, right]
    .flatMap((x) => [4.5, 8.5].map((out) => [x, top - out] as const))
    .concat([top, bottom].flatMap((y) => [4.5, 8.5].map((out) => [left - out, y] as const)))
  const white = [
    [left + 5, top - 3.6],
    [left, top - 3.5],
    [left - 3.5, top],
    [1, 1],
  ] as const
  for (const page of [1, 2]) {
    for (const shade of await shadesOf(pdf, page, marks)) assert.ok(shade < 170, `a mark is ${shade}`)
    for (const shade of await shadesOf(pdf, page, white)) assert.ok(shade > 245, `outside is ${shade}`)
  }
  const [colour = 255] = await shadesOf(pdf, 1, [[left - 2.5, top - 2.5]])
  assert.ok(colour < 250, 'colours reach the bleed')
})

test('a sheet of ten cards has guides in its margins, and pre-cut paper has none', async () => {
  await sql('DELETE FROM membership_cards')
  for (let index = 0; index < 10; index++) await make.card()
  const [left, top] = [(210 - 2 * 85.6 - 5) / 2, (297 - 5 * 53.98 - 8) / 2]
  const guides = [
    [left, top - 4],
    [left + 85.6, top - 4],
    [left + 85.6 + 5, 297 - top + 4],
    [left - 4, top],
    [left - 4, top + 53.98],
    [210 - left + 4, top + 53.98 + 2],
  ] as const
  const pdf = async (layout: string) =>
    pdfOf((await admin.get(`/membership_cards?type=por-imprimir&layout=${layout}`)).body.data['url'])
  const sheet = await pdf('a4-10')
  for (const shade of await shadesOf(sheet, 1, guides)) assert.ok(shade < 170, `a guide is ${shade}`)
  for (const other of [await shadesOf(sheet, 2, guides), await shadesOf(await pdf('a4-10-perf'), 1, guides)])
    for (const shade of other) assert.ok(shade > 245, `there is a mark of ${shade}`)
})

test('a card in a letter has guides at each corner, outside of the card and below the text', async () => {
  await sql('DELETE FROM membership_cards')
  await make.card()
  const letter = await pdfOf(
    (await admin.get('/membership_cards?type=por-imprimir&includeLetters=true')).body.data['url'],
  )
  const [left, top] = [(210 - 85.6) / 2, 215]
  const [right, bottom] = [left + 85.6, top + 53.98]
  const guides = [left, right]
    .flatMap((x) => [top - 4, bottom + 4].map((y) => [x, y] as const))
    .concat([top, bottom].flatMap((y) => [left - 4, right + 4].map((x) => [x, y] as const)))
  for (const shade of await shadesOf(letter, 1, guides)) assert.ok(shade < 170, `a guide is ${shade}`)
  const between = [
    [left, top - 0.8],
    [left + 10, top - 4],
    [left - 4, top + 10],
  ] as const
  for (const shade of await shadesOf(letter, 1, between))
    assert.ok(shade > 245, `there is a mark of ${shade}`)
  for (const shade of await shadesOf(letter, 2, guides))
    assert.ok(shade > 245, `the back has one of ${shade}`)
})

const particles = ['de', 'da', 'dos', 'e']
const words = [
  'Maximiliano',
  'Conceição',
  'Vasconcelos',
  'Sottomayor',
  'Albuquerque',
  'Íris',
  'Ângelo',
  'Sá',
  'd’Orey',
  'Anticonstitucionalissimamente',
]

test('fitText: a text of any length stays inside its element and is never smaller than 6 points', () => {
  const name = fc
    .array(fc.constantFrom(...words, ...particles), { minLength: 1, maxLength: 14 })
    .map((parts) => parts.join(' ').slice(0, 120))
  const place = fc.record({
    w: fc.integer({ min: 12, max: 70 }),
    h: fc.integer({ min: 3, max: 14 }),
    maxLines: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(name, place, (text, { w, h, maxLines }) => {
      const element: CardText = {
        kind: 'text',
        x: 4,
        y: 5,
        w,
        h,
        maxLines,
        text: '',
        size: 13,
        weight: 600,
        colour: '#000000',
        align: 'left',
      }
      const lines = fitText(element, text)
      assert.ok(lines.length <= Math.max(1, maxLines))
      for (const { x, y, text: line, size, weight } of lines) {
        assert.ok(size >= 6)
        assert.ok(
          x >= 4 && x + widthOf(line, { size, weight }) <= 4 + w + 0.01,
          `«${line}» is wider than ${w} mm`,
        )
        assert.ok(y <= 5 + h + size * millimetresPerPoint * 0.3, `«${line}» is below its place`)
      }
      const whole = lines.map((line) => line.text).join(' ')
      assert.ok(whole === text.trim() || whole.includes('…'), whole)
    }),
  )
})

/** Realistic full names of up to 120 characters. */
const fullName = fc
  .tuple(
    fc.constantFrom('Maria', 'José', 'Conceição', 'Ângela', 'João', 'Francisca', 'Gonçalo', 'Íris'),
    fc.array(
      fc.constantFrom(
        'de Vasconcelos e Sousa',
        'd’Orey',
        'Sottomayor',
        'Corte-Real',
        'de Albuquerque',
        'dos Santos',
        'Gonçalves',
        'Magalhães',
        'Castelo-Branco',
        'Pimentel de Mello Breyner',
        'Sá',
      ),
      { minLength: 1, maxLength: 8 },
    ),
  )
  .map(([first, families]) => [first, ...families].join(' ').slice(0, 120).trim())

test('shipped templates: both sides are valid with a safe area of 3 mm', () => {
  for (const { name, orientation, front, back } of shippedTemplates)
    for (const side of [front, back])
      assert.equal(findSideProblem(side, { orientation, safe: 3 }), undefined, name)
})

test('shipped templates: no name extends beyond its element, the safe area or the card', () => {
  fc.assert(
    fc.property(fullName, (name) => {
      for (const { name: template, orientation, front, back } of shippedTemplates) {
        const size = cardSize(orientation)
        const values = Object.fromEntries(
          Object.keys(cardVariables).map((variable) => [variable, name]),
        ) as CardValues
        for (const side of [front, back]) {
          for (const element of side.elements) {
            if (element.kind !== 'text') continue
            const marks = placeSide(
              { ...side, elements: [element] },
              { values, url: 'x', photoId: null, logoId: null },
              size,
            )
            for (const mark of marks) if (mark.kind === 'text') assertInside(mark, element, size, template)
          }
        }
      }
    }),
    { numRuns: 25 },
  )
})

/** Inter's glyphs extend from 0.97 of the font size above the baseline to 0.25 below it, accents of capitals included. */
function assertInside(
  mark: TextMark,
  element: CardText,
  size: { width: number; height: number },
  template: string,
) {
  const right = mark.x + widthOf(mark.text, mark)
  const letters = mark.size * millimetresPerPoint
  const message = `«${mark.text}» on ${template}`
  assert.ok(mark.size >= 6, message)
  assert.ok(mark.x >= element.x - 0.01 && right <= element.x + element.w + 0.01, message)
  assert.ok(mark.y - letters * 0.73 >= element.y && mark.y <= element.y + element.h, message)
  const safe = 3
  assert.ok(mark.x >= safe && right <= size.width - safe, message)
  assert.ok(mark.y - letters * 0.97 >= safe && mark.y + letters * 0.25 <= size.height - safe + 0.01, message)
}
