import { ApiError, withFailureName } from './api-error.ts'
import { announceChanges, changedHeader, errorOf, lostContact, sendAuthenticated } from './send.ts'
import { requestHeaders } from './tokens.ts'
import { isTimedOut } from './timeout.ts'

interface Upload {
  /** Path relative to `/api/`. */
  path: string
  files: readonly File[]
  /** Form fields sent before the files. */
  fields?: Record<string, string>
  fileField?: string
  /** 0 to 100. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
  /** Name of the operation in error reports: `Member photo upload failed`. */
  failure?: string
}

/** Sends files as multipart, without a time limit. `Answer` is trusted, as in other calls. */
export function upload<Answer>(request: Upload): Promise<Answer> {
  return withFailureName(request.failure ?? 'Upload failed', () => send(request) as Promise<Answer>)
}

async function send(request: Upload): Promise<unknown> {
  const answer = await sendAuthenticated((token) => transfer(request, token))
  // Uploads have no timeout, so the token refresh timed out: throw, because nothing was sent.
  if (isTimedOut(answer)) throw new ApiError(0, interrupted)
  if (answer.status >= 400) throw errorOf(answer.status, answer.body, answer.retryAfter)
  announceChanges(answer.changed)
  return answer.body
}

const interrupted = 'O envio foi interrompido. Verifique a ligação e tente novamente.'

interface Transferred {
  status: number
  body: unknown
  changed: string | null
  retryAfter: number | undefined
}

function transfer(request: Upload, token: string | null): Promise<Transferred> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', `/api/${request.path}`)
    xhr.responseType = 'json'
    for (const [name, value] of Object.entries(requestHeaders(token))) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) request.onProgress?.(Math.round((event.loaded / event.total) * 100))
    })
    xhr.addEventListener('load', () =>
      resolve({
        status: xhr.status,
        body: xhr.response as unknown,
        changed: xhr.getResponseHeader(changedHeader),
        retryAfter: Number(xhr.getResponseHeader('retry-after')) || undefined,
      }),
    )
    xhr.addEventListener('error', () => reject(lostContact(interrupted)))
    xhr.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(formOf(request))
  })
}

function formOf({ files, fields = {}, fileField = 'file' }: Upload): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append(fileField, file, file.name)
  return form
}
