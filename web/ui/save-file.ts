/** Milliseconds until the object URL is revoked: the browser needs it to start the download. */
const revokeAfterMs = 60_000

/** Downloads content as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
