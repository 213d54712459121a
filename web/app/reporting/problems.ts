import { reportOfFailure, isReported, type Report } from './report-rules.ts'

/** A problem to report: an unexpected error or a failed operation. */
export type Problem = { error: unknown } | { report: Report }
type Reporter = (problem: Problem) => void

const maxWaiting = 20

let waiting: Problem[] = []
let reporter: Reporter | undefined

/** Reports an unexpected error. */
export function reportProblem(error: unknown): void {
  if (isReported(error)) report({ error })
}

/** Reports a failed operation, unless `reportOfFailure` excludes it. */
export function reportFailure(error: unknown): void {
  const failure = reportOfFailure(error)
  if (failure) report({ report: failure })
}

/** Sets the reporter, and hands it the waiting problems. */
export function setProblemReporter(nextReporter: Reporter): void {
  reporter = nextReporter
  for (const problem of waiting.splice(0)) nextReporter(problem)
}

/** Before the reporter is set only the first problems are kept: later ones are mostly consequences. */
function report(problem: Problem): void {
  if (reporter) reporter(problem)
  else if (waiting.length < maxWaiting) waiting = [...waiting, problem]
}
