import type { Request } from '@playwright/test'
import { expect, visit, type Page } from './fixtures.ts'
import type { Outcome } from './openings-in-page.ts'
import { arrived } from './page-parts.ts'
import { nowhere } from './screen-walk.ts'

export interface Opening {
  /** The name of the opener, and of the menu item if it was a menu. */
  name: string
  /** `layer`: above the page; `unfolded`: an expanded part of it; `changed`: the page has another state. */
  kind: Outcome
}

/**
 * Opens everything that screens can open, one by one: menus and the dialogs of their items, popovers, dialogs, selects, tabs,
 * panels. Clicks every button that does not submit, because no attribute tells which of them open something.
 *
 * Requires `installOpenings` in the page, which keeps writes from the server.
 */
export class Openings {
  readonly #page: Page
  readonly #max: number
  readonly #pressed = new Map<string, number>()
  readonly #traffic: Traffic

  /** Opens at most `max` openers of the same `kind`, over all screens. */
  constructor(page: Page, max: number) {
    this.#page = page
    this.#max = max
    this.#traffic = new Traffic(page)
  }

  /** Calls `onOpened` while each is open. The page shows the screen of `path`. */
  async openEach(path: string, onOpened: (opening: Opening) => Promise<void>): Promise<void> {
    const known = new Set<string>()
    for (;;) {
      const openers = await this.#page.evaluate(() => window.openings.all())
      const next = openers.find(({ key, kind }) => !known.has(key) && this.#timesPressed(kind) < this.#max)
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
    this.#traffic.forget()
    const isThere = await this.#page.evaluate((trail) => window.openings.press(trail), keys)
    if (!isThere) return []
    const outcome = await this.#outcome()
    if (outcome) await onOutcome(outcome)
    const items = await this.#page.evaluate(() => window.openings.menuItems())
    await restore(this.#page, path)
    return items
  }

  /** Retries while code or data had to load: rendering follows some frames later. */
  async #outcome(): Promise<Outcome | undefined> {
    await this.#traffic.settled()
    return this.#page.evaluate((turns) => window.openings.outcome(turns), this.#traffic.wasBusy ? 15 : 1)
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

/** Tracks the pending requests of a page. */
class Traffic {
  readonly #page: Page
  readonly #waiting = new Set<Request>()
  /** There was a request since `forget`, or one was pending then. */
  wasBusy = false

  constructor(page: Page) {
    this.#page = page
    let navigation: Request | undefined
    page.on('request', (request) => {
      this.wasBusy = true
      this.#waiting.add(request)
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) navigation = request
    })
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || !navigation) return
      // Playwright does not report the end of requests of a document that was left.
      for (const request of this.#waiting) if (request !== navigation) this.#waiting.delete(request)
      navigation = undefined
    })
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => void this.#waiting.delete(request))
  }

  forget(): void {
    this.wasBusy = this.#waiting.size > 0
  }

  async settled(): Promise<void> {
    await this.#page.evaluate(drawn)
    const waiting = () => [...this.#waiting].map((request) => `${request.method()} ${request.url()}`)
    // A preview of many cards takes seconds, on a busy machine minutes.
    await expect.poll(waiting, { intervals: [20], timeout: 180_000 }).toEqual([])
    await arrived(this.#page)
  }
}
