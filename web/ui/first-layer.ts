/**
 * A picture of the first screen that covers the page until the application has rendered; hidden from screen
 * readers.
 */
let layer: HTMLElement | undefined
let isOver = false

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
  layer?.remove()
  layer = undefined
  ended.resolve()
}

const ended = Promise.withResolvers<void>()

/** Resolves when the first screen is rendered. */
export const firstLayerEnded = ended.promise

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
