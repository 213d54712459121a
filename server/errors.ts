/** A response that ends a request. Message and data go to the client; `cause` goes only to the log. */
export class ApiError extends Error {
  readonly status: number
  readonly errors?: Record<string, string[]>
  readonly code?: string
  readonly data?: unknown
  readonly headers?: Record<string, string>

  constructor(
    status: number,
    message: string,
    more: {
      errors?: Record<string, string[]>
      code?: string
      data?: unknown
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.errors = more.errors
    this.code = more.code
    this.data = more.data
    this.headers = more.headers
  }

  body(): Record<string, unknown> {
    return {
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.code && { code: this.code }),
      ...(this.data !== undefined && { data: this.data }),
    }
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, message)
}

export function notFound(message = 'Não foi encontrado.'): ApiError {
  return new ApiError(404, message)
}

export function forbidden(message = 'Não tem permissão para esta operação.'): ApiError {
  return new ApiError(403, message)
}

export function invalid(errors: Record<string, string[]>): ApiError {
  const fields = Object.keys(errors).length
  return new ApiError(422, fields === 1 ? 'Há um campo por corrigir.' : `Há ${fields} campos por corrigir.`, {
    errors,
  })
}

export function conflict(message: string, data?: unknown): ApiError {
  return new ApiError(409, message, { data })
}

/** The program cannot start for a reason that a person can fix. The message is one line in Portuguese; the cause goes to the log. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What the work returns, or the errors by field that it throws: for hooks that name all errors at once. */
export async function withErrors<T>(work: Promise<T>): Promise<{ value?: T; errors: FieldMessages }> {
  try {
    return { value: await work, errors: {} }
  } catch (error) {
    if (error instanceof ApiError && error.errors) return { errors: error.errors }
    throw error
  }
}

/** What an error says to people, in one text: the messages of its fields, else its own. */
export function reasonOf({ errors, message }: ApiError): string {
  return (
    Object.values(errors ?? {})
      .flat()
      .join(' ') || message
  )
}

/** The code of an error of PostgreSQL, the system or a library; undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

export type FieldMessages = Record<string, string[]>
