import { createContext } from 'react'

/** Open dialogs and panels, the topmost last. Escape closes only the topmost. */
const layers: object[] = []

/** Adds a layer on top; returns a function that removes it. */
export function addLayer(layer: object): () => void {
  layers.push(layer)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
  }
}

export function isTopLayer(layer: object): boolean {
  return layers.at(-1) === layer
}

/**
 * During a drag, Escape cancels the drag before other handlers see it. Returns a function that removes the
 * handler.
 */
export function cancelOnEscape(cancel: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}

// Mantine's menus close themselves on Escape. Preventing the event first keeps the dialog or page below from
// closing too.
globalThis.addEventListener?.(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && [...document.querySelectorAll(dropdowns)].some(isVisible))
      event.preventDefault()
  },
  true,
)

const dropdowns = '[class*="mantine-"][class*="-dropdown"]'

function isVisible(element: Element): boolean {
  return element.checkVisibility()
}

/** Container of dropdowns and panels. A modal dialog covers the page, so what opens inside it must be in it. */
export const FloatingHome = createContext<HTMLElement | null>(null)
