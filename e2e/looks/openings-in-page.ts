declare global {
  interface Window {
    openings: Openings
  }
}

export type Outcome = 'layer' | 'unfolded' | 'changed'

export interface Opener {
  /** Identifies it on the screen; openers in different rows of a list have the same key. */
  key: string
  name: string
  /** The same for openers, also of different screens, that open the same thing. */
  kind: string
  /** In the page's `main`, not in the header or the menu. */
  isInMain: boolean
}

interface Openings {
  all: () => Opener[]
  /** Clicks the opener with the first key, then the given items of the menus that open. False if one is missing. */
  press: (keys: string[]) => Promise<boolean>
  /** Retries after each rendering, at most `turns` times, until something opened. */
  outcome: (turns: number) => Promise<Outcome | undefined>
  /** Names of the items of the menu that the last press opened. */
  menuItems: () => string[]
  isOpen: () => boolean
  /** The layers that the last press opened, with the pressed element; `main` if it opened none. */
  opened: () => Element[]
  /**
   * Collapses the part of the page that the last press expanded. `draft` if a layer is open, or the page has unsaved changes or
   * tried to write; `moved` if the address or the content changed.
   */
  disturbance: () => Promise<'draft' | 'moved' | undefined>
}

/**
 * Finds and clicks elements that open something. Runs in the page as text, so it refers to nothing outside of itself. Writes
 * of the page are answered here with 409 and never reach the server.
 */
