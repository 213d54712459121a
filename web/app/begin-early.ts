import { readEmbeddedWords, sendFirstRequests } from './first-requests.ts'
import { removeListSize } from '../api/browser-storage.ts'
import { clearLocalStorage, forgetTokens, isLoggedIn, isSessionEnding } from '../api/tokens.ts'
import { applyStoredDensity, applyStoredScheme, applyStoredZoom } from '../ui/display-settings.ts'
import { preloadFirstList } from '../resource/list/first-list-link.ts'
import { drawFirstList } from './draw-first-list.ts'
import { firstRoute, prefetchFirstScreen } from './match-route.ts'
import { shownRoutes } from './routes.ts'

/** Milliseconds for which the application's code waits for the first rows. Downloads continue meanwhile. */
const maxWaitMs = 150

/**
 * Runs before the application's code is loaded: zoom and colours, first requests, preload of the first screen's
 * code and the first rows of a list. False when the session is about to expire and the page goes to the login.
 */
export async function beginEarly(): Promise<boolean> {
  if (isSessionEnding()) {
    clearLocalStorage()
    if (location.pathname !== '/') {
      location.assign('/')
      return false
    }
  }
  const words = readEmbeddedWords()
  // Stored tokens are from an earlier database.
  if (words?.isFirstRun) forgetTokens()
  removeListSize()
  applyStoredZoom()
  applyStoredDensity()
  applyStoredScheme()
  // In builds the inlined page script has already sent them; the second call does nothing.
  sendFirstRequests(words)
  if (!words) return true
  const routes = shownRoutes(words)
  const route = firstRoute(routes)
  if (isLoggedIn() && route) {
    if (route.firstList) preloadFirstList()
    const firstRows = drawFirstList(route, words).then((isDrawn) => (isDrawn ? nextFrame() : undefined))
    await Promise.race([firstRows, wait(maxWaitMs)])
  }
  void prefetchFirstScreen(routes)
  return true
}

/** Resolves after the browser has painted. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
