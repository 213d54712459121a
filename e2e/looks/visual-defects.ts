import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../fixtures.ts'
import { checkInPage, seenTwice } from '../rest.ts'

interface Clip {
  left: number
  right: number
  top: number
  bottom: number
}

declare global {
  interface Window {
    styledBefore?: Set<string>
  }
}

/** Classes that Mantine's stylesheets style, joined with spaces. */
const styledByMantine = [
  ...new Set(
    ['core', 'dates'].flatMap((name) => {
      const styles = join(import.meta.dirname, `../../node_modules/@mantine/${name}/styles.css`)
      return readFileSync(styles, 'utf8').match(/(?<=\.)m_[0-9a-f]+/g) ?? []
    }),
  ),
].join(' ')

/**
 * Visual defects in the topmost layer, or in the whole page if none is open:
 * text that is cut and can be read neither in a `title` nor on a linked page (`data-cut` gives the reason of an exception),
 * controls that are covered or outside of the window, overlapping texts, texts at the edge of a dialog, single lines that
 * break, numbers of tables whose figures differ in width, default styles of the browser, and components without their stylesheet.
 */
export function visualDefectsOf(page: Page): Promise<string[]> {
  return seenTwice(page, () => checkInPage(page, 'findVisualDefects', () => source))
}

const source = `window.findVisualDefects = (${String(findVisualDefects)}).bind(null, '${styledByMantine}')`

