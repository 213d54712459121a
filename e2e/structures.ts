declare global {
  interface Window {
    structures: Structures
  }
}

interface Structures {
  /** Hashes of structures that were checked, by rules; empty after a load until `violationsOf` fills it. */
  known: Map<string, Set<number>>
  /** The topmost unknown parts of the page, or of `roots`, and inside of them the topmost known ones; hashes of the unknown ones. */
  unknownParts: (rules: string, roots: Element[]) => { unknown: Element[]; known: Element[]; added: number[] }
  /** From now on the structures are known. */
  remember: (rules: string, hashes: readonly number[]) => void
}

/**
 * Finds the parts of a page that no earlier page had. Runs in the page as text, so it refers to nothing outside of itself.
 *
 * Two elements have the same structure when everything that the rules of axe read is equal: tag, role and attributes, states, whether
 * it has a text and a name, whether its references lead to something, colours, background, size and weight of its text, the same
 * of its descendants, and the tags and roles of its ancestors. Texts are left out: `image-redundant-alt` and others that
 * compare texts or whole pages are not checked by structure (`wholePage`). What may be missed: the contrast of a text in front
 * of an element that is not its ancestor, when the same structure was checked in front of another one.
 */
export function installStructures(): void {
  const texts =
    /^(alt|title|placeholder|value|label|summary|aria-(label|description|valuetext|placeholder|roledescription|keyshortcuts))$/
  const references =
    /^(for|list|form|headers|popovertarget|aria-(labelledby|describedby|owns|controls|activedescendant|details|errormessage|flowto))$/
  // Names, addresses and geometry. Classes and styles count by the computed style.
  const ignored =
    /^(class|style|id|name|key|src|srcset|d|data-.*|width|height|viewbox|datetime|min|max|step)$/
  const hidden = 0
  const counted = /^aria-(row|col)(index|count)$|^aria-(posinset|setsize|valuenow|valuemax|valuemin)$/

  window.structures = {
    known: new Map(),
    unknownParts(rules, roots) {
      const seen = new Set(window.structures.known.get(rules))
      const hashes = new Map<Element, number>()
      for (const root of roots) hashOf(root, surroundingsOf(root.parentElement), hashes)
      const parts = { unknown: [] as Element[], known: [] as Element[], added: [] as number[] }
      for (const root of roots) collect(root, false)
      return parts

      function collect(element: Element, isWithinUnknown: boolean): void {
        const hash = hashes.get(element)
        if (hash === undefined) return
        if (seen.has(hash)) {
          if (isWithinUnknown) parts.known.push(element)
          return
        }
        seen.add(hash)
        parts.added.push(hash)
        if (!isWithinUnknown) parts.unknown.push(element)
        for (const child of element.children) collect(child, true)
      }
    },
    remember(rules, hashes) {
      const { known } = window.structures
      known.set(rules, new Set([...(known.get(rules) ?? []), ...hashes]))
    },
  }

  interface Surroundings {
    roles: string
    background: string
  }

  function surroundingsOf(element: Element | null): Surroundings {
    if (!element) return { roles: '', background: '' }
    return surroundingsWithin(element, getComputedStyle(element), surroundingsOf(element.parentElement))
  }

  function surroundingsWithin(
    element: Element,
    { backgroundColor, backgroundImage, opacity }: CSSStyleDeclaration,
    { roles, background }: Surroundings,
  ): Surroundings {
    const isPlain = /^(div|span)$/.test(element.localName) && !element.hasAttribute('role')
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`
    const isOpaque = backgroundColor.startsWith('rgb(')
    return {
      roles: isPlain ? roles : `${roles} ${element.localName}.${element.getAttribute('role') ?? ''}`,
      background: isOpaque ? own : own === 'rgba(0, 0, 0, 0) none 1' ? background : `${background}|${own}`,
    }
  }

  /** `hidden` for elements that are not displayed: their structure counts when they are shown. */
  function hashOf(element: Element, around: Surroundings, hashes: Map<Element, number>): number {
    if (/^(script|style|template|head)$/.test(element.localName) || !isDisplayed(element)) return hidden
    const style = getComputedStyle(element)
    const within = surroundingsWithin(element, style, around)
    const parts = [within.roles, element.localName, attributesOf(element), statesOf(element)]
    const looks = `${style.visibility} ${style.color} ${within.background} ${style.fontSize} ${style.fontWeight}`
    let previous = hidden
    let hasText = element.matches('input, textarea, select')
    for (const child of element.localName === 'svg' ? [] : element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) {
        hasText = true
        parts.push('text')
        previous = hidden
      } else if (child instanceof Element) {
        const hash = hashOf(child, within, hashes)
        // Lists of any length have the same structure.
        if (hash === hidden || hash === previous) continue
        parts.push(String(hash))
        previous = hash
      }
    }
    if (element.localName === 'svg') parts.push(String(hasName(element)))
    if (hasText) parts.push(looks)
    const hash = hashText(parts.join('\n'))
    hashes.set(element, hash)
    return hash
  }

  function isDisplayed(element: Element): boolean {
    return element.checkVisibility() || getComputedStyle(element).display === 'contents'
  }

  function attributesOf(element: Element): string {
    return [...element.attributes]
      .flatMap(({ name, value }) => {
        if (ignored.test(name)) return []
        if (texts.test(name)) return `${name}=${value.trim() === '' ? '' : 'text'}`
        if (counted.test(name)) return name
        if (name === 'href') return `href=${value.startsWith('#') ? '#' : ''}`
        if (!references.test(name)) return `${name}=${value}`
        return `${name}=${value.trim().split(/\s+/).map(targetOf).join()}`
      })
      .toSorted()
      .join(' ')
  }

  function targetOf(id: string): string {
    const target = document.getElementById(id)
    return target ? `${target.localName}.${target.getAttribute('role') ?? ''}.${hasName(target)}` : 'nothing'
  }

  function hasName(element: Element): boolean {
    return (element.getAttribute('aria-label') ?? element.textContent).trim() !== ''
  }

  function statesOf(element: Element): string {
    if (!(element instanceof HTMLElement)) return ''
    const states = [':disabled', ':checked', ':indeterminate', ':placeholder-shown', ':popover-open'].filter(
      (state) => element.matches(state),
    )
    const labels = element.matches('input, select, textarea, button, meter, output, progress')
      ? [...(element as HTMLInputElement).labels!].map(hasName)
      : []
    return [...states, ...labels].join()
  }

  /** cyrb53, a hash of 53 bits. */
  function hashText(text: string): number {
    let high = 0xdeadbeef
    let low = 0x41c6ce57
    for (let place = 0; place < text.length; place++) {
      const code = text.charCodeAt(place)
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677)
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
    return 4294967296 * (2097151 & low) + (high >>> 0)
  }
}
