import type { Reporting } from '@agremia/resources/embedded-words.ts'
import { onFailure } from '../../api/failures.ts'
import { firstLayerEnded } from '../../ui/first-layer.ts'
import { noteFailure, noteProblem } from './problems.ts'

/** By then the first screen is there, or never will be. */
const latest = 10_000

/** What goes wrong is noted from now on; what tells the service is fetched when the first screen is drawn. */
export function beginReporting(reporting: Reporting): void {
  window.addEventListener('error', ({ error }) => {
    // What fails to load has no error, and says so by itself.
    if (error) noteProblem(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => noteProblem(reason))
  onFailure(noteFailure)
  const late = new Promise((resolve) => setTimeout(resolve, latest))
  void Promise.race([firstLayerEnded, late])
    .then(() => import('./send-reports.ts'))
    .then(({ sendReports }) => sendReports(reporting))
    .catch(() => undefined)
}
