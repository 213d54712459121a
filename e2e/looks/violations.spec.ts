import { expect, test, type Page } from '../fixtures.ts'
import { violationsOf } from '../violations.ts'

const styles = '<style>p { color: #000 } li:nth-child(3) span, .faint p { color: #ddd }</style>'

/** Ids of the rules that elements of the page violate. */
async function violated(page: Page, body: string): Promise<string[]> {
  const html = `<!doctype html><html lang="pt"><head><title>Exemplo</title>${styles}</head><body style="background: #fff"><main><h1>Exemplo</h1>${body}</main></body></html>`
  await page.setContent(html)
  const violations = await violationsOf(page)
  return violations.map((violation) => violation.split(':')[0]!)
}

test('a structure is checked once, also with other texts', async ({ page }) => {
  const card = (name: string) => `<section><h2>${name}</h2><button><svg></svg></button></section>`
  expect(await violated(page, card('Quotas'))).toEqual(['button-name'])
  expect(await violated(page, card('Donativos'))).toEqual([])
  expect(await violated(page, card('Quotas') + card('Donativos'))).toEqual([])
})

const alike =
  '<form><label for="a">Nome</label> <input id="a"> <p><button>Guardar</button></p> <p>Fim</p></form>'
const differences = [
  ['without a name', 'button-name', '<button>Guardar</button>', '<button></button>'],
  ['whose label is elsewhere', 'label', 'for="a"', 'for="b"'],
  ['with another state', 'aria-valid-attr-value', '<form>', '<form aria-busy="sim">'],
  ['in other colours', 'color-contrast', '<form>', '<form class="faint">'],
  ['on another background', 'color-contrast', '<form>', '<form style="background: #111">'],
] as const

test('a part is checked although one was that differs from it in name, label, state or colours', async ({
  page,
}) => {
  for (const [what, rule, before, after] of differences) {
    expect(await violated(page, alike)).toEqual([])
    expect(await violated(page, alike.replace(before, after)), what).toContain(rule)
  }
})

test('a row whose colours come from its position is checked', async ({ page }) => {
  const list = (rows: number) => `<ul>${'<li><span>Quota</span></li>'.repeat(rows)}</ul>`
  expect(await violated(page, list(2))).toEqual([])
  expect(await violated(page, list(3))).toEqual(['color-contrast'])
})

test('a hidden part is checked when it is shown', async ({ page }) => {
  const part = (isOpen: boolean) =>
    `<details ${isOpen ? 'open' : ''}><summary>Anuladas</summary><img src="data:,"></details>`
  expect(await violated(page, part(false))).toEqual([])
  expect(await violated(page, part(true))).toEqual(['image-alt'])
})

test('rules about whole pages apply to parts that were checked', async ({ page }) => {
  expect(await violated(page, '<h2>Quotas</h2><h3>Juros</h3>')).toEqual([])
  expect(await violated(page, '<h3>Juros</h3>')).toEqual(['heading-order'])
})
