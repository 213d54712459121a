import { expect, test } from '../fixtures.ts'
import { Openings, type Opening } from './openings.ts'
import { installOpenings } from './openings-in-page.ts'

const address = 'http://pagina.exemplo/'
const screen = `<!doctype html><main><h1>Sócios</h1>
  <button popovertarget="menu" aria-haspopup="menu">Mais ações</button>
  <div id="menu" role="menu" popover>
    <button role="menuitem" onclick="menu.hidePopover(); pergunta.showModal()">Eliminar a ficha</button>
  </div>
  <dialog id="pergunta">Eliminar?</dialog>
  <button onclick="ficha.showModal()">Novo sócio</button>
  <dialog id="ficha">Ficha</dialog>
  <button aria-expanded="false" onclick="unfold(this)">Filtros</button><p hidden>Estado</p>
  <div role="tablist"><button role="tab" aria-selected="false" onclick="ariaSelected = 'true'">Histórico</button></div>
  <details><summary>Anuladas</summary><p>Quota 2024</p></details>
  <button onclick="fetch('/api/members', { method: 'DELETE' })">Apagar tudo</button>
  <form><button type="submit">Guardar</button></form>
  <button aria-pressed="false">Negrito</button>
</main>
<script>
  function unfold(button) {
    const isOpen = button.ariaExpanded === 'true'
    button.ariaExpanded = String(!isOpen)
    button.nextElementSibling.hidden = isOpen
  }
</script>`

test('menus, their items, dialogs, tabs and expandable parts are found and opened without a list of them; nothing is written', async ({
  page,
}) => {
  const written: string[] = []
  await page.route(`${address}**`, (route) => {
    if (route.request().method() !== 'GET') written.push(route.request().url())
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: screen })
  })
  await page.addInitScript(installOpenings)
  await page.goto(address)
  const opened: Opening[] = []
  await new Openings(page, 1).openEach(address, async (opening) => {
    opened.push(opening)
    // Where a layer opened, it is open now.
    const layers = page.locator('dialog[open], [popover]:popover-open')
    await expect(layers).toHaveCount(opening.kind === 'layer' ? 1 : 0)
  })
  expect(opened).toEqual([
    { name: 'Mais ações', kind: 'layer' },
    { name: 'Mais ações › Eliminar a ficha', kind: 'layer' },
    { name: 'Novo sócio', kind: 'layer' },
    { name: 'Filtros', kind: 'unfolded' },
    { name: 'Histórico', kind: 'unfolded' },
    { name: 'Anuladas', kind: 'unfolded' },
  ])
  expect(written).toEqual([])
})
