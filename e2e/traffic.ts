import type { Page, Request } from '@playwright/test'

/** Requests that last as long as the page, and those whose end nothing waits for. */
const endless = ['eventsource', 'websocket', 'ping']

const known = new WeakMap<Page, Traffic>()

/** The requests of a page since the first call; earlier ones count as ended. */
export function trafficOf(page: Page): Traffic {
  const traffic = known.get(page) ?? new Traffic(page)
  known.set(page, traffic)
  return traffic
}

class Traffic {
  readonly #pending = new Set<Request>()

  constructor(page: Page) {
    let navigation: Request | undefined
    page.on('request', (request) => {
      if (endless.includes(request.resourceType())) return
      this.#pending.add(request)
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) navigation = request
    })
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || !navigation) return
      // Playwright does not report the end of requests of a document that was left.
      for (const request of this.#pending) if (request !== navigation) this.#pending.delete(request)
      navigation = undefined
    })
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => void this.#pending.delete(request))
  }

  /** Method and URL of each pending request. */
  pending(): string[] {
    return [...this.#pending].map((request) => `${request.method()} ${request.url()}`)
  }
}
