/**
 * What stands over the page while the application's code is arriving: a picture of its first screen, that nobody
 * hears of and that goes as soon as the screen itself is drawn.
 */
let layer: HTMLElement | undefined
let isOver = false

/** Longer than any code takes that will still come. */
const longest = 15_000

/** Does nothing when the application was faster. */
export function showFirstLayer(element: HTMLElement): void {
  if (isOver) return
  layer = element
  document.body.append(element)
  setTimeout(endFirstLayer, longest)
}

/** The application has drawn what stands in its place, whatever it is. Safe to repeat. */
export function endFirstLayer(): void {
  isOver = true
  layer?.remove()
  layer = undefined
  drawn.resolve()
}

const drawn = Promise.withResolvers<void>()

/** For what can wait until the first screen is there. */
export const firstLayerEnded = drawn.promise
