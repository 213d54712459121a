const key = 'reloadedForCode'

/** A chunk that no longer exists means that a new version is installed: the page is loaded again, once. */
export function reloadWhenCodeIsGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(key) === location.href) return
    event.preventDefault()
    sessionStorage.setItem(key, location.href)
    location.reload()
  })
}
