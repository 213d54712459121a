import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

interface Grey {
  data: Uint8Array
  width: number
  height: number
}

/** Pixels per point of a page: 180 dpi, at which a code of 30 mm has some three pixels per module. */
const pixelsPerPoint = 2.5
/** Pixels of the longer side of a page or photograph: larger ones take longer and have no smaller codes. */
const maxSide = 2600

const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } })

/** The texts of the QR codes on the first and the last page of a PDF, or in a photograph. */
export async function readCodes({
  path,
  mediaType,
}: {
  path: string
  mediaType: string
}): Promise<{ codes: string[] }> {
  const content = await readFile(path)
  const codes: string[] = []
  try {
    for await (const image of mediaType === 'application/pdf'
      ? paintedPages(content)
      : [await greyOf(content)])
      codes.push(...(await codesIn(image)))
  } catch {
    // A file that shows nothing has no code either.
  }
  return { codes }
}

/** The tax authority wants the code on the first or the last page (Portaria 195/2020, art. 5.º). */
async function* paintedPages(content: Uint8Array): AsyncGenerator<Grey> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(content)
  const last = document.getPageCount() - 1
  for (const index of new Set([0, last])) {
    const page = document.getPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = Math.min(pixelsPerPoint, maxSide / Math.max(originalWidth, originalHeight, 1))
    const { data, width, height } = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' })
    yield { data, width, height }
  }
  document.destroy()
  library.destroy()
}

async function greyOf(photograph: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(photograph)
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function codesIn({ data, width, height }: Grey): Promise<string[]> {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (const [index, grey] of data.subarray(0, width * height).entries())
    pixels.fill(grey, index * 4, index * 4 + 3)
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255
  const picture = { data: pixels, width, height, colorSpace: 'srgb' as const }
  const found = await readBarcodes(picture as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    maxNumberOfSymbols: 8,
  })
  return found.map(({ text }) => text)
}
