import { answerOf, expect, test, useServer, visit, type Page } from '../fixtures.ts'
import { arrived, button } from '../page-parts.ts'
import { smallTargetsOf } from './touch-targets.ts'

test.use({ as: 'admin', hasTouch: true, viewport: { width: 390, height: 844 } })
useServer()

const softly = expect.configure({ soft: true })

/** A screen of each kind, and what opens there. */
const screens: [path: string, open?: (page: Page) => Promise<void>][] = [
  ['/socios'],
  ['/socios', (page) => button(page, 'Abrir o menu').click()],
  ['/socios', (page) => button(page, 'Categoria').click()],
  ['/socios', (page) => button(page, 'Mais ferramentas').click()],
  ['/socios', (page) => button(page, 'Exportar').click()],
  ['/dividas'],
  ['/socios/novo'],
  ['/pagamentos/novo'],
  ['/quotas'],
  ['/cartoesSocio/emitir'],
  ['/mensagens/nova'],
  ['/importacoes/nova'],
  ['/tesouraria'],
  ['/tesouraria/fecho'],
  ['/relatorios'],
  ['/configuracaoOrganizacao'],
  ['/configuracaoSocios'],
  ['/configuracaoMensagens'],
]

test('a finger reaches 40 px of every control, on each kind of screen and in what it opens', async ({
  page,
  api,
}) => {
  // On a busy machine each screen takes long.
  test.setTimeout(1_200_000)
  const [member] = await answerOf<{ _id: string }[]>(await api.get('/api/members?_limit=1'))
  const record = `/socios/${member?._id}`
  const change = (shown: Page) => button(shown, 'Mudar de estado').first().click()
  await page.goto('/socios')
  for (const [path, open] of [...screens, [record], [record, change]] as typeof screens)
    await test.step(path, async () => {
      await visit(page, path)
      await arrived(page)
      await open?.(page)
      softly(await smallTargetsOf(page), `${path}${open ? ` ${String(open)}` : ''}`).toEqual([])
      if (open) await page.keyboard.press('Escape')
    })
})

test('a target under 40 px and one that a neighbour covers are found; the edge around a box counts', async ({
  page,
}) => {
  const style = 'display: block; width: 60px; height: 60px; padding: 0'
  await page.setContent(`
    <style>body { margin: 60px } .edge { position: relative } .edge::after { content: ''; position: absolute; inset: -10px }</style>
    <button style="${style}; height: 30px">Baixo</button>
    <div style="position: relative; margin: 30px 0"><button style="${style}">Coberto</button>
      <div style="position: absolute; left: 0; top: 0; width: 60px; height: 25px"></div></div>
    <input type="checkbox" class="edge" style="display: block; appearance: none; width: 20px; height: 20px; margin: 0" aria-label="Com margem">
    <button style="${style}; margin-top: 30px">Bom</button>`)
  expect(await smallTargetsOf(page)).toEqual([
    expect.stringContaining('«Baixo»'),
    expect.stringContaining('«Coberto»'),
  ])
})
