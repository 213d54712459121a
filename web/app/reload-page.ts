import { isServerReachable, markUnreachable } from '../api/server-status.ts'
import { accessKey, readSession } from '../api/tokens.ts'

const key = 'reloadedForCode'

/**
 * Reloads once when a chunk fails to load although the server responds: a new version was installed. Without a
 * response, a reload would leave a blank page; the server is marked unreachable instead.
 */
export function reloadWhenCodeIsGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(key) === location.href) return
    event.preventDefault()
    void isServerReachable().then((isThere) => {
      if (!isThere) return markUnreachable()
      sessionStorage.setItem(key, location.href)
      location.reload()
    })
  })
}

/**
 * Reloads the page when another person logs in in another tab, so that nothing of the first person stays
 * visible.
 */
export function reloadForAnotherPerson(): void {
  let lastId = readSession()?.id
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== accessKey) return
    const id = readSession()?.id
    if (id !== undefined && lastId !== undefined && id !== lastId) location.reload()
    lastId = id ?? lastId
  })
}
