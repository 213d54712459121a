/**
 * The first screen as drawn before the application has rendered, which it covers meanwhile: rows open when they are clicked, and the
 * search box takes what is typed. All but the box is hidden from screen readers.
 */
let layer: HTMLElement | undefined
/** Path of the layer's list. */
let path: string | undefined

interface TypedEarly {
  /** Undefined if nothing was typed. */
  text: string | undefined
  hasFocus: boolean
}
let typed: TypedEarly | undefined

/** Removes the layer after this many milliseconds if the application fails to load. */
const maxMs = 15_000

/** Does nothing if the application has already rendered: its search box may have a text that the layer would cover. */
export function showFirstLayer(element: HTMLElement): void {
  if (document.getElementById('root')?.hasChildNodes()) return
  layer = element
  path = location.pathname
  document.body.append(element)
  addEventListener('keydown', focusOnSlash)
  setTimeout(endFirstLayer, maxMs)
}

/** The hotkey of the list's search box, which would otherwise focus the covered one or be lost. */
function focusOnSlash(event: KeyboardEvent): void {
  const box = layer?.querySelector('input')
  if (!box || box === document.activeElement || event.key !== '/') return
  event.preventDefault()
  box.focus()
}

/** Removes the layer. Safe to repeat. */
export function endFirstLayer(): void {
  removeEventListener('keydown', focusOnSlash)
  const box = layer?.querySelector('input')
  if (box && location.pathname === path)
    typed = {
      text: box.value === box.defaultValue ? undefined : box.value,
      hasFocus: box === document.activeElement,
    }
  layer?.remove()
  layer = undefined
  ended.resolve()
}

const ended = Promise.withResolvers<void>()

/** Resolves when the first screen is rendered. */
export const firstLayerEnded = ended.promise

/** The text typed into the search box of the layer. Returned once, for the box that replaces it. */
export function takeTyped(): TypedEarly | undefined {
  const taken = typed
  typed = undefined
  return taken
}

/** Creates a DOM element with attributes and children, for rows drawn before React is loaded. */
export function element(
  tag: string,
  attributes: Record<string, string | undefined>,
  ...children: (Node | string)[]
): HTMLElement {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) created.setAttribute(name, value)
  created.append(...children)
  return created
}
