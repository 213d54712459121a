import type { Reporting } from '@agremia/resources/embedded-words.ts'
import {
  browserTracingIntegration,
  captureException,
  captureMessage,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/browser'
import { terminologyQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { isLoggedIn } from '../../api/tokens.ts'
import { matchRoute } from '../match-route.ts'
import { routesFor, type AppRoute } from '../routes.ts'
import { tellProblems } from './problems.ts'
import { withPlainAddresses } from './what-is-reported.ts'

/** How much is told: of each page's times, of what is seen, and of what was seen when something failed. */
const samples = { tracesSampleRate: 0.2, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 }

/** What is told is decided where problems are noted; these would tell everything, with the words of the page. */
const listeners = ['GlobalHandlers', 'BrowserApiErrors', 'Breadcrumbs', 'Console']

/** Tells the service of what went wrong and goes wrong, by way of our server: browsers ask nobody else. */
export function sendReports({ dsn, maskText }: Reporting): void {
  init({
    dsn,
    tunnel: '/api/sentry',
    ...samples,
    integrations: (standard) => [
      ...standard.filter(({ name }) => !listeners.includes(name)),
      browserTracingIntegration(),
      // The policy of contents lets no worker run, which would compress it.
      ...(isRecorded()
        ? [replayIntegration({ maskAllText: maskText, blockAllMedia: true, useCompression: false })]
        : []),
    ],
    tracePropagationTargets: [],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    transport: (options) => {
      const { send, ...rest } = makeFetchTransport(options)
      return {
        ...rest,
        send: ([header, items]) =>
          send([header, withPlainAddresses(items, routes())] as Parameters<typeof send>[0]),
      }
    },
  })
  tellProblems((problem) => {
    if ('error' in problem) captureException(problem.error)
    else captureMessage(problem.report.message, { level: problem.report.level, tags: problem.report.tags })
  })
}

function routes(): AppRoute[] {
  const terminology = queryClient.getQueryData(terminologyQuery.queryKey)
  return terminology ? routesFor(terminology) : []
}

/** Pages for visitors are not recorded: their addresses hold codes, and whoever is there agreed to nothing. */
function isRecorded(): boolean {
  return isLoggedIn() && matchRoute(routes(), location.pathname)?.who !== 'everyone'
}
