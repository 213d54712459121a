import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a PDF says: the text of each page, its title and its language. */
export async function readPdf(data: Buffer): Promise<{ pages: string[]; title: string; language: string }> {
  const loading = getDocument({ data: new Uint8Array(data), verbosity: 0 })
  const document = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    )
  }
  const { info } = (await document.getMetadata()) as unknown as { info: Record<string, unknown> }
  await loading.destroy()
  return { pages, title: String(info['Title']), language: String(info['Language']) }
}
