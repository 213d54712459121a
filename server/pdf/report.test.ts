import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfFaults } from '../testing/pdf-faults.ts'
import { readPdf, tellPage } from '../testing/read-pdf.ts'
import type { PaperReport } from './index.ts'
import { reportPdf } from './index.ts'

const report: PaperReport = {
  title: 'Relatório de contas',
  subtitle: 'Para a assembleia geral',
  period: 'Ano de 2026',
  date: '31 de janeiro de 2027',
  letterhead: {
    name: 'Clube do Sol',
    nif: '501234560',
    address: 'Rua do Sol, 1',
    contacts: [],
    colour: null,
  },
  sections: [
    {
      heading: 'Recebimentos',
      text: 'Por mês.\n\nSem donativos.',
      chart: {
        alt: 'Janeiro: 24,00 €',
        width: 200,
        height: 100,
        draw(pen) {
          pen.path('M10 90v-40h20v40z', { fill: '#2F6BB8' })
          pen.text('jan', { x: 20, y: 98, size: 8, anchor: 'middle' })
        },
      },
      table: {
        columns: [
          { label: 'Mês', share: 1 },
          { label: 'Valor', share: 1, isNumber: true },
        ],
        rows: Array.from({ length: 90 }, (_, index) => [`Mês ${index + 1}`, '24,00 €']),
        totals: ['Total', '2160,00 €'],
      },
    },
    { heading: 'Dívidas', text: 'Não há.' },
  ],
}

test('a report has a title page, contents with page numbers, tables that repeat their header, and totals', async () => {
  const pdf = await reportPdf(report)
  const { pages } = await readPdf(pdf)
  const [cover = '', contents = '', ...others] = pages
  assert.match(
    cover,
    /^Clube do Sol NIPC 501234560 · Rua do Sol, 1 Relatório de contas Para a assembleia geral Ano de 2026 31 de janeiro de 2027/,
  )
  const last = pages.findIndex((page) => page.includes('Não há.')) + 1
  assert.match(contents, new RegExp(`Índice Recebimentos 3 Dívidas ${last} `))
  assert.match(others[0] ?? '', /Recebimentos Por mês\. Sem donativos\. jan Mês Valor Mês 1 24,00 €/)
  assert.match(others[1] ?? '', /Mês Valor Mês \d+ 24,00 €/)
  assert.match(others.at(-2) ?? '', /Total 2160,00 €/)
  for (const [index, page] of pages.entries())
    assert.match(page, new RegExp(`Página ${index + 1} de ${pages.length}`))
  assert.deepEqual(await pdfFaults(pdf), [])
  assert.deepEqual(await tellPage(pdf, 2), [
    'H2 Índice',
    'Link Recebimentos, página 3',
    `Link Dívidas, página ${last}`,
  ])
  assert.deepEqual((await tellPage(pdf, 3)).slice(0, 4), [
    'H2 Recebimentos',
    'P Por mês.',
    'P Sem donativos.',
    'Figure Janeiro: 24,00 €',
  ])
})

test('a report with one section has no contents', async () => {
  const { pages } = await readPdf(await reportPdf({ ...report, sections: report.sections.slice(1) }))
  assert.equal(pages.length, 2)
  assert.match(pages[1] ?? '', /Dívidas Não há\./)
})
