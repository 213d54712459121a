import type { Reporting } from '@agremia/resources/embedded-words.ts'
import { onFailure } from '../../api/api-error.ts'
import { firstLayerEnded } from '../../ui/first-layer.ts'
import { reportFailure, reportProblem } from './problems.ts'

/** Fallback delay in milliseconds, if the first screen is never drawn. */
const maxDelayMs = 10_000

/** Collects problems from now on; loads the reporting code after the first screen is drawn. */
export function beginReporting(reporting: Reporting): void {
  window.addEventListener('error', ({ error }) => {
    // Resources that fail to load have no `error`; they are handled elsewhere.
    if (error) reportProblem(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => reportProblem(reason))
  onFailure(reportFailure)
  const timeout = new Promise((resolve) => setTimeout(resolve, maxDelayMs))
  void Promise.race([firstLayerEnded, timeout])
    .then(() => import('./send-reports.ts'))
    .then(({ sendReports }) => sendReports(reporting))
    .catch(() => undefined)
}
