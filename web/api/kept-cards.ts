/** A member's own card as it is kept on their device, for when there is no network. SVG that is whole by itself. */
export interface KeptCard {
  organisation: string
  name: string
  /** `Sócio n.º 37` */
  number: string
  validUntil: string | null
  code: string
  qr: string
  front: string
}

export interface KeptCards {
  /** The account that they were shown to. */
  userId: string
  /** When the device last had them from the server, as ISO 8601. */
  at: string
  cards: readonly KeptCard[]
}

const key = 'kept-cards'
/** Answers with the kept cards while there is no network; holds nothing personal itself. */
const worker = '/card-worker.js'

/** Keeps the cards of the person, in the place of those kept before, and sees to it that they open without network. */
export function keepCards(userId: string, cards: readonly KeptCard[]): void {
  if (cards.length === 0) return forgetKeptCards()
  const kept: KeptCards = { userId, at: new Date().toISOString(), cards }
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // The browser keeps no more.
    localStorage.removeItem(key)
    return
  }
  // Absent on pages that came over plain HTTP, whatever its type says.
  ;(navigator as Partial<Navigator>).serviceWorker?.register(worker).catch(() => undefined)
}

/** What is kept for this person; anything else is erased. */
export function keptCards(userId: string | undefined): KeptCards | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptCards | null
    if (kept !== null && kept.userId === userId) return kept
  } catch {
    // Nothing that was kept by us.
  }
  localStorage.removeItem(key)
  return undefined
}

/** The session has ended: the device keeps no card. */
export function forgetKeptCards(): void {
  if (localStorage.getItem(key) === null) return
  localStorage.removeItem(key)
  void (navigator as Partial<Navigator>).serviceWorker
    ?.getRegistrations()
    .then((all) => Promise.all(all.map((one) => one.unregister())))
    .catch(() => undefined)
}
