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

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}
