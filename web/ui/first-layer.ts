/**
 * The first screen as drawn before the application has rendered, which it covers meanwhile: rows open when they are clicked, and the
 * search box takes what is typed. All but the box is hidden from screen readers.
 */
let layer: HTMLElement | undefined
let isOver = false

interface TypedEarly {
  text: string
  hasFocus: boolean
}
let typed: TypedEarly | undefined

/** Removes the layer after this many milliseconds if the application fails to load. */
const maxMs = 15_000

/** Does nothing if the application has already rendered. */
export function showFirstLayer(element: HTMLElement): void {
  if (isOver) return
  layer = element
  document.body.append(element)
  setTimeout(endFirstLayer, maxMs)
}

/** Removes the layer. Safe to repeat. */
export function endFirstLayer(): void {
  isOver = true
  const box = layer?.querySelector('input')
  if (box) typed = { text: box.value, hasFocus: box === document.activeElement }
  layer?.remove()
  layer = undefined
  ended.resolve()
}

const ended = Promise.withResolvers<void>()

/** Resolves when the first screen is rendered. */
export const firstLayerEnded = ended.promise

/** What the search box of the layer had when it ended; for the box that replaces it, and only once. */
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
