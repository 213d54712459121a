import { readRoutes } from '../app-routes.ts'
import { expect, test, useServer, type Page } from '../fixtures.ts'
import { checkInPage, seenTwice } from '../rest.ts'
import { violationsOf } from '../violations.ts'
import { Openings } from './openings.ts'
import { installOpenings } from './openings-in-page.ts'
import { unwalkable, walkScreens } from './screen-walk.ts'
import { areaOf, areas } from './screen-areas.ts'
import { visualDefectsOf } from './visual-defects.ts'

/** Rules that do not apply to layers: they are outside of landmarks, and options are linked to their field only later. */
const floating = ['region', 'scrollable-region-focusable']

const softly = expect.configure({ soft: true })

/** Screens that nothing but a link leads to. */
const linked = ['/configuracaoSocios?separador=campos', '/candidaturas/:id', '/inscricao']

// Each process walks some of the areas.
test.describe.configure({ mode: 'parallel' })
test.use({ as: 'admin' })
useServer()

// Width and colours are independent, so each width has one scheme. `sizes` are widths and text sizes in px.
const windows = [
  {
    width: 1024,
    height: 768,
    colorScheme: 'light',
    sizes: [
      [1280, 19],
      [1024, 16],
    ],
  },
  {
    width: 390,
    height: 844,
    colorScheme: 'dark',
    sizes: [
      [320, 19],
      [390, 16],
    ],
  },
] as const

for (const area of areas)
  for (const { colorScheme, sizes, ...viewport } of windows)
    test(`${area}, at ${viewport.width} px and in the ${colorScheme}: screens and what they open fit, have no violations or defects, and show main actions; no link is broken`, async ({
      page,
      api,
      problems,
    }) => {
      // Writes of the openings are refused, and some screens have no record.
      problems.expect(/status of 4\d\d/)
      // Opens everything: takes minutes, on a busy machine many.
      test.setTimeout(1_800_000)
      page.on('dialog', (dialog) => void dialog.accept())
      await page.addInitScript(installOpenings)
      await page.emulateMedia({ colorScheme })
      const openings = new Openings(page, 1, { withShell: area === 'others' })
      const seen: string[] = []
      const shown = new Set<string | undefined>(unwalkable)
      let opened = 0
      for await (const { path, kind: screen, route } of walkScreens(page, api, area)) {
        seen.push(screen)
        shown.add(route?.path)
        await test.step(path, async () => {
          // The same list with other filters was checked already.
          const isNew = !screen.includes('?todos')
          if (isNew) await expectToFit(page, path, sizes)
          await page.setViewportSize(viewport)
          expect.soft(await seenTwice(page, () => hiddenMainActions(page)), path).toEqual([])
          if (isNew) {
            expect.soft(await violationsOf(page), path).toEqual([])
            expect.soft(await rawMarksOf(page), path).toEqual([])
          }
          await openings.openEach(path, async ({ name, kind }) => {
            opened++
            const what = `${path} · ${name} (${kind})`
            expect.soft(await visualDefectsOf(page), what).toEqual([])
            const within = await page.evaluateHandle(() => window.openings.opened())
            expect.soft(await violationsOf(page, { without: floating, within }), what).toEqual([])
            await within.dispose()
          })
        })
      }
      expect(opened).toBeGreaterThan(0)
      expect(seen).toEqual(expect.arrayContaining(linked.filter((path) => areaOf(path) === area)))
      const { routes } = await readRoutes()
      const missed = routes.filter(
        ({ path, redirect }) => areaOf(path) === area && !redirect && !shown.has(path),
      )
      expect(missed).toEqual([])
    })

/** The main actions of a screen if none of them is visible without scrolling; otherwise empty. */
function hiddenMainActions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Resizing keeps the scroll position.
    document.querySelector('main')?.parentElement?.scrollTo({ top: 0, behavior: 'instant' })
    // Mantine names every variant but the default one, which is filled.
    const main = [
      ...document.querySelectorAll<HTMLElement>('main .mantine-Button-root:not([data-variant])'),
    ].filter((element) => !element.closest('[role="row"], li') && element.checkVisibility())
    const isInSight = (element: HTMLElement) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1
    }
    return main.some(isInSight) ? [] : main.map(({ innerText }) => innerText)
  })
}

async function expectToFit(
  page: Page,
  path: string,
  sizes: readonly (readonly [number, number])[],
): Promise<void> {
  for (const [width, fontSize] of sizes) {
    await page.setViewportSize({ width, height: 720 })
    const what = `${path}, ${width} px, text of ${fontSize}`
    await page.evaluate(
      (size) => document.documentElement.style.setProperty('font-size', `${size}px`),
      fontSize,
    )
    const overflow = () => checkInPage(page, 'findOverflow', () => overflowSource)
    expect(await seenTwice(page, overflow), what).toEqual([])
    // Pages of documents are drawn anew for the width.
    await softly.poll(() => visualDefectsOf(page), what).toEqual([])
  }
}

/** Unfilled placeholders, such as `{nome}`, and hyphens as minus signs, in visible text, collapsed parts and mail previews. */
function rawMarksOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const collapsed = [...document.querySelectorAll('details:not([open])')]
    for (const details of collapsed) details.toggleAttribute('open', true)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const frames = [...document.querySelectorAll('iframe')]
    const texts = [document.body, ...frames.map((frame) => frame.contentDocument?.body)]
    const found = texts.flatMap(
      (body) => body?.innerText.match(/.{0,30}(\{[\p{L}_|]+\}|(?<![\p{L}\p{N}\-+/=?&])-\d.*)/gu) ?? [],
    )
    for (const details of collapsed) details.toggleAttribute('open', false)
    return found
  })
}

/**
 * Overflow of the screen: horizontal scrolling of the page, a document higher than the window, tables wider than
 * their container, and a current tab outside of its row. Runs in the page as text, so it refers to nothing outside of itself.
 */
function findOverflow(): string[] {
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
  // An element around the content scrolls instead of the page, or hides what is too wide.
  let scroller: Element = document.querySelector('main') ?? document.documentElement
  while (scroller.scrollWidth <= scroller.clientWidth && scroller.parentElement)
    scroller = scroller.parentElement
  if (scroller.scrollWidth <= scroller.clientWidth) return []
  const isHeld = (element: Element | null): boolean =>
    element !== null &&
    element !== scroller &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isHeld(element.parentElement))
  const wide = [...scroller.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width + 1 && !isHeld(element.parentElement),
  )
  return ['the page', ...wide.map(({ tagName, className }) => `${tagName} ${String(className)}`)].slice(0, 8)
}

const overflowSource = `window.findOverflow = ${String(findOverflow)}`
