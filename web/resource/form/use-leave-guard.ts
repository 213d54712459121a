import { useEffect } from 'react'
import { useBlocker, type Location } from 'react-router'
import { serverState } from '../../api/server-status.ts'
import { isLoggedIn, readSession } from '../../api/tokens.ts'
import { askToLeave } from './ask-to-leave.ts'
import type { FormControls } from './use-record-form.ts'

/**
 * Asks before somebody leaves with unsaved changes. Another tab of a page is another place, addresses that
 * begin with `within` are not. A session that ended asks nothing: the draft waits for the person to come back.
 */
export function useLeaveGuard(form: Pick<FormControls, 'changes' | 'discard'>, within?: string): void {
  const count = form.changes.length
  const isDirty = count > 0
  const { discard } = form
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      isLoggedIn() &&
      placeOf(nextLocation) !== placeOf(currentLocation) &&
      !(within !== undefined && `${nextLocation.pathname}/`.startsWith(`${within}/`)),
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void askToLeave(count).then((leaves) => {
      if (leaves) {
        discard()
        blocker.proceed()
      } else blocker.reset()
    })
  }, [blocker, count, discard])

  useEffect(() => {
    if (!isDirty) return undefined
    const writer = readSession()?.id
    const warn = (event: BeforeUnloadEvent) => {
      // A page that comes back by itself after the server was away finds the draft, and so does whoever comes back after another.
      const isSame = isLoggedIn() && readSession()?.id === writer
      if (isSame && serverState().status === 'ok') event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

function placeOf({ pathname, search }: Location): string {
  return `${pathname}?${new URLSearchParams(search).get('separador') ?? ''}`
}
