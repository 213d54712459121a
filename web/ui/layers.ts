/** What stands over the page, the topmost last: Escape closes one of them at a time. */
const layers: object[] = []

/** Puts a layer over all others; returns what takes it away. */
export function addLayer(layer: object): () => void {
  layers.push(layer)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
  }
}

export function isTopLayer(layer: object): boolean {
  return layers.at(-1) === layer
}

/** While something is being dragged, Escape gives it up before anything else hears it. Returns what ends that. */
export function escapeGivesUp(giveUp: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    giveUp()
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}

// Menus and lists of choices close themselves. The event is taken first, so that the dialog or the page below does not answer too.
globalThis.addEventListener?.(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && [...document.querySelectorAll(dropdowns)].some(isInSight))
      event.preventDefault()
  },
  true,
)

const dropdowns = '[class*="mantine-"][class*="-dropdown"]'

function isInSight(element: Element): boolean {
  return element.checkVisibility()
}
