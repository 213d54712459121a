import { isServerReachable, markUnreachable } from '../api/server-status.ts'

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
