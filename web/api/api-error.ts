import { tellFailure } from './failures.ts'

export type FieldErrors = Record<string, string[]>

/** What the server refused, or why it was not asked: `status` 0 means that no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly code: string | undefined
  /** On 409, the record as it now is on the server. */
  readonly data: unknown
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Which operation failed, in the words of error reports. */
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

export interface ApiErrorDetails {
  errors?: FieldErrors | undefined
  code?: string | undefined
  data?: unknown
  retryAfter?: number | undefined
}

/** Does the work; if it is refused, the error says which operation failed. */
export async function orFailure<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isApiError(error)) {
      error.failure = failure
      tellFailure(error)
    }
    throw error
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

/** Contact was lost, or the session ended: each has its own sign, and needs no message beside it. */
export function hasOwnSign(error: ApiError): boolean {
  return error.code === 'network' || error.status === 401
}
