import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placesOf, qrOf, readPdf, tellPage } from '../../testing/read-pdf.ts'
import type { TaggedDocument } from '../index.ts'
import { createPaper } from '../index.ts'
import { blankDocument, printable } from '../document.ts'

const letterhead = {
  name: 'Associação Łódź',
  nif: '501234567',
  address: 'Rua do Sol, 1',
  contacts: [],
  colour: null,
}

async function pdfOf(draw: (paper: ReturnType<typeof createPaper>) => void): Promise<Buffer> {
  const paper = createPaper({ title: 'Prova', letterhead })
  draw(paper)
  return paper.finish()
}

const pagesOf = async (draw: Parameters<typeof pdfOf>[0]) => (await readPdf(await pdfOf(draw))).pages

const columns = [
  { label: 'Descrição', share: 0.5 },
  { label: 'Data', share: 0.25 },
  { label: 'Valor', share: 0.25, isNumber: true },
]

describe('a document', () => {
  for (const name of [
    'João Conceição d’Araújo',
    'Łukasz Żółć',
    'Олександра Їжакевич',
    'Ελένη Παπαδοπούλου',
    'Nguyễn Thị Ánh',
    'Ștefan Țurcanu',
  ])
    test(`has the name of ${name} in every weight and place`, async () => {
      const [page = ''] = await pagesOf((paper) => {
        paper.heading(name)
        paper.facts([['Nome', name]])
        paper.table([{ label: 'Nome', share: 1 }], [[name]], [name])
      })
      assert.equal(page.split(name).length - 1, 4)
      assert.match(page, /Associação Łódź/)
    })

  test('shows a box for characters that the fonts do not have', async () => {
    const [page = ''] = await pagesOf((paper) => paper.paragraph('王 e 👨‍👩‍👧 e fim'))
    assert.match(page, /□ e □ e fim/)
  })
})

describe('a table', () => {
  const rows = Array.from({ length: 80 }, (_, index) => [`Quota ${index}`, '01/02/2026', `${index},00 €`])

  test('repeats its header on every page, and later pages have a running head', async () => {
    const pages = await pagesOf((paper) => paper.table(columns, rows, ['Total', '', '3160,00 €']))
    assert.ok(pages.length > 1)
    for (const [index, page] of pages.entries()) {
      assert.match(page, /Descrição Data Valor Quota \d+/)
      assert.match(page, new RegExp(`Página ${index + 1} de ${pages.length}$`))
      assert.equal(page.includes('Associação Łódź · Prova'), index > 0)
    }
    const text = pages.join(' ')
    for (const [label = ''] of rows) assert.equal(text.split(`${label} 01/02/2026`).length - 1, 1, label)
  })

  test('amounts are right-aligned with the rules and have tabular figures, words do not', async () => {
    const amounts = ['1 111,11 €', '24,00 €', '−7,00 €']
    const pdf = await pdfOf((paper) =>
      paper.table(
        columns,
        amounts.map((amount) => ['Quota', '01/02/2026', amount]),
      ),
    )
    const places = await placesOf(pdf, 1)
    const rightOf = (text: string) => places.find((place) => place.text === text)?.right ?? Number.NaN
    const edge = 210 - 56 * (25.4 / 72)
    for (const text of ['Valor', ...amounts])
      assert.ok(Math.abs(rightOf(text) - edge) < 0.1, `${text}: ${rightOf(text)} and not ${edge}`)
    const pair = ['11,11 €', '00,00 €']
    const other = await placesOf(
      await pdfOf((paper) =>
        paper.table(
          columns,
          pair.map((amount) => [`Aula ${amount.slice(0, 2)}`, amount, amount.replace(' €', '')]),
        ),
      ),
      1,
    )
    const difference = (texts: string[]) => {
      const [one = 0, two = 0] = texts.map((text) => {
        const place = other.find((each) => each.text === text)
        return place ? place.right - place.left : Number.NaN
      })
      return Math.abs(one - two)
    }
    assert.ok(difference(pair) < 0.01)
    assert.ok(difference(['Aula 11', 'Aula 00']) > 0.1, 'a one is narrower in words')
  })

  test('omits a column that repeats another in every row', async () => {
    const same = [
      ['Ana', 'Ana', '1,00 €'],
      ['Rui', 'Rui', '2,00 €'],
    ]
    const named = [{ label: 'Nome', share: 1 }, { label: 'Titular', share: 1 }, columns[2] ?? assert.fail()]
    const [page = ''] = await pagesOf((paper) => paper.table(named, same, ['Total', '', '3,00 €']))
    assert.match(page, /Nome Valor Ana 1,00 € Rui 2,00 € Total 3,00 €/)
    const [other = ''] = await pagesOf((paper) => paper.table(named, [...same, ['Zoé', 'Rui', '3,00 €']]))
    assert.match(other, /Nome Titular Valor Ana Ana 1,00 €/)
  })

  test('a group title stays with its first row', async () => {
    const groups = Array.from({ length: 40 }, (_, index) => [
      { group: `Pessoa ${index}` },
      ['Quota', '01/02/2026', '24,00 €'],
      { subtotal: ['Subtotal', '', '24,00 €'] },
    ]).flat()
    const pages = await pagesOf((paper) => paper.table(columns, groups))
    assert.ok(pages.length > 1)
    for (const page of pages) assert.doesNotMatch(page, /Pessoa \d+ Página/)
    assert.equal(pages.join(' ').split('Subtotal 24,00 €').length - 1, 40)
  })
})

