import { resourcePath } from '@agremia/resources/paths.ts'
import { askAsCaller } from '../../api/ask-as-caller.ts'
import { ApiError, isTimedOut, type ListParams, type TimedOut } from '../../api/client.ts'
import { listQueryString } from '../../api/list-params.ts'
import { requestHeaders } from '../../api/request-headers.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { ShownColumn } from './arranged-columns.ts'
import type { ListWords } from './list-words.ts'

export type ExportFormat = 'csv' | 'xlsx' | 'pdf'

/** Of the columns in sight, those that the server knows. */
export function exportedColumns(columns: readonly ShownColumn[]): string[] {
  return columns.filter(({ field }) => field !== undefined).map(({ id }) => id)
}

interface Export {
  resource: string
  params: ListParams
  columns: readonly string[]
  format: ExportFormat
  /** What stands above the rows of a PDF. */
  words?: ListWords
}

/**
 * Saves all rows of a list to a file. The time limit of other calls does not apply: it may be long. Throws `ApiError`
 * for refusals and lost contact.
 */
export async function exportList(wanted: Export): Promise<void | TimedOut> {
  const outcome = await fetchExport(wanted)
  if (isTimedOut(outcome)) return outcome
  saveFile(outcome.file, outcome.name)
}

/** Long enough to look at a document, and to print and save it from its own tab. */
const documentKept = 30 * 60_000

/** Opens all rows of a list as a document beside this page; browsers that open nothing by themselves download it. */
export async function printList(wanted: Omit<Export, 'format'>): Promise<void | TimedOut> {
  const outcome = await fetchExport({ ...wanted, format: 'pdf' })
  if (isTimedOut(outcome)) return outcome
  const url = URL.createObjectURL(outcome.file)
  setTimeout(() => URL.revokeObjectURL(url), documentKept)
  if (window.open(url, '_blank') === null) saveFile(outcome.file, outcome.name)
}

async function fetchExport(wanted: Export): Promise<{ file: Blob; name: string } | TimedOut> {
  const outcome = await askAsCaller((token) => fetchFile(wanted, token))
  if (isTimedOut(outcome)) return outcome
  const { status, file, name, message } = outcome
  if (file === undefined) throw new ApiError(status, message ?? 'Não foi possível exportar.')
  return { file, name: name ?? `${resourcePath(wanted.resource)}.${wanted.format}` }
}

/** What an export asks for: the list's own parameters, without pages. */
export function exportQuery({
  params,
  columns,
  format,
  words,
}: Omit<Export, 'resource'>): Record<string, string[]> {
  const asked = new URLSearchParams(listQueryString({ ...params, columns }))
  asked.delete('_page')
  asked.delete('_limit')
  asked.set('format', format)
  if (words && format === 'pdf') {
    asked.set('title', words.title)
    if (words.filters) asked.set('filters', words.filters)
  }
  return Object.fromEntries([...asked.keys()].map((name) => [name, asked.getAll(name)]))
}

interface FileAnswer {
  status: number
  /** Absent when it was refused. */
  file?: Blob
  name?: string | undefined
  message?: string | undefined
}

async function fetchFile(wanted: Export, token: string | null): Promise<FileAnswer> {
  const response = await fetch(`/api/${resourcePath(wanted.resource)}/export`, {
    method: 'POST',
    headers: { ...requestHeaders(token), 'content-type': 'application/json' },
    body: JSON.stringify(exportQuery(wanted)),
  })
  const { status } = response
  if (response.ok) return { status, file: await response.blob(), name: fileNameOf(response) }
  const said = (await response.json().catch(() => ({}))) as { message?: string }
  return { status, message: said.message }
}

function fileNameOf(response: Response): string | undefined {
  return /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}
