import { expect, visit, type Page } from '../fixtures.ts'
import type { Outcome } from './openings-in-page.ts'
import { arrived } from '../page-parts.ts'
import { trafficOf } from '../traffic.ts'
import { nowhere } from './screen-walk.ts'

export interface Opening {
  /** The name of the opener, and of the menu item if it was a menu. */
  name: string
  /** `layer`: above the page; `unfolded`: an expanded part of it; `changed`: the page has another state. */
  kind: Outcome
}

/** React shows code that it waited for 300 ms after it began to wait, also when the code was there: each rendering is two frames. */
const renderings = 15

/**
 * Opens everything that screens can open, one by one: menus and the dialogs of their items, popovers, dialogs, selects, tabs,
 * panels. Clicks every button that does not submit, because no attribute tells which of them open something.
 *
 * Requires `installOpenings` in the page, which keeps writes from the server.
 */
export class Openings {
  readonly #page: Page
  readonly #max: number
  readonly #withShell: boolean
  readonly #pressed = new Map<string, number>()

  /**
   * Opens at most `max` openers of the same `kind`, over all screens. Without `withShell` it leaves out the header and the menu,
   * which are the same on every screen.
   */
  constructor(page: Page, max: number, { withShell = true } = {}) {
    this.#page = page
    this.#max = max
    this.#withShell = withShell
    // Requests count from now on.
    trafficOf(page)
  }

  /** Calls `onOpened` while each is open. The page shows the screen of `path`. */
  async openEach(path: string, onOpened: (opening: Opening) => Promise<void>): Promise<void> {
    const known = new Set<string>()
    for (;;) {
      const openers = await this.#page.evaluate(() => window.openings.all())
      const next = openers.find(
        ({ key, kind, isInMain }) =>
          !known.has(key) && this.#timesPressed(kind) < this.#max && (this.#withShell || isInMain),
      )
      if (!next) return
      const { key, kind, name } = next
      known.add(key)
      this.#pressed.set(kind, this.#timesPressed(kind) + 1)
      const items = await this.#press(path, [key], async (outcome) => onOpened({ name, kind: outcome }))
      for (const item of items)
        await this.#press(path, [key, item], async (outcome) =>
          onOpened({ name: `${name} › ${item}`, kind: outcome }),
        )
    }
  }

  #timesPressed(kind: string): number {
    return this.#pressed.get(kind) ?? 0
  }

  /** Returns the items of the menu that it opened, if it was one. */
  async #press(
    path: string,
    keys: string[],
    onOutcome: (outcome: Outcome) => Promise<void>,
  ): Promise<string[]> {
    // Closes a layer that opened late, after the previous turn.
    await close(this.#page)
    const isThere = await this.#page.evaluate((trail) => window.openings.press(trail), keys)
    if (!isThere) return []
    const outcome = await this.#outcome()
    if (outcome) await onOutcome(outcome)
    const items = await this.#page.evaluate(() => window.openings.menuItems())
    await restore(this.#page, path)
    return items
  }

  async #outcome(): Promise<Outcome | undefined> {
    const traffic = trafficOf(this.#page)
    await this.#page.evaluate(drawn)
    // A preview of many cards takes seconds, on a busy machine minutes.
    await expect.poll(() => traffic.pending(), { intervals: [20], timeout: 180_000 }).toEqual([])
    await arrived(this.#page)
    return this.#page.evaluate((turns) => window.openings.outcome(turns), renderings)
  }
}

/** Closes open layers, and reopens the screen if closing did not restore it. */
async function restore(page: Page, path: string): Promise<void> {
  await close(page)
  const disturbance = await page.evaluate(() => window.openings.disturbance())
  if (!disturbance) return
  if (disturbance === 'draft') await page.goto(path)
  else {
    await visit(page, nowhere)
    await visit(page, path)
  }
  await expect(page.getByRole('heading').first()).toBeAttached()
  await arrived(page)
}

async function close(page: Page): Promise<void> {
  let isOpen = await page.evaluate(() => window.openings.isOpen())
  for (let presses = 0; presses < 3 && isOpen; presses++) {
    await page.keyboard.press('Escape')
    await page.evaluate(drawn)
    isOpen = await page.evaluate(() => window.openings.isOpen())
  }
}

function drawn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
