/**
 * A member's own card, stored on the device for use without network. `qr` and `front` are self-contained SVG.
 */
export interface StoredCard {
  organisation: string
  name: string
  /** `Sócio n.º 37` */
  number: string
  validUntil: string | null
  code: string
  qr: string
  front: string
}

export interface StoredCards {
  /** The account that loaded them. */
  userId: string
  /** When they were last loaded from the server, ISO 8601. */
  at: string
  cards: readonly StoredCard[]
}

const key = 'kept-cards'
/** Service worker that shows the stored cards while offline; it stores no personal data itself. */
const worker = '/card-worker.js'

/** Replaces the stored cards and registers the service worker that shows them offline. */
export function storeCards(userId: string, cards: readonly StoredCard[]): void {
  if (cards.length === 0) return eraseStoredCards()
  const stored: StoredCards = { userId, at: new Date().toISOString(), cards }
  try {
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // The storage quota is exceeded.
    localStorage.removeItem(key)
    return
  }
  // Undefined over plain HTTP, although its type does not say so.
  ;(navigator as Partial<Navigator>).serviceWorker?.register(worker).catch(() => undefined)
}

/** Returns the stored cards of this person; erases those of anybody else. */
export function readStoredCards(userId: string | undefined): StoredCards | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredCards | null
    if (stored !== null && stored.userId === userId) return stored
  } catch {
    // Not valid JSON: erased below.
  }
  localStorage.removeItem(key)
  return undefined
}

/** Erases the stored cards and the service worker when the session ends. */
export function eraseStoredCards(): void {
  if (localStorage.getItem(key) === null) return
  localStorage.removeItem(key)
  void (navigator as Partial<Navigator>).serviceWorker
    ?.getRegistrations()
    .then((all) => Promise.all(all.map((one) => one.unregister())))
    .catch(() => undefined)
}
