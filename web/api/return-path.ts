const key = 'returnPath'

/** Stores the current path, to return to it after login. */
export function rememberReturnPath(path = location.pathname + location.search): void {
  if (path === '/' || path.startsWith('/autorizacao')) return
  sessionStorage.setItem(key, path)
}

/** Reads and removes the stored path. Only a local path is returned. */
export function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path !== null && /^\/(?!\/)/.test(path) ? path : undefined
}
