import { cachedTerminology } from '../api/cached-terminology.ts'
import { rememberedFirstList, sendEarly } from '../api/early-requests.ts'
import { clearLocalStorage, isLoggedIn, isSessionEnding } from '../api/tokens.ts'
import { applyStoredZoom } from '../ui/zoom.ts'
import { applyStoredScheme } from '../ui/stored-scheme.ts'
import { preloadFirstScreen } from './preload-first-screen.ts'

/**
 * What cannot wait for the application's code: the look, the first requests and the code of the first screen.
 * False when the page is being left, because the session is about to end.
 */
export function beginEarly(): boolean {
  if (isSessionEnding()) {
    clearLocalStorage()
    if (location.pathname !== '/') {
      location.assign('/')
      return false
    }
  }
  applyStoredZoom()
  applyStoredScheme()
  sendFirstRequests()
  preloadFirstScreen(cachedTerminology())
  return true
}

function sendFirstRequests(): void {
  sendEarly('terminology')
  if (!isLoggedIn()) return
  sendEarly('settings')
  sendEarly('explainer')
  const list = rememberedFirstList()
  if (list !== null) sendEarly(list)
}
