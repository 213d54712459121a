import { rememberedFirstList, sendEarly } from '../api/early-requests.ts'
import { readEmbeddedWords } from '../api/embedded-words.ts'
import { clearLocalStorage, forgetTokens, isLoggedIn, isSessionEnding } from '../api/tokens.ts'
import { applyStoredZoom } from '../ui/zoom.ts'
import { applyStoredScheme } from '../ui/stored-scheme.ts'
import { drawFirstList } from './draw-first-list.ts'
import { firstRoute, preloadFirstScreen } from './preload-first-screen.ts'
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
  applyStoredZoom()
  applyStoredScheme()
  const isSomebody = sendFirstRequests()
  if (!words) return true
  const routes = routesFor(words.terminology)
  const route = firstRoute(routes)
  if (isSomebody && route) await Promise.race([drawFirstList(route), wait(patience)])
  preloadFirstScreen(routes)
  return true
}

/** Answers whether somebody is logged in, for whom something can be drawn. */
function sendFirstRequests(): boolean {
  if (!isLoggedIn()) return false
  sendEarly('settings')
  sendEarly('explainer')
  const list = rememberedFirstList()
  if (list !== null) sendEarly(list)
  return true
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
