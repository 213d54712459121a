import { stdout } from 'node:process'
import { expect, type Page, visit } from '../fixtures.ts'
import { type Opening, Openings } from '../looks/openings.ts'
import { installOpenings } from '../looks/openings-in-page.ts'
import { arrived, fontsArrived } from '../page-parts.ts'
import { kindOf, linksOf, type Screen } from '../looks/screen-walk.ts'
import { visualDefectsOf } from '../looks/visual-defects.ts'
import type { Sheets } from './sheets.ts'
import { pictureOf, windowsOf } from './windows.ts'

/** Maximum of pictures of openers that open the same thing. */
const maxAlike = 3

/** Takes pictures of screens in one session. */
export class Looker {
  readonly #page: Page
  readonly #sheets: Sheets
  readonly #openings: Openings | undefined
  readonly #who: string

  constructor(page: Page, sheets: Sheets, { who, opens }: { who: string; opens: boolean }) {
    this.#page = page
    this.#sheets = sheets
    this.#who = who
    this.#openings = opens ? new Openings(page, maxAlike) : undefined
  }

  /** Call before the first navigation. */
  async begin(fontSize: number | undefined): Promise<void> {
    this.#page.on('dialog', (dialog) => void dialog.accept())
    await this.#page.addInitScript(installOpenings)
    if (fontSize)
      await this.#page.addInitScript((size) => localStorage.setItem('fontSize', String(size)), fontSize)
  }

  /** Takes pictures of a screen and of everything that it can open. Writes errors to stdout and continues. */
  async look({ path, kind }: Pick<Screen, 'path' | 'kind'>): Promise<void> {
    try {
      await this.#show(path)
      const caption = `${kind}${this.#who}`
      await this.#pictures(caption)
      await this.#openings?.openEach(path, (opening) => this.#pictureOf(opening, caption))
    } catch (error) {
      stdout.write(`${this.#sheets.name} ${kind}: ${String(error).split('\n')[0]}\n`)
      await this.#page.goto(path)
    }
    stdout.write(`${this.#sheets.name} ${kind}\n`)
  }

  /** Takes pictures of each kind of screen that can be reached from `first`. */
  async walk(first: string, isWanted: (path: string) => boolean): Promise<void> {
    const seen = new Set<string>()
    const waiting = [first]
    for (const path of waiting) {
      const kind = kindOf(path)
      if (seen.has(kind)) continue
      seen.add(kind)
      await this.#show(path)
      waiting.push(...(await linksOf(this.#page)))
      if (isWanted(path)) await this.look({ path, kind })
    }
  }

  async #show(path: string): Promise<void> {
    if (this.#page.url() === 'about:blank') await this.#page.goto(path)
    else await visit(this.#page, path)
    await expect(this.#page.getByRole('heading').first()).toBeAttached()
    await arrived(this.#page)
    await fontsArrived(this.#page)
  }

  async #pictures(caption: string): Promise<void> {
    for (const defect of await visualDefectsOf(this.#page)) stdout.write(`  ! ${caption}: ${defect}\n`)
    let number = 0
    for await (const image of windowsOf(this.#page))
      await this.#sheets.add({ caption: number++ === 0 ? caption : `${caption} (${number})`, image })
  }

  async #pictureOf({ name, kind }: Opening, caption: string): Promise<void> {
    const isModal = kind === 'layer' && (await this.#page.locator('dialog[open]:modal').count()) > 0
    if (isModal) await this.#pictures(`${caption} · ${name}`)
    else await this.#sheets.add({ caption: `${caption} · ${name}`, image: await pictureOf(this.#page) })
  }
}
