import { resourcePath } from '@agremia/resources/paths.ts'
import { ApiError, type ListParams } from '../../api/client.ts'
import { listPath } from '../../api/list-path.ts'
import { refreshSession } from '../../api/refresh.ts'
import { accessToken } from '../../api/tokens.ts'
import { saveFile } from '../../ui/save-file.ts'

export type ExportFormat = 'csv' | 'xlsx'

interface Export {
  resource: string
  params: ListParams
  columns: readonly string[]
  format: ExportFormat
}

/** Saves all rows of a list to a file. The time limit of other calls does not apply: it may be long. */
export async function exportList(wanted: Export): Promise<void> {
  const response = await answerTo(wanted)
  saveFile(await response.blob(), fileNameOf(response) ?? `${resourcePath(wanted.resource)}.${wanted.format}`)
}

/** The address of an export below `/api/`: the list's own, without pages. */
export function exportPath({ resource, params, columns, format }: Export): string {
  const [path = '', query] = listPath(resource, params).split('?')
  const asked = new URLSearchParams(query)
  asked.delete('_page')
  asked.delete('_limit')
  asked.set('format', format)
  asked.set('_columns', columns.join(','))
  return `${path}/export?${asked}`
}

async function answerTo(wanted: Export): Promise<Response> {
  const token = accessToken()
  const first = await ask(exportPath(wanted), token)
  const renewed = first.status === 401 && (await refreshSession(token)) === 'refreshed'
  const response = renewed ? await ask(exportPath(wanted), accessToken()) : first
  if (response.ok) return response
  const said = (await response.json().catch(() => ({}))) as { message?: string }
  throw new ApiError(response.status, said.message ?? 'Não foi possível exportar.')
}

function ask(path: string, token: string | null): Promise<Response> {
  return fetch(`/api/${path}`, {
    headers: {
      'calling-url': location.href,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  })
}

function fileNameOf(response: Response): string | undefined {
  return /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}
