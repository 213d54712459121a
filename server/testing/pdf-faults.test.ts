import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import PDFDocument from 'pdfkit'
import type { TaggedDocument } from '../pdf/index.ts'
import { blankDocument, endOutput } from '../pdf/index.ts'
import { pdfFaults } from './pdf-faults.ts'

async function faultsOf(draw: (doc: TaggedDocument) => void): Promise<string[]> {
  const doc = blankDocument({ title: 'Prova', author: 'Clube' })
  draw(doc)
  return pdfFaults(await buffer(endOutput(doc)))
}

const row = (doc: TaggedDocument, cells: number, type: 'TH' | 'TD', options = {}) =>
  doc.group('TR', () => {
    for (let cell = 0; cell < cells; cell++) doc.tag(type, () => doc.text('x'), options)
  })
const head = (doc: TaggedDocument) => row(doc, 2, 'TH', { scope: 'Column' })
/** Draws as pdfkit does, without our checks. */
const raw = (doc: TaggedDocument) => PDFDocument.prototype.addContent.bind(doc)

const cases: [name: string, draw: (doc: TaggedDocument) => void, faults: string[]][] = [
  ['a right document', (doc) => doc.tag('H1', () => doc.text('Olá')), []],
  ['a document that begins with H2', (doc) => doc.tag('H2', () => doc.text('Olá')), ['H2 after H0']],
  ['untagged content', (doc) => void raw(doc)('0 0 9 9 re f'), ['content without tag']],
  [
    'a table without header',
    (doc) => doc.group('Table', () => row(doc, 2, 'TD')),
    ['a table without header'],
  ],
  [
    'a header cell without scope',
    (doc) => doc.group('Table', () => row(doc, 2, 'TH')),
    ['a header cell without scope'],
  ],
  [
    'a table with a short row',
    (doc) =>
      doc.group('Table', () => {
        head(doc)
        row(doc, 1, 'TD')
      }),
    ['rows of a table have different numbers of cells'],
  ],
  ['a cell outside of a row', (doc) => doc.group('Table', () => doc.tag('TD')), ['TD in Table']],
  [
    'a figure without box',
    (doc) => doc.tag('Figure', () => doc.rect(0, 0, 9, 9).fill('#000000'), { alt: 'Um quadrado.' }),
    ['a figure without box'],
  ],
  [
    'an element that is a link to nowhere',
    (doc) => doc.group('P', () => doc.tag('Link', () => doc.text('Aqui'), { alt: 'Aqui' })),
    ['a link without target'],
  ],
  [
    'a character that the font does not have',
    (doc) => doc.tag('P', () => PDFDocument.prototype.text.call(doc, '王')),
    ['a glyph that is no character'],
  ],
]

describe('faults of a PDF', () => {
  for (const [name, draw, faults] of cases)
    test(name, async () => {
      const found = await faultsOf(draw)
      if (faults.length === 0) assert.deepEqual(found, [])
      else
        for (const fault of faults) assert.ok(found.includes(fault), `${fault} not in: ${found.join('; ')}`)
    })

  test('a document of pdfkit without tags', async () => {
    const doc = new PDFDocument()
    doc.text('Olá')
    doc.end()
    const found = await pdfFaults(await buffer(doc))
    for (const fault of [
      'the document is not marked as tagged',
      'the language is not pt-PT',
      'the title is not shown',
      'no claim of PDF/UA-1',
      'no claim of PDF/A-2a',
      'no output intent of PDF/A',
      'no structure',
      'content without tag',
      'a font of type Type1',
    ])
      assert.ok(found.includes(fault), fault)
  })
})
