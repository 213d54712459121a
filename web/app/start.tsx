import type { Terminology } from '@agremia/resources/terminology.ts'
import { createRoot } from 'react-dom/client'
import { cachedTerminology, cacheTerminology } from '../api/cached-terminology.ts'
import { findFirstRun, type FirstRun } from '../api/first-run.ts'
import { terminologyQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { isLoggedIn } from '../api/tokens.ts'
import { App, StartFailure } from './app.tsx'
import { reloadWhenCodeIsGone } from './reload-when-code-is-gone.ts'

/** Draws the application as soon as the organisation's words are known, from the last visit or from the server. */
export async function start(): Promise<void> {
  reloadWhenCodeIsGone()
  const root = createRoot(document.getElementById('root') ?? document.body)
  const draw = (terminology: Terminology, firstRun?: FirstRun) =>
    root.render(<App terminology={terminology} firstRun={firstRun} />)
  const known = cachedTerminology()
  if (known) draw(known)
  try {
    const terminology = await queryClient.fetchQuery(terminologyQuery)
    // Other words than at the last visit may also mean another, empty database.
    if (isSame(terminology, known)) return
    const firstRun = isLoggedIn() ? undefined : await findFirstRun()
    if (!firstRun) cacheTerminology(terminology)
    draw(terminology, firstRun)
  } catch {
    if (!known) root.render(<StartFailure />)
  }
}

function isSame(a: Terminology, b: Terminology | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
