import { pageSize } from './list-params.ts'

const key = 'listSize'

/** Keeps the size of the usual list, the one that names none of its own, for as long as the page stands. */
export function keepListSize(): void {
  if (localStorage.getItem(key) === null) localStorage.setItem(key, String(pageSize))
}

/** At load no size is left of another visit: every list begins with the usual one. */
export function forgetListSize(): void {
  localStorage.removeItem(key)
}
