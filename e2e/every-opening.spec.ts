import { expect, violationsOf, test, useServer, type Page } from './fixtures.ts'
import { Openings } from './openings.ts'
import { installOpenings } from './openings-in-page.ts'
import { walkScreens } from './screen-walk.ts'
import { visualDefectsOf } from './visual-defects.ts'

/** Rules that do not apply to layers: they are outside of landmarks, and options are linked to their field only later. */
const floating = ['region', 'scrollable-region-focusable']

const softly = expect.configure({ soft: true })

// The two slowest tests: they run at the same time.
test.describe.configure({ mode: 'parallel' })
test.use({ as: 'admin' })
useServer()

// Width and colours are independent, so each width has one scheme.
for (const { colorScheme, ...viewport } of [
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)
  test(`at ${viewport.width} px and in the ${colorScheme}, screens and what they open have no violations or defects, and show main actions`, async ({
    page,
    api,
    problems,
  }) => {
    // Writes of the openings are refused, and some screens have no record.
    problems.expect(/status of 4\d\d/)
    // Opens everything: takes minutes, on a busy machine many.
    test.setTimeout(2_700_000)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.addInitScript(installOpenings)
    await page.emulateMedia({ colorScheme })
    const openings = new Openings(page, 1)
    let opened = 0
    for await (const { path, kind: screen } of walkScreens(page, api)) {
      await test.step(path, async () => {
        await page.setViewportSize(viewport)
        await softly.poll(() => hiddenMainActions(page), path).toEqual([])
        // The same list with other filters was checked already.
        if (!screen.includes('?todos')) expect.soft(await violationsOf(page), path).toEqual([])
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
    expect(opened).toBeGreaterThan(100)
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
