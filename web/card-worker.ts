/**
 * Service worker on members' devices. While offline, every navigation shows the page of the member's own card,
 * which reads the card from local storage. Caches that page and its script, no API response.
 */
const cacheName = 'offline-card'
const page = '/offline-card.html'
const files = [page, '/offline-card.js']

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface RequestEvent extends WorkerEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

addEventListener('install', (event) => {
  const requests = files.map((file) => new Request(file, { cache: 'reload' }))
  ;(event as WorkerEvent).waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)))
})

addEventListener('fetch', (event) => {
  const { request, respondWith } = event as RequestEvent
  const { origin, pathname } = new URL(request.url)
  const cached = request.mode === 'navigate' ? page : pathname
  if (origin !== location.origin || !files.includes(cached)) return
  respondWith.call(
    event,
    fetch(request).catch(async () => (await caches.match(cached)) ?? Response.error()),
  )
})
