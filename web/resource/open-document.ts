import { api, isTimedOut } from '../api/client.ts'
import { toastError } from './toast-error.ts'

/** Opens the document whose short-lived URL the server returns at `path`, in a new tab or as a download. */
export async function openDocument(path: string): Promise<void> {
  try {
    const answer = await api.get<{ data: { url: string } }>(path)
    if (!isTimedOut(answer)) showDocument(answer.data.url)
  } catch (error) {
    toastError(error, 'Não foi possível abrir o documento.')
  }
}

/** Opens a document in a new tab, or downloads it when the browser blocks the tab. */
export function showDocument(url: string): void {
  if (window.open(url, '_blank') === null) api.download(url)
}
