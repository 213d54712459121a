import { accessKey, readSession } from '../api/tokens.ts'

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
