import { resourcePath } from '@agremia/resources/paths.ts'
import { isTimedOut, type ListParams, type TimedOut } from '../../api/client.ts'
import { fetchFile, type NamedFile } from '../../api/fetch-file.ts'
import { listQueryString } from '../../api/resource-paths.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showFile } from '../open-document.ts'
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

/** Opens all rows of a list as a PDF in a new tab, or downloads it when the browser blocks the tab. */
export async function printList(request: Omit<Export, 'format'>): Promise<void | TimedOut> {
  const outcome = await fetchExport({ ...request, format: 'pdf' })
  if (isTimedOut(outcome)) return outcome
  showFile(outcome)
}

function fetchExport(request: Export): Promise<NamedFile | TimedOut> {
  const path = resourcePath(request.resource)
  return fetchFile(`${path}/export`, { body: exportQuery(request), name: `${path}.${request.format}` })
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
