/** Long enough for the browser to begin: it reads the file by its address. */
const keptFor = 60_000

/** Saves content to a file where the browser keeps what is downloaded. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptFor)
}
