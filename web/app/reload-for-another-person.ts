import { accessKey, readSession } from '../api/tokens.ts'

/**
 * When another tab lets another person in, this page is loaded anew as theirs: what it may show is judged again, and nothing
 * of the one before stays on it.
 */
export function reloadForAnotherPerson(): void {
  let known = readSession()?.id
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== accessKey) return
    const id = readSession()?.id
    if (id !== undefined && known !== undefined && id !== known) location.reload()
    known = id ?? known
  })
}
