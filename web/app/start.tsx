import type { Terminology } from '@agremia/resources/terminology.ts'
import { createRoot } from 'react-dom/client'
import { cachedTerminology, cacheTerminology } from '../api/cached-terminology.ts'
import { isApiError } from '../api/client.ts'
import { findFirstRun } from '../api/first-run.ts'
import { terminologyQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { isLoggedIn } from '../api/tokens.ts'
import { App } from './app.tsx'
import { reloadWhenCodeIsGone } from './reload-when-code-is-gone.ts'
import { StartProblem } from './start-problem.tsx'

/** Draws the application as soon as the organisation's words are known, from the last visit or from the server. */
export async function start(): Promise<void> {
  reloadWhenCodeIsGone()
  const root = createRoot(document.getElementById('root') ?? document.body)
  const draw = (terminology: Terminology, firstRun?: Awaited<ReturnType<typeof findFirstRun>>) =>
    root.render(<App terminology={terminology} firstRun={firstRun} />)

  const known = cachedTerminology()
  if (known) draw(known)
  try {
    const terminology = await presentTerminology()
    if (!terminology || isSame(terminology, known)) return
    const firstRun = isLoggedIn() ? undefined : await findFirstRun()
    if (!firstRun) cacheTerminology(terminology)
    draw(terminology, firstRun)
  } catch (error) {
    if (!known) root.render(<StartProblem message={isApiError(error) ? error.message : undefined} />)
  }
}

/** Undefined when the session died with the question and the page is being left. */
async function presentTerminology(): Promise<Terminology | undefined> {
  try {
    return await queryClient.fetchQuery(terminologyQuery)
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error
    return location.pathname === '/' ? queryClient.fetchQuery(terminologyQuery) : undefined
  }
}

/** Other words than at the last visit may also mean another, empty database. */
function isSame(a: Terminology, b: Terminology | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
