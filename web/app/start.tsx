import '../ui/print.css'
import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { readEmbeddedWords } from './first-requests.ts'
import { findFirstRun } from '../api/first-run.ts'
import { terminologyQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { isLoggedIn } from '../api/tokens.ts'
import { endFirstLayer } from '../ui/first-layer.ts'
import { printInputValues } from '../ui/printing.ts'
import { App, StartFailure } from './app.tsx'
import { cacheEarlyAnswers } from './early-answers.ts'
import { prefetchFirstScreen } from './match-route.ts'
import { reloadForAnotherPerson, reloadWhenCodeIsGone } from './reload-page.ts'
import { beginReporting } from './reporting/begin-reporting.ts'
import { shownRoutes } from './routes.ts'

/**
 * Renders the application with the terminology embedded in the page, or else requested from the server. Waits
 * for the code of the first screen, so that the shell is not drawn around an empty page.
 */
export async function start(): Promise<void> {
  reloadWhenCodeIsGone()
  reloadForAnotherPerson()
  printInputValues()
  const root = createRoot(document.getElementById('root') ?? document.body)
  try {
    const embedded = readEmbeddedWords()
    const { terminology, isFirstRun } = embedded ?? (await fetchWords())
    if (embedded?.reporting) beginReporting(embedded.reporting)
    const firstRun = isFirstRun ? await findFirstRun() : undefined
    queryClient.setQueryData(terminologyQuery.queryKey, terminology)
    await Promise.all([prefetchFirstScreen(shownRoutes({ terminology, isFirstRun })), cacheEarlyAnswers()])
    // In slices: what is typed into the first layer meanwhile appears at once.
    startTransition(() => root.render(<App terminology={terminology} firstRun={firstRun} />))
  } catch {
    endFirstLayer()
    root.render(<StartFailure />)
  }
}

async function fetchWords(): Promise<Omit<EmbeddedWords, 'currentStates'>> {
  const terminology = await queryClient.fetchQuery(terminologyQuery)
  return { terminology, isFirstRun: !isLoggedIn() }
}
