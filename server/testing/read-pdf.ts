import { createCanvas } from '@napi-rs/canvas'
import jsQr from 'jsqr'
import type { PDFPageProxy } from 'pdfjs-dist'
import type { StructTreeNode } from 'pdfjs-dist/types/src/display/api.js'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Text of each page, title and language of a PDF. */
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

/**
 * What a screen reader tells of a page, in its order: elements with their type and their text, or the alternative text of figures and
 * links.
 */
export function tellPage(pdf: Buffer, pageNumber: number): Promise<string[]> {
  return withPage(pdf, pageNumber, async (page) => {
    const texts = new Map<string, string>()
    let current = ''
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) texts.set(current, `${texts.get(current) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
      else current = item.type === 'endMarkedContent' ? '' : String(item.id ?? '')
    }
    return tell(await page.getStructTree(), texts)
  })
}

function tell(node: StructTreeNode | null, texts: ReadonlyMap<string, string>): string[] {
  if (!node) return []
  const { role, alt, children } = node as StructTreeNode & { alt?: string }
  if (alt !== undefined) return [`${role} ${alt}`]
  return children.flatMap((child) =>
    'role' in child
      ? tell(child, texts)
      : 'id' in child && texts.has(child.id)
        ? [`${role} ${texts.get(child.id)?.trim()}`]
        : [],
  )
}

const mm = 25.4 / 72
/** The types declare a `default` export; at run time the module is the function. */
const readQr = jsQr as unknown as typeof jsQr.default

/** Text of the QR code of a page, as printed at 300 dpi. */
export async function qrOf(pdf: Buffer, pageNumber: number): Promise<string | undefined> {
  const { data, width, height } = await paintPage(pdf, pageNumber, 300 / 72)
  return readQr(data, width, height)?.data
}

/** Renders a page with `scale` pixels per point. */
export function paintPage(pdf: Buffer, pageNumber: number, scale: number) {
  return withPage(pdf, pageNumber, async (page) => {
    const viewport = page.getViewport({ scale })
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
    const context = canvas.getContext('2d')
    await page.render({ canvas: null, canvasContext: context as never, viewport, background: '#fff' }).promise
    return context.getImageData(0, 0, canvas.width, canvas.height)
  })
}

/** Position of each text of a page, in mm from left and top, and its font size in points. */
export function placesOf(pdf: Buffer, pageNumber: number) {
  return withPage(pdf, pageNumber, async (page) => {
    const { items } = await page.getTextContent()
    const [, , , height = 0] = page.view
    return items.flatMap((item) =>
      'str' in item && item.str.trim()
        ? [
            {
              text: item.str,
              left: item.transform[4] * mm,
              top: (height - item.transform[5]) * mm,
              right: (item.transform[4] + item.width) * mm,
              size: Number(item.transform[3]),
            },
          ]
        : [],
    )
  })
}

async function withPage<Result>(
  pdf: Buffer,
  pageNumber: number,
  read: (page: PDFPageProxy) => Promise<Result>,
): Promise<Result> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const result = await read(await (await loading.promise).getPage(pageNumber))
  await loading.destroy()
  return result
}
