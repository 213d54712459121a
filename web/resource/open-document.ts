import { api, isApiError, isTimedOut } from '../api/client.ts'
import { toast } from '../ui/toast.ts'

/** Opens a document whose short-lived address the server gives at `path`: beside this page, or as a download. */
export async function openDocument(path: string): Promise<void> {
  try {
    const answer = await api.get<{ data: { url: string } }>(path)
    if (!isTimedOut(answer)) showDocument(answer.data.url)
  } catch (error) {
    toast(isApiError(error) ? error.message : 'Não foi possível abrir o documento.', { tone: 'error' })
  }
}

/** Opens a document beside this page; browsers that open nothing by themselves download it. */
export function showDocument(url: string): void {
  if (window.open(url, '_blank') === null) api.download(url)
}
