import { markUnreachable } from '../api/server-status.ts'
import { isServerThere } from '../api/server-there.ts'

const key = 'reloadedForCode'

/**
 * Code that did not come from a server that answers no longer exists: a new version is installed, and the page is loaded
 * again, once. Where nothing answers, loading it again would leave nothing on the screen: that is lost contact.
 */
export function reloadWhenCodeIsGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(key) === location.href) return
    event.preventDefault()
    void isServerThere().then((isThere) => {
      if (!isThere) return markUnreachable()
      sessionStorage.setItem(key, location.href)
      location.reload()
    })
  })
}
