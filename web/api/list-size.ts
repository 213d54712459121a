import { pageSize } from './list-params.ts'

const key = 'listSize'

/** Stores the default page size until the page is reloaded. */
export function storeListSize(): void {
  if (localStorage.getItem(key) === null) localStorage.setItem(key, String(pageSize))
}

/** Called on load: the stored size of an earlier visit does not apply. */
export function removeListSize(): void {
  localStorage.removeItem(key)
}
