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
import type { AppRoute } from '../app-route.ts'
import { routesFor } from '../routes.ts'
import { setProblemReporter } from './problems.ts'
import { sanitiseAddresses } from './report-rules.ts'

/** Sampling rates of traces and session replays. */
const samples = { tracesSampleRate: 0.2, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 }

/**
 * Default integrations that are removed: they would report everything, including texts of the page.
 * `problems.ts` selects.
 */
const removedIntegrations = ['GlobalHandlers', 'BrowserApiErrors', 'Breadcrumbs', 'Console']

/** Starts Sentry and sends problems through our server (the browser contacts no third party). */
export function sendReports({ dsn, maskText }: Reporting): void {
  init({
    dsn,
    tunnel: '/api/sentry',
    ...samples,
    integrations: (standard) => [
      ...standard.filter(({ name }) => !removedIntegrations.includes(name)),
      browserTracingIntegration(),
      // The content security policy allows no worker, which compression needs.
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
          send([header, sanitiseAddresses(items, routes())] as Parameters<typeof send>[0]),
      }
    },
  })
  setProblemReporter((problem) => {
    if ('error' in problem) captureException(problem.error)
    else captureMessage(problem.report.message, { level: problem.report.level, tags: problem.report.tags })
  })
}

function routes(): AppRoute[] {
  const terminology = queryClient.getQueryData(terminologyQuery.queryKey)
  return terminology ? routesFor(terminology) : []
}

/** Visitors are not recorded: the addresses contain secret codes, and they gave no consent. */
function isRecorded(): boolean {
  return isLoggedIn() && matchRoute(routes(), location.pathname)?.who !== 'everyone'
}