export function installOpenings(): void {
  const layerSelector =
    'dialog[open], :popover-open:not([aria-hidden="true"]), [role="dialog"], [role="menu"], [role="listbox"]'
  const openerSelector =
    'button, summary, [role="button"], [role="tab"], [aria-haspopup], [aria-expanded="false"]'
  // Toggles and sort buttons open nothing.
  const notOpeners = [
    '[type="submit"]:is(form *)',
    '[aria-pressed]',
    '[aria-expanded="true"]',
    '[role="radio"]',
    '[role="checkbox"]',
    '[role="option"]',
    '[role="switch"]',
    '[aria-disabled="true"]',
    ':disabled',
    ':is(th, [role="columnheader"]) :not([aria-haspopup])',
    '[contenteditable] *',
  ].join()
  let sent = 0
  let before = stateOf(undefined)

  window.openings = {
    all: allOpeners,
    async press([key = '', ...items]) {
      const element = elementOf(key)
      if (!element) return false
      before = stateOf(element)
      element.scrollIntoView({ block: 'center' })
      element.focus()
      element.click()
      for (const item of items) {
        const found = await waitFor(() => menuElements().find((one) => nameOf(one) === item))
        if (!found) return false
        found.click()
      }
      return true
    },
    async outcome(turns) {
      let outcome = currentOutcome()
      for (let turn = 1; turn < turns && outcome !== 'layer' && outcome !== 'unfolded'; turn++) {
        await rendered()
        await rendered()
        outcome = currentOutcome()
      }
      return outcome
    },
    menuItems: () => menuElements().map(nameOf),
    isOpen: () => newLayers().length > 0,
    opened() {
      const parts = newLayers()
      if (parts.length === 0) return [document.querySelector('main') ?? document.body]
      return before.element?.isConnected ? [before.element, ...parts] : parts
    },
    async disturbance() {
      const { element } = before
      if (element?.isConnected && !before.isUnfolded && element.matches('[aria-expanded="true"]'))
        element.click()
      await rendered()
      if (newLayers().length > 0) return 'draft'
      const leaving = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(leaving)
      if (leaving.defaultPrevented || sent > 0) return 'draft'
      const isMoved = location.pathname + location.search !== before.pathname + before.search
      const isChanged = Math.abs(stateOf(undefined).size - before.size) > 3
      const isUnfolded = before.element?.isConnected === true && isUnfoldedNow(before.element)
      return isMoved || (isChanged && !isUnfolded) ? 'moved' : undefined
    },
  }

  const ask = window.fetch
  window.fetch = (input, init) => {
    const request = new Request(input, init)
    const isWrite =
      !['GET', 'HEAD', 'POST'].includes(request.method) ||
      request.headers.has('idempotency-key') ||
      /\/api\/(auth(\/password|\/logout)?|setup)$/.test(request.url)
    if (!isWrite) return ask(request)
    sent++
    const body = JSON.stringify({ message: 'Nada é gravado enquanto se tiram fotografias.' })
    return Promise.resolve(
      new Response(body, { status: 409, headers: { 'content-type': 'application/json' } }),
    )
  }
  window.XMLHttpRequest.prototype.send = () => void sent++
  window.print = () => undefined
  window.open = () => window
  // Removes drafts of the previous page.
  sessionStorage.clear()

  function currentOutcome(): Outcome | undefined {
    if (newLayers().length > 0) return 'layer'
    if (location.pathname !== before.pathname) return undefined
    const { element } = before
    const isUnfolded = element?.isConnected === true && isUnfoldedNow(element) && !before.isUnfolded
    if (isUnfolded) return 'unfolded'
    const now = stateOf(undefined)
    return Math.abs(now.size - before.size) > 3 ? 'changed' : undefined
  }

  function allOpeners(): Opener[] {
    const found = new Map<string, Opener>()
    for (const element of openerElements()) {
      const opener = openerOf(element)
      if (!found.has(opener.key)) found.set(opener.key, opener)
    }
    return [...found.values()]
  }

  function openerElements(): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>(openerSelector)].filter(
      (element) => !element.matches(notOpeners) && !element.closest(layerSelector) && isVisible(element),
    )
  }

  function elementOf(key: string): HTMLElement | undefined {
    return openerElements().find((element) => openerOf(element).key === key)
  }

  function openerOf(element: HTMLElement): Opener {
    const name = nameOf(element)
    const words = name.replaceAll(/\d+/g, '#')
    const part = element.closest('section, fieldset, [role="region"]')
    const place = part?.getAttribute('aria-label') ?? part?.querySelector('h2, h3, legend')?.textContent ?? ''
    const row = element.closest('tr, li, [role="row"], article article')
    const field = element.closest('.mantine-InputWrapper-root')
    const isMenu = element.getAttribute('aria-haspopup') === 'menu'
    const own = [...((row ?? field)?.querySelectorAll(openerSelector) ?? [])].indexOf(element)
    const inRow = `${place}|${element.className}|${own}`
    const isInMain = element.closest('main') !== null
    const isOfScreen = isInMain && (isMenu || row !== null)
    const here = location.pathname.split('/')[1]
    return {
      name,
      key: row ? inRow : `${place}|${element.localName}|${words}`,
      kind: field ? `${element.className}|${own}` : isOfScreen ? `${here}|${inRow}` : words,
      isInMain,
    }
  }

  function nameOf(element: HTMLElement): string {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.innerText
    const name = element.getAttribute('aria-label') || label || element.title || element.id
    return name.replaceAll(/\s+/g, ' ').trim().slice(0, 70)
  }

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
  }

  function layers(): Element[] {
    return [...document.querySelectorAll(layerSelector)].filter(isVisible)
  }

  function newLayers(): Element[] {
    return layers().filter((layer) => !before.layers.has(layer))
  }

  function menuElements(): HTMLElement[] {
    return newLayers()
      .filter((layer) => layer.matches('[role="menu"]'))
      .flatMap((menu) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')])
  }

  function stateOf(element: HTMLElement | undefined) {
    const main = document.querySelector('main') ?? document.body
    return {
      element,
      isUnfolded: element !== undefined && isUnfoldedNow(element),
      layers: new Set(document.body ? layers() : []),
      pathname: location.pathname,
      search: location.search,
      size: main?.getElementsByTagName('*').length ?? 0,
    }
  }

  function isUnfoldedNow(element: HTMLElement): boolean {
    return (
      element.getAttribute('aria-expanded') === 'true' ||
      element.getAttribute('aria-selected') === 'true' ||
      (element.parentElement instanceof HTMLDetailsElement && element.parentElement.open)
    )
  }

  async function waitFor<T>(find: () => T | undefined): Promise<T | undefined> {
    for (let turn = 0; turn < 60; turn++) {
      const found = find()
      if (found) return found
      await rendered()
    }
    return undefined
  }

  function rendered(): Promise<unknown> {
    return new Promise((resolve) => requestAnimationFrame(resolve))
  }
}
