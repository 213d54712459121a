import { ApiError } from './api-error.ts'
import { sendAuthenticated } from './send.ts'
import { isTimedOut, type TimedOut } from './timeout.ts'
import { requestHeaders } from './tokens.ts'

export interface NamedFile {
  file: Blob
  name: string
}

interface FileRequest {
  /** Sent with POST; without one the request is a GET. */
  body?: unknown
  /** Name of the file where the answer has none. */
  name: string
}

interface FileAnswer {
  status: number
  /** Absent when refused. */
  file?: Blob
  name?: string | undefined
  message?: string | undefined
}

/** Fetches a file that the server makes, without a timeout. Throws `ApiError` for refusals and lost contact. */
export async function fetchFile(path: string, { body, name }: FileRequest): Promise<NamedFile | TimedOut> {
  const outcome = await sendAuthenticated((token) => fetchOnce(path, body, token))
  if (isTimedOut(outcome)) return outcome
  const { status, file, message } = outcome
  if (file === undefined) throw new ApiError(status, message ?? 'Não foi possível exportar.')
  return { file, name: outcome.name ?? name }
}

async function fetchOnce(path: string, body: unknown, token: string | null): Promise<FileAnswer> {
  const headers = requestHeaders(token)
  const response = await fetch(
    `/api/${path}`,
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  )
  const { status } = response
  if (response.ok) return { status, file: await response.blob(), name: fileNameOf(response) }
  const errorBody = (await response.json().catch(() => ({}))) as { message?: string }
  return { status, message: errorBody.message }
}

function fileNameOf(response: Response): string | undefined {
  return /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}
