import { reportOfFailure, isReported, type Report } from './what-is-reported.ts'

/** Something to tell: an error that nobody expected, or the report of an operation that failed. */
export type Problem = { error: unknown } | { report: Report }
type Tell = (problem: Problem) => void

const most = 20

let waiting: Problem[] = []
let tell: Tell | undefined

/** An error that nobody expected. */
export function noteProblem(error: unknown): void {
  if (isReported(error)) note({ error })
}

/** An operation that failed, if that is to be told. */
export function noteFailure(error: unknown): void {
  const report = reportOfFailure(error)
  if (report) note({ report })
}

/** From now on problems are told as they happen; those that waited, at once. */
export function tellProblems(how: Tell): void {
  tell = how
  for (const problem of waiting.splice(0)) how(problem)
}

/** Until somebody can tell them, the first few wait: they say why the others happened. */
function note(problem: Problem): void {
  if (tell) tell(problem)
  else if (waiting.length < most) waiting = [...waiting, problem]
}
