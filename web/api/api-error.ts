export type FieldErrors = Record<string, string[]>

/** Message of errors that have none for people. */
export const requestFailed = 'Não foi possível concluir o pedido.'

/** A refused or failed request. `status` 0: there was no response, or the request was not sent. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly code: string | undefined
  /** On 409, the current record on the server. */
  readonly data: unknown
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Name of the failed operation, for error reports. */
  failure: string | undefined

  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message)
    this.status = status
    this.errors = details.errors
    this.code = details.code
    this.data = details.data
    this.retryAfter = details.retryAfter
  }
}

interface ApiErrorDetails {
  errors?: FieldErrors | undefined
  code?: string | undefined
  data?: unknown
  retryAfter?: number | undefined
}

/**
 * Runs `work`. An `ApiError` that it throws gets the name of the operation and is announced to `onFailure`
 * listeners.
 */
export async function withFailureName<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isApiError(error)) {
      error.failure = failure
      notifyFailure(error)
    }
    throw error
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

/** The text of a failure to show: the errors of the fields or the message of the answer; `unexpected` for any other error. */
export function errorText(error: unknown, unexpected = requestFailed): string {
  if (!isApiError(error)) return unexpected
  return (
    Object.values(error.errors ?? {})
      .flat()
      .join(' ') || error.message
  )
}

/**
 * Lost contact and expired sessions have an overlay or redirect of their own, so screens show no message for
 * them.
 */
export function isShownGlobally(error: ApiError): boolean {
  return error.code === 'network' || error.status === 401
}

type Listener = (error: ApiError) => void

const listeners = new Set<Listener>()

/**
 * Calls the listener for each failed operation that has a name (`failure`), for error reports. Returns the
 * unsubscriber.
 */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyFailure(error: ApiError): void {
  for (const listener of listeners) listener(error)
}
