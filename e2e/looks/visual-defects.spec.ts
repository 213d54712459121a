import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { visualDefectsOf } from './visual-defects.ts'

const buttonStyles = join(import.meta.dirname, '../../node_modules/@mantine/core/styles/Button.css')
const [mantineClass = ''] = /m_[0-9a-f]+/.exec(readFileSync(buttonStyles, 'utf8')) ?? []

const narrow = 'width: 80px; overflow: hidden; white-space: nowrap'
const text = 'Um texto que não cabe nesta largura'
const styled = 'border: 1px solid; background: #fff; color: #000'

const defects = [
  ['a text cut at the side', `<p style="${narrow}">${text}</p>`, /^cut: .*«Um texto/],
  [
    'a text cut at the bottom',
    `<p style="width: 80px; height: 30px; overflow: hidden">${text}</p>`,
    /^cut: .*«Um texto/,
  ],
  [
    'a covered button',
    `<button style="${styled}">Guardar</button><div style="position: fixed; inset: 0; background: #fff"></div>`,
    /^covered: .*button «Guardar» by .*div/,
  ],
  [
    'a button outside of the window',
    `<button style="${styled}; position: fixed; left: -200px">Guardar</button>`,
    /^out of the window: .*button «Guardar»/,
  ],
  [
    'texts on each other',
    '<p>Nome</p><p style="margin-top: -1.5em">Estado</p>',
    /^on each other: .*«Nome» and .*«Estado»/,
  ],
  [
    'a number in a table without tabular figures',
    '<table><tr><td>1 234,50 €</td></tr></table>',
    /^figures not tabular: .*td «1 234,50 €»/,
  ],
  [
    'words in tabular figures',
    '<table style="font-variant-numeric: tabular-nums"><tr><td>Recém-chegado</td></tr></table>',
    /^words in tabular figures: .*td «Recém-chegado»/,
  ],
  [
    'a single line that breaks',
    '<p style="width: 80px; white-space: nowrap">ana.sousa@<wbr>exemplo.pt</p>',
    /^on two lines: .*«ana.sousa@exemplo.pt»/,
  ],
  ['a button with the look of the browser', '<button>Guardar</button>', /^the browser's look: .*button/],
  ['a link with the look of the browser', '<a href="/socios">Sócios</a>', /^the browser's look: .*a «Sócios/],
  [
    'an input with the look of the browser',
    '<input aria-label="Nome">',
    /^the browser's look: .*input «Nome/,
  ],
  [
    'a menu with the look of the browser',
    '<ul role="menu"><li>Eliminar a ficha</li></ul>',
    /^the browser's look: .*li «Eliminar/,
  ],
  [
    'a component without its stylesheet',
    `<div class="${mantineClass}">Guardar</div>`,
    /^without its stylesheet: .*«Guardar/,
  ],
  [
    'a layer without its stylesheet',
    `<div role="menu" class="${mantineClass}">Guardar</div>`,
    /^without its stylesheet: .*«Guardar/,
  ],
] as const

test('cut, covered and unstyled parts and wrong figures are visual defects', async ({ page }) => {
  for (const [defect, html, found] of defects) {
    await page.setContent(html)
    expect(await visualDefectsOf(page), defect).toEqual([expect.stringMatching(found)])
  }
})

test('cut texts with a title or a link, covered parts that scroll into view and styled components are no defects', async ({
  page,
}) => {
  await page.setContent(`
    <style>.${mantineClass} { ${styled} } a { color: #000 }</style>
    <p style="${narrow}" title="${text}">${text}</p>
    <a href="/socios" style="display: block; ${narrow}">${text}</a>
    <div class="${mantineClass}">Guardar</div>
    <button style="${styled}; position: absolute; top: 690px">Guardar</button>
    <div style="height: 3000px"></div>
    <div style="position: fixed; bottom: 0; height: 40px; width: 100%; background: #fff"></div>`)
  expect(await visualDefectsOf(page)).toEqual([])
})

test('text at the edge of a dialog is a visual defect; elements behind the dialog are ignored', async ({
  page,
}) => {
  await test.step('a text at the edge of a dialog is a visual defect', async () => {
    await page.setContent('<dialog style="padding: 0"><p>Nada</p></dialog>')
    await page.evaluate(() => document.querySelector('dialog')?.showModal())
    expect(await visualDefectsOf(page)).toEqual([expect.stringMatching(/^at the edge: .*«Nada/)])
  })

  await test.step('with an open dialog, only the defects of the dialog count', async () => {
    await page.setContent(`<button>Atrás</button><dialog><p>Pergunta</p><button>Sim</button></dialog>`)
    await page.evaluate(() => document.querySelector('dialog')?.showModal())
    expect(await visualDefectsOf(page)).toEqual([expect.stringContaining('«Sim»')])
  })
})