describe('structure', () => {
  test('a screen reader tells the content in its order, and neither repeated table heads nor page heads', async () => {
    const pdf = await pdfOf((paper) => {
      paper.heading('Recibo')
      paper.facts([
        ['Nome', 'Ana'],
        ['NIF', null],
      ])
      paper.table(
        columns,
        [{ group: 'Ana' }, ...Array.from({ length: 60 }, (_, index) => [`Quota ${index}`, '', '1,00 €'])],
        ['Total', '', '60,00 €'],
      )
      paper.link({ url: 'https://clube.exemplo.pt/x', title: 'Confirmar', text: 'Aponte a câmara.' })
    })
    const [first, second] = [await tellPage(pdf, 1), await tellPage(pdf, 2)]
    const head = ['P Associação Łódź', 'P Rua do Sol, 1 · NIPC 501234567', 'H1 Recibo', 'TH Nome', 'TD Ana']
    const table = ['TH Descrição', 'TH Data', 'TH Valor', 'TH Ana', 'TD Quota 0', 'TD 1,00 €']
    assert.deepEqual(first.slice(0, head.length + table.length), [...head, ...table])
    assert.match(second[0] ?? '', /^TD Quota \d+$/)
    assert.deepEqual(second.slice(-7), [
      'TD 1,00 €',
      'TD Total',
      'TD 60,00 €',
      'Figure Código QR: https://clube.exemplo.pt/x',
      'P Confirmar',
      'P Aponte a câmara.',
      'Link Confirmar: https://clube.exemplo.pt/x',
    ])
  })

  test('content, links and figures without their tags or texts are refused', () => {
    const draws: [draw: (doc: TaggedDocument) => void, error: RegExp][] = [
      [(doc) => doc.text('Olá'), /content without tag/],
      [(doc) => doc.rect(0, 0, 9, 9).fill('#000000'), /content without tag/],
      [(doc) => doc.tag('P', () => doc.text('Aqui', { link: 'https://a.pt' })), /link without tag/],
      [(doc) => doc.tag('Figure', () => doc.rect(0, 0, 9, 9).fill('#000000')), /without alternative/],
      [(doc) => doc.tag('P', () => doc.decoration(() => doc.text('Olá'))), /cannot contain/],
    ]
    for (const [draw, error] of draws)
      assert.throws(() => draw(blankDocument({ title: 'Prova', author: 'Clube' })), error)
  })
})

test('a link has a QR code and is also written out', async () => {
  const url = 'https://clube.exemplo.pt/verificarRecibo/7K3M-9QX2-VT4D'
  const pdf = await pdfOf((paper) =>
    paper.link({ url, title: 'Confirmar', text: 'Aponte a câmara.', code: '7K3M9QX2VT4D' }),
  )
  assert.equal(await qrOf(pdf, 1), url)
  const { pages, language, title } = await readPdf(pdf)
  assert.match(pages[0] ?? '', /Confirmar Aponte a câmara\. 7K3M-9QX2-VT4D https:/)
  assert.deepEqual([language, title], ['pt-PT', 'Prova'])
})

test('documents of one file have their own page numbers', async () => {
  const pages = await pagesOf((paper) => {
    paper.heading('Primeiro')
    paper.nextDocument('Segundo')
    paper.heading('Segundo')
  })
  assert.deepEqual(
    pages.map((page) => /Página \d de \d/.exec(page)?.[0]),
    ['Página 1 de 1', 'Página 1 de 1'],
  )
})

test('printable: composes, removes and replaces characters', () => {
  assert.equal(printable('Joa\u0303o'), 'João')
  assert.equal(printable('a\u200Bb\uFE0F'), 'ab')
  assert.equal(printable('linha\noutra'), 'linha\noutra')
  assert.equal(printable('شكرا'), '□□□□')
  assert.equal(printable(''), '')
})
