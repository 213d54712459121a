import { api, isTimedOut } from '../api/client.ts'
import type { NamedFile } from '../api/fetch-file.ts'
import { saveFile } from '../ui/save-file.ts'
import { attempt } from './attempt.ts'

/** Opens the document whose short-lived URL the server returns at `path`, in a new tab or as a download. */
export async function openDocument(path: string): Promise<void> {
  await attempt(async () => {
    const answer = await api.get<{ data: { url: string } }>(path)
    if (!isTimedOut(answer)) showDocument(answer.data.url)
  }, 'Não foi possível abrir o documento.')
}

/** Opens a document in a new tab, or downloads it when the browser blocks the tab. */
export function showDocument(url: string): void {
  if (window.open(url, '_blank') === null) api.download(url)
}

/** Milliseconds until the object URL is revoked: the new tab uses it to print and save. */
const revokeAfterMs = 30 * 60_000

/** Opens a file that was fetched in a new tab, or downloads it when the browser blocks the tab. */
export function showFile({ file, name }: NamedFile): void {
  const url = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
  if (window.open(url, '_blank') === null) saveFile(file, name)
}
