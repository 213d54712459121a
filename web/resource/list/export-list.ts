import { resourcePath } from '@agremia/resources/paths.ts'
import { sendAuthenticated } from '../../api/send.ts'
import { ApiError, isTimedOut, type ListParams, type TimedOut } from '../../api/client.ts'
import { listQueryString } from '../../api/resource-paths.ts'
import { requestHeaders } from '../../api/tokens.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { ShownColumn } from './list-columns.ts'
import type { ListWords } from './list-words.ts'

export type ExportFormat = 'csv' | 'xlsx' | 'pdf'

/** Ids of the visible columns that are fields of the server. */
export function exportedColumns(columns: readonly ShownColumn[]): string[] {
  return columns.filter(({ field }) => field !== undefined).map(({ id }) => id)
}

interface Export {
  resource: string
  params: ListParams
  columns: readonly string[]
  format: ExportFormat
  /** Title and filters above the rows of a PDF. */
  words?: ListWords
}

/** Exports all rows of a list to a file, without a timeout. Throws `ApiError` for refusals and lost contact. */
export async function exportList(request: Export): Promise<void | TimedOut> {
  const outcome = await fetchExport(request)
  if (isTimedOut(outcome)) return outcome
  saveFile(outcome.file, outcome.name)
}

/** Milliseconds until the object URL is revoked: the new tab uses it to print and save. */
const revokeAfterMs = 30 * 60_000

/** Opens all rows of a list as a PDF in a new tab, or downloads it when the browser blocks the tab. */
export async function printList(request: Omit<Export, 'format'>): Promise<void | TimedOut> {
  const outcome = await fetchExport({ ...request, format: 'pdf' })
  if (isTimedOut(outcome)) return outcome
  const url = URL.createObjectURL(outcome.file)
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
  if (window.open(url, '_blank') === null) saveFile(outcome.file, outcome.name)
}

async function fetchExport(request: Export): Promise<{ file: Blob; name: string } | TimedOut> {
  const outcome = await sendAuthenticated((token) => fetchFile(request, token))
  if (isTimedOut(outcome)) return outcome
  const { status, file, name, message } = outcome
  if (file === undefined) throw new ApiError(status, message ?? 'Não foi possível exportar.')
  return { file, name: name ?? `${resourcePath(request.resource)}.${request.format}` }
}

/** Request body of an export: the list's parameters without pages. */
export function exportQuery({
  params,
  columns,
  format,
  words,
}: Omit<Export, 'resource'>): Record<string, string[]> {
  const query = new URLSearchParams(listQueryString({ ...params, columns }))
  query.delete('_page')
  query.delete('_limit')
  query.set('format', format)
  if (words && format === 'pdf') {
    query.set('title', words.title)
    if (words.filters) query.set('filters', words.filters)
  }
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]))
}

interface FileAnswer {
  status: number
  /** Absent when refused. */
  file?: Blob
  name?: string | undefined
  message?: string | undefined
}

async function fetchFile(request: Export, token: string | null): Promise<FileAnswer> {
  const response = await fetch(`/api/${resourcePath(request.resource)}/export`, {
    method: 'POST',
    headers: { ...requestHeaders(token), 'content-type': 'application/json' },
    body: JSON.stringify(exportQuery(request)),
  })
  const { status } = response
  if (response.ok) return { status, file: await response.blob(), name: fileNameOf(response) }
  const errorBody = (await response.json().catch(() => ({}))) as { message?: string }
  return { status, message: errorBody.message }
}

function fileNameOf(response: Response): string | undefined {
  return /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}
