import { expect, obstaclesOf, test, useServer, type Page } from './fixtures.ts'
import { Openings } from './openings.ts'
import { installOpenings } from './openings-in-page.ts'
import { walkScreens } from './screen-walk.ts'
import { visualDefectsOf } from './visual-defects.ts'

/** Menus and choices stand outside of the page's landmarks, and fields hear of their choices when they are drawn again. */
const floating = ['region', 'scrollable-region-focusable']

const softly = expect.configure({ soft: true })

// The two are the longest there are.
test.describe.configure({ mode: 'parallel' })
test.use({ as: 'admin' })
useServer()

// What depends on the width does not depend on the colours.
for (const { colorScheme, ...viewport } of [
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)
  test(`at ${viewport.width} px and in the ${colorScheme}, nothing is in the way in what screens can open, and main actions are in sight`, async ({
    page,
    api,
    problems,
  }) => {
    // What the openings write is refused, and some screens are of records that are not there.
    problems.expect(/status of 4\d\d/)
    // It opens everything there is: minutes, and many of them while the machine is busy with other work.
    test.setTimeout(2_700_000)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.addInitScript(installOpenings)
    await page.emulateMedia({ colorScheme })
    const openings = new Openings(page, 1)
    let opened = 0
    for await (const { path, kind: screen } of walkScreens(page, api)) {
      await page.setViewportSize(viewport)
      await softly.poll(() => hiddenMainActions(page), path).toEqual([])
      // Lists that differ only in what they are filtered by were checked.
      if (!screen.includes('?todos')) expect.soft(await obstaclesOf(page), path).toEqual([])
      await openings.openEach(path, async ({ name, kind }) => {
        opened++
        const what = `${path} · ${name} (${kind})`
        expect.soft(await visualDefectsOf(page), what).toEqual([])
        const within = await page.evaluateHandle(() => window.openings.opened())
        expect.soft(await obstaclesOf(page, { without: floating, within }), what).toEqual([])
        await within.dispose()
      })
    }
    expect(opened).toBeGreaterThan(100)
  })

/** The main actions of a screen, when none of them is in the window before anything is scrolled. */
function hiddenMainActions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A window of another size keeps how far the one before was scrolled.
    document.querySelector('main')?.parentElement?.scrollTo({ top: 0, behavior: 'instant' })
    const main = [
      ...document.querySelectorAll<HTMLElement>('main :is(button, a)[data-variant="filled"]'),
    ].filter((element) => !element.closest('[role="row"], li') && element.checkVisibility())
    const isInSight = (element: HTMLElement) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1
    }
    return main.some(isInSight) ? [] : main.map(({ innerText }) => innerText)
  })
}
