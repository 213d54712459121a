import { recordPath } from '@agremia/resources/paths.ts'
import type { ReportCell, ReportCellType, ReportTable } from '@agremia/resources/report-table.ts'
import { queryOptions } from '@tanstack/react-query'
import { api, isTimedOut, nullIfMissing } from '../../api/client.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { dataQuery } from '../../api/data-query.ts'
import { attempt } from '../../resource/attempt.ts'
import { saveFile } from '../../ui/save-file.ts'

interface ReportInfo {
  name: string
  title: string
  question: string
  parameters: string[]
}

export const reportsQuery = dataQuery<ReportInfo[]>(['reports'], 'reports')

/** A report with its parameters as a query; null when there is none of that name. Its key begins as that of lists of payments, whose news invalidate it. */
export function reportQuery(name: string, parameters: string) {
  return queryOptions({
    queryKey: [...keys.lists('payments'), 'report', name, parameters],
    queryFn: async ({ signal }) => {
      const path = `reports/${encodeURIComponent(name)}/table?${parameters}`
      return nullIfMissing(async () => requireAnswer(await api.get<{ data: ReportTable }>(path, signal)).data)
    },
    placeholderData: (before) => (before?.name === name ? before : undefined),
  })
}

interface IncomeWarning {
  name: string
  isOver: boolean
  year: number
  text: string
}

export const incomeWarningsQuery = dataQuery<IncomeWarning[]>(
  [...keys.lists('transactions'), 'warnings'],
  'income_warnings',
)

/** A report as it was kept, and whether its content is still that. */
export function keptTableQuery(id: string) {
  const path = `${recordPath('keptReports', id)}/table`
  return dataQuery<{ table: ReportTable; isIntact: boolean }>(['keptReport', id], path)
}

export interface TableChange {
  section: string | null
  label: string
  kind: 'added' | 'removed' | 'changed'
  cells: {
    column: string
    type: ReportCellType
    kept: ReportCell['value']
    now: ReportCell['value']
  }[]
}

/** What would be different in a kept report if it were read now. */
export function keptChangesQuery(id: string) {
  const path = `${recordPath('keptReports', id)}/changes`
  return queryOptions({
    queryKey: [...keys.lists('payments'), 'keptReport', id],
    queryFn: async ({ signal }) =>
      requireAnswer(await api.get<{ data: { changes: TableChange[] } }>(path, signal)).data.changes,
  })
}

/** Saves a file that the server makes of reports. */
export async function saveReport(path: string, name: string): Promise<void> {
  await attempt(async () => {
    const outcome = await fetchFile(path, { name })
    if (!isTimedOut(outcome)) saveFile(outcome.file, outcome.name)
  }, 'Não foi possível exportar.')
}
