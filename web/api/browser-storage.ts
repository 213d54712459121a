import { defaultLimit } from '@agremia/resources/list-parameters.ts'

/** Reads a value of the tab's session storage; undefined when absent or not JSON. */
export function readFromTab<Kept>(name: string): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value in the tab's session storage. When the quota is exceeded, the earlier value remains. */
export function storeInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The storage quota is exceeded.
  }
}

const returnPathKey = 'returnPath'

/** Stores the current path, to return to it after login. */
export function rememberReturnPath(path = location.pathname + location.search): void {
  if (path === '/' || path.startsWith('/autorizacao')) return
  sessionStorage.setItem(returnPathKey, path)
}

/** Reads and removes the stored path. Only a local path is returned. */
export function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(returnPathKey)
  sessionStorage.removeItem(returnPathKey)
  return path !== null && /^\/(?!\/)/.test(path) ? path : undefined
}

const listSizeKey = 'listSize'

/** Stores the default page size until the page is reloaded. */
export function storeListSize(): void {
  if (localStorage.getItem(listSizeKey) === null) localStorage.setItem(listSizeKey, String(defaultLimit))
}

/** Called on load: the stored size of an earlier visit does not apply. */
export function removeListSize(): void {
  localStorage.removeItem(listSizeKey)
}
