const key = 'returnPath'

/** Where the person was, to be taken back there after logging in. */
export function rememberReturnPath(path = location.pathname + location.search): void {
  if (path === '/' || path.startsWith('/autorizacao')) return
  sessionStorage.setItem(key, path)
}

/** The remembered path, once. */
export function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path !== null && /^\/(?!\/)/.test(path) ? path : undefined
}
