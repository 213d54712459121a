import { checkInPage, expect, test, useServer, type Page } from './fixtures.ts'
import { readRoutes } from './app-routes.ts'
import { unwalkable, walkScreens } from './screen-walk.ts'
import { visualDefectsOf } from './visual-defects.ts'

test.use({ as: 'admin' })
useServer()

const sizes = [
  { width: 1280, fontSize: 19 },
  { width: 1280, fontSize: 16 },
  { width: 1024, fontSize: 16 },
  { width: 390, fontSize: 16 },
  { width: 320, fontSize: 16 },
  { width: 320, fontSize: 19 },
]

test('all screens: no broken links, visual defects, unfilled placeholders, hyphens as minus signs or overflow', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/status of 404 .*(verify|receipt_information)/)
  problems.expect(/status of 40[034] .*\/api\/auth/)
  // Opens every screen: takes minutes, on a busy machine many.
  test.setTimeout(2_700_000)
  const seen: string[] = []
  const shown = new Set<string | undefined>(unwalkable)
  for await (const { path, kind, route } of walkScreens(page, api)) {
    seen.push(kind)
    shown.add(route?.path)
    if (kind.includes('?todos')) continue
    await test.step(path, async () => {
      await expectToFit(page, path)
      expect.soft(await rawMarksOf(page), path).toEqual([])
    })
  }
  expect(seen).toEqual(
    expect.arrayContaining(['/configuracaoSocios?separador=campos', '/candidaturas/:id', '/inscricao']),
  )
  const { routes } = await readRoutes()
  expect(routes.filter(({ path, redirect }) => !redirect && !shown.has(path))).toEqual([])
})

async function expectToFit(page: Page, path: string): Promise<void> {
  for (const { width, fontSize } of sizes) {
    await page.setViewportSize({ width, height: 720 })
    const what = `${path}, ${width} px, text of ${fontSize}`
    const overflow = () => checkInPage(page, 'findOverflow', overflowSource, fontSize)
    await expect.poll(overflow, what).toEqual([])
    expect.soft(await visualDefectsOf(page), what).toEqual([])
  }
}

/** Unfilled placeholders, such as `{nome}`, and hyphens as minus signs, in visible text, collapsed parts and mail previews. */
function rawMarksOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const frames = [...document.querySelectorAll('iframe')]
    const texts = [document.body, ...frames.map((frame) => frame.contentDocument?.body)]
    return texts.flatMap(
      (body) => body?.innerText.match(/.{0,30}(\{[\p{L}_|]+\}|(?<![\p{L}\p{N}\-+/=?&])-\d.*)/gu) ?? [],
    )
  })
}

/**
 * Overflow of the screen in a text size: horizontal scrolling of the page, a document higher than the window, tables wider than
 * their container, and a current tab outside of its row. Runs in the page as text, so it refers to nothing outside of itself.
 */
async function findOverflow(textSize: number): Promise<string[]> {
  document.documentElement.style.fontSize = `${textSize}px`
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { clientWidth: width, clientHeight, scrollHeight } = document.documentElement
  // With the menu (logged in), the document must not be higher than the window.
  if (document.querySelector('[aria-label="Abrir o menu"]') && scrollHeight > clientHeight)
    return [`the document, ${scrollHeight - clientHeight} px below the window`]
  const tab = document.querySelector('main nav [aria-current="page"]')
  const [place, room] = [tab, tab?.parentElement].map((element) => element?.getBoundingClientRect())
  if (place && room && (place.left < room.left - 1 || place.right > room.right + 1))
    return [`the chosen tab, «${tab?.textContent}»`]
  const over = [...document.querySelectorAll('main table')].filter(
    (table) => table.getBoundingClientRect().right > table.parentElement!.getBoundingClientRect().right + 1,
  )
  const isOver = over.some((table) => getComputedStyle(table.parentElement!).overflowX === 'visible')
  if (isOver) return over.map(({ className }) => `table ${className}`)
  if (document.documentElement.scrollWidth <= width) return []
  const isHeld = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isHeld(element.parentElement))
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > width + 1 && !isHeld(element.parentElement),
  )
  return ['the page', ...wide.map(({ tagName, className }) => `${tagName} ${String(className)}`)].slice(0, 8)
}

const overflowSource = `window.findOverflow = ${String(findOverflow)}`
