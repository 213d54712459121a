/**
 * Service worker of members' devices. While the network is away, every page of the application is the one that shows the member's own
 * card, which that page reads from the local storage. Caches that page and its script, and no answer of the server.
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
  const fresh = files.map((file) => new Request(file, { cache: 'reload' }))
  ;(event as WorkerEvent).waitUntil(caches.open(cacheName).then((cache) => cache.addAll(fresh)))
})

addEventListener('fetch', (event) => {
  const { request, respondWith } = event as RequestEvent
  const { origin, pathname } = new URL(request.url)
  const kept = request.mode === 'navigate' ? page : pathname
  if (origin !== location.origin || !files.includes(kept)) return
  respondWith.call(
    event,
    fetch(request).catch(async () => (await caches.match(kept)) ?? Response.error()),
  )
})
