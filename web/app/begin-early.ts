import { readEmbeddedWords } from '../api/embedded-words.ts'
import { forgetListSize } from '../api/list-size.ts'
import { clearLocalStorage, forgetTokens, isLoggedIn, isSessionEnding } from '../api/tokens.ts'
import { applyStoredZoom } from '../ui/zoom.ts'
import { applyStoredScheme } from '../ui/stored-scheme.ts'
import { drawFirstList } from './draw-first-list.ts'
import { firstRoute, preloadFirstScreen } from './preload-first-screen.ts'
import { sendFirstRequests } from './first-requests.ts'
import { routesFor } from './routes.ts'

/** The application's code may stand back this long for the first rows: what is arriving goes on arriving. */
const patience = 150

/**
 * What cannot wait for the application's code: the look, the first requests, the code of the first screen and, of a
 * list, the first rows. False when the page is being left, because the session is about to end.
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
  // Whoever this browser knew was of another database.
  if (words?.isFirstRun) forgetTokens()
  forgetListSize()
  applyStoredZoom()
  applyStoredScheme()
  // The page has sent them by itself, where it was built.
  sendFirstRequests(words)
  if (!words) return true
  const routes = routesFor(words.terminology)
  const route = firstRoute(routes)
  if (isLoggedIn() && route) {
    const drawn = drawFirstList(route, words).then((isDrawn) => (isDrawn ? nextFrame() : undefined))
    await Promise.race([drawn, wait(patience)])
  }
  preloadFirstScreen(routes)
  return true
}

/** Once the browser has begun to paint what was drawn. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