/** Runs in the page as text, so it refers to nothing outside of itself. */
function findVisualDefects(styled: string): string[] {
  // Excludes hints (`aria-hidden`), which would hide a layer that opens late.
  const layerSelector =
    'dialog[open], :popover-open:not([aria-hidden="true"]), [role="dialog"], [role="menu"], [role="listbox"]:is([data-portal] *)'
  const root = [...document.querySelectorAll(layerSelector)].filter(isShown).at(-1) ?? document.body
  // Checks only the first rows of long lists.
  const alike = ':is([aria-rowindex], [role="option"]):nth-child(n + 6)'
  const elements = [root, ...root.querySelectorAll('*')].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element.closest(alike) === null && isShown(element),
  )
  const texts = elements.flatMap(textsOf)
  const controlSelector =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"]'
  // A cache; cleared whenever something scrolls.
  const clips = new Map<Element, Clip>()
  const unclipped: Clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
  // Caches the styled classes in the page, because reading the rules of stylesheets is slow; stylesheets are never removed.
  const styledBefore = (window.styledBefore ??= new Set())
  return [
    ...cutTexts(),
    ...lostControls(),
    ...coveredControls(),
    ...textsOnTexts(),
    ...unevenNumbers(),
    ...defaultLooks(),
    ...unstyledParts(),
    ...textsAtEdges(),
    ...brokenLines(),
  ]

  function cutTexts(): string[] {
    const isCutAt = (element: HTMLElement): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const isWide = isClipped(overflowX) && element.scrollWidth > element.clientWidth + 1
      const isHigh = isClipped(overflowY) && element.scrollHeight > element.clientHeight + 2
      if (!isWide && !isHigh) return false
      const box = element.getBoundingClientRect()
      return texts.some(
        ({ element: inside, box: line }) =>
          ((isWide && line.right > box.right + 1) ||
            (isHigh && line.bottom > box.bottom + line.height / 4 && line.top < box.bottom - 2)) &&
          element.contains(inside),
      )
    }
    const isReadable = (element: HTMLElement) =>
      element.closest('[title], [data-cut], a[href]') !== null || element.querySelector('[title]') !== null
    return elements
      .filter((element) => element.clientWidth > 1 && isCutAt(element) && !isReadable(element))
      .map((element) => `cut: ${describe(element)}`)
  }

  /** Texts of a dialog without space between them and its sides. */
  function textsAtEdges(): string[] {
    if (!root.matches('dialog')) return []
    const { left, right } = root.getBoundingClientRect()
    const space = 6
    return texts
      .filter(({ element, box }) => {
        // An ellipsis ends at the edge of its element.
        const shown = element.getBoundingClientRect()
        return (
          Math.max(box.left, shown.left) < left + space || Math.min(box.right, shown.right) > right - space
        )
      })
      .map(({ element }) => `at the edge: ${describe(element)}`)
  }

  /** Texts that should stay on one line, on two: `<wbr>` breaks them all the same. */
  function brokenLines(): string[] {
    return elements
      .filter((element) => element.querySelector(':scope > wbr'))
      .filter((element) => {
        const lines = texts.filter(({ element: inside }) => inside === element).map(({ box }) => box.bottom)
        return (
          getComputedStyle(element).whiteSpace === 'nowrap' && Math.max(...lines) - Math.min(...lines) > 4
        )
      })
      .map((element) => `on two lines: ${describe(element)}`)
  }

  /** Controls outside of the window that no scrolling reaches. */
  function lostControls(): string[] {
    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || canScroll(element.parentElement))
    return elements
      .filter((element) => element.matches(controlSelector) && isPressable(element))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isBeside = right > document.documentElement.clientWidth + 1 || left < -1
        return isBeside && !canScroll(element.parentElement)
      })
      .map((element) => `out of the window: ${describe(element)}`)
  }

  function coveredControls(): string[] {
    const scrolled = new Map<Element, [number, number]>()
    for (const element of document.querySelectorAll('*'))
      if (element.scrollTop > 0 || element.scrollLeft > 0)
        scrolled.set(element, [element.scrollLeft, element.scrollTop])
    const found = elements
      .filter((element) => element.matches(controlSelector) && isPressable(element))
      .flatMap((element) => {
        const cover = coverOf(element)
        return cover ? [`covered: ${describe(element)} by ${describe(cover)}`] : []
      })
    for (const element of document.querySelectorAll('*')) {
      const [left, top] = scrolled.get(element) ?? [0, 0]
      if (element.scrollLeft !== left || element.scrollTop !== top) element.scrollTo({ left, top })
    }
    clips.clear()
    return found
  }

  function isPressable(element: HTMLElement): boolean {
    return (
      !element.matches(':disabled, [aria-disabled="true"]') &&
      getComputedStyle(element).pointerEvents !== 'none' &&
      element.closest('[inert]') === null
    )
  }

  /** The element that covers the middle of an element, also after scrolling to it. */
  function coverOf(element: HTMLElement): Element | undefined {
    if (middleOf(element) && !hitInstead(element)) return undefined
    element.scrollIntoView({ block: 'center', inline: 'nearest' })
    clips.clear()
    return hitInstead(element)
  }

  function hitInstead(element: HTMLElement): Element | undefined {
    const middle = middleOf(element)
    const hit = middle && document.elementFromPoint(middle.x, middle.y)
    if (!hit || element.contains(hit)) return undefined
    // Toasts go away by themselves.
    if (hit.closest('section[aria-label="Avisos"]')) return undefined
    // Elements that users position freely (on cards) may overlap.
    if (isPlacedFreely(element) && hit.closest('[style]')?.parentElement === element.parentElement)
      return undefined
    const label = hit.closest('label')
    const isItsLabel = label !== null && (label.control === element || label.contains(element))
    return isItsLabel ? undefined : hit
  }

  function isPlacedFreely({ style }: HTMLElement): boolean {
    return style.left !== '' && style.top !== ''
  }

  /** The middle of the visible part of its first line; undefined if nothing is visible. */
  function middleOf(element: HTMLElement): DOMPoint | undefined {
    const line = element.getClientRects()[0]
    const box = line && visiblePart({ element, box: line })
    if (!box || box.bottom > innerHeight || box.top < 0) return undefined
    return new DOMPoint(box.left + box.width / 2, box.top + box.height / 2)
  }

  function textsOnTexts(): string[] {
    const lines = texts.flatMap((text) => {
      const box = visiblePart(text)
      return box ? [{ ...text, box, floating: floatingOf(text.element) }] : []
    })
    lines.sort((one, other) => one.box.top - other.box.top)
    const found: string[] = []
    for (const [place, one] of lines.entries())
      for (let next = place + 1; next < lines.length; next++) {
        const other = lines[next]!
        if (other.box.top >= one.box.bottom) break
        if (one.element === other.element || one.floating !== other.floating) continue
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        const smaller = Math.min(one.box.height, other.box.height)
        if (width > 3 && height > smaller * 0.4)
          found.push(`on each other: ${describe(one.element)} and ${describe(other.element)}`)
      }
    return found
  }

  /** Numbers in tables need tabular figures, which widen hyphens and spaces of words. */
  function unevenNumbers(): string[] {
    const cells = texts.filter(({ element }) => element.closest('td, tbody th') && !element.closest('button'))
    const problemOf = ({ element }: { element: HTMLElement }) => {
      const text = [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
        .join('')
      const isTabular = getComputedStyle(element).fontVariantNumeric.includes('tabular-nums')
      if (!isTabular && /^[\d\s.,€%/:−+–()]*\d[\d\s.,€%/:−+–()]*$/.test(text)) return 'figures not tabular'
      return isTabular && /\p{L}/u.test(text) && !/\d/.test(text) && /[-\u2010]/.test(text)
        ? 'words in tabular figures'
        : undefined
    }
    return cells.flatMap((cell) => {
      const problem = problemOf(cell)
      return problem ? [`${problem}: ${describe(cell.element)}`] : []
    })
  }

  /** The nearest sticky or fixed ancestor: such parts may cover scrolled content. */
  function floatingOf(element: HTMLElement): Element | undefined {
    for (let at: HTMLElement | null = element; at && at !== root; at = at.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(at).position)) return at
    return undefined
  }

  function visiblePart({ element, box }: { element: HTMLElement; box: DOMRect }): DOMRect | undefined {
    const clip = clipOf(element)
    const left = Math.max(box.left, clip.left)
    const right = Math.min(box.right, clip.right)
    const top = Math.max(box.top, clip.top)
    const bottom = Math.min(box.bottom, clip.bottom)
    return right - left > 2 && bottom - top > 2
      ? new DOMRect(left, top, right - left, bottom - top)
      : undefined
  }

  /** The intersection of the clips of an element and its ancestors; empty if a `clip-path` hides it. */
  function clipOf(element: HTMLElement): Clip {
    const known = clips.get(element)
    if (known) return known
    const { overflowX, overflowY, clipPath, position } = getComputedStyle(element)
    const parent = position === 'fixed' ? null : element.parentElement
    let { left, right, top, bottom } = parent ? clipOf(parent) : unclipped
    const edge = element.getBoundingClientRect()
    if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
    if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    if (clipPath !== 'none') right = -Infinity
    const clip = { left, right, top, bottom }
    clips.set(element, clip)
    return clip
  }

  function defaultLooks(): string[] {
    const isDefault = (element: HTMLElement): boolean => {
      const { borderTopStyle, backgroundColor, color, listStyleType, display } = getComputedStyle(element)
      const isBlue = ['rgb(0, 0, 238)', 'rgb(158, 158, 255)'].includes(color)
      const isButtonFace = ['rgb(239, 239, 239)', 'rgb(107, 107, 107)'].includes(backgroundColor)
      if (element.matches('a[href]')) return isBlue
      if (element.matches('button')) return borderTopStyle === 'outset' || isButtonFace
      if (
        element.matches(
          'input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"]), textarea, select',
        )
      )
        return borderTopStyle === 'inset'
      const isInMenu = element.matches('li:is(nav *, [role="menu"] *, [role="listbox"] *)')
      return isInMenu && display === 'list-item' && listStyleType === 'disc'
    }
    return elements
      .filter((element) => element.tabIndex >= 0 || !element.matches('input'))
      .filter(isDefault)
      .map((element) => `the browser's look: ${describe(element)}`)
  }

  /** Mantine components whose stylesheet is not in the page. */
  function unstyledParts(): string[] {
    const used = new Set(
      elements.flatMap(({ classList }) => [...classList]).filter((name) => name.startsWith('m_')),
    )
    const names = new Set(styled.split(' '))
    const unseen = [...used].filter((name) => names.has(name) && !styledBefore.has(name))
    if (unseen.length === 0) return []
    for (const sheet of document.styleSheets)
      for (const { cssText } of sheet.cssRules)
        for (const [, name = ''] of cssText.matchAll(/\.(m_[0-9a-f]+)/g)) styledBefore.add(name)
    return unseen
      .filter((name) => !styledBefore.has(name))
      .map((name) => elements.find(({ classList }) => classList.contains(name))!)
      .map((element) => `without its stylesheet: ${describe(element)}`)
  }

  /** The lines of text directly in the element. */
  function textsOf(element: HTMLElement): { element: HTMLElement; box: DOMRect }[] {
    return [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map((box) => ({ element, box }))
      })
      .filter(({ box }) => box.width > 2 && box.height > 2)
  }

  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    const isDrawn = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    return isDrawn && width > 1 && height > 1 && element.closest('.visually-hidden') === null
  }

  function describe(element: Element): string {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    const path: string[] = []
    for (let at: Element | null = element; at && path.length < 3; at = at.parentElement)
      path.unshift(
        [at.localName, ...at.classList]
          .filter((word) => !/^(m_|mantine-(focus|active))/.test(word))
          .join('.'),
      )
    return `${path.join(' > ')} «${name.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}»`
  }
}
