import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { lazy } from '@agremia/resources/rules/once.ts'
import type { Font } from 'fontkit'
import { rare } from '../rare.ts'
import { TaggedDocument } from './tagged-document.ts'

/** Measures in points, and colours of all documents. */
export const look = { margin: 56, footerHeight: 28, ink: '#1E2227', dimmed: '#6A6E75', line: '#E7E3DD' }

/** Replaces characters that the fonts do not have in all texts. */
class PrintableDocument extends TaggedDocument {
  override font(src: string, ...rest: unknown[]): this {
    super.font(src, ...(rest as []))
    cacheLayouts((this as unknown as { _font: Partial<LaidOutFont> })._font)
    return this
  }

  override text(text: string, ...rest: unknown[]): this {
    return super.text(printable(text), ...(rest as []))
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return super.heightOfString(printable(text), options)
  }
}

/** Creates an empty A4 document of the organisation with the fonts `regular` and `bold`. */
export function blankDocument(
  { title, author }: { title: string; author: string },
  more: PDFKit.PDFDocumentOptions = {},
): TaggedDocument {
  const { margin, footerHeight } = look
  const doc = new PrintableDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    lang: 'pt-PT',
    displayTitle: true,
    fontLayoutCache: false,
    info: { Title: title, Author: author },
    ...more,
  })
  for (const [name, font] of Object.entries(fonts))
    // pdfkit takes opened fonts too, which its types omit.
    doc.registerFont(name, font().copy() as unknown as Uint8Array)
  return doc.font('regular')
}

interface Rule {
  colour: string
  /** Points. */
  thickness: number
  left?: number
  width?: number
}

/** Points between the left and the right margin. */
export function roomOf({ page }: TaggedDocument): number {
  return page.width - page.margins.left - page.margins.right
}

/** Draws a horizontal line at the document's y, by default from margin to margin. */
export function drawRule(
  doc: TaggedDocument,
  { colour, thickness, left = doc.page.margins.left, width = roomOf(doc) }: Rule,
): void {
  doc.decoration(() =>
    doc
      .moveTo(left, doc.y)
      .lineTo(left + width, doc.y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke(),
  )
}

/** The output of the document that was not read yet. */
export function* readOutput(doc: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk: unknown = doc.read(); chunk !== null; chunk = doc.read()) yield chunk as Uint8Array
}

/** Ends the document and yields the rest of its output. pdfkit decodes images with an alpha channel asynchronously, also after `end`. */
export async function* endOutput(doc: PDFKit.PDFDocument): AsyncGenerator<Uint8Array> {
  doc.end()
  for await (const chunk of doc) yield chunk as Uint8Array
}

/** Part of pdfkit's font that its types omit. */
interface LaidOutFont {
  layoutRun(text: string, features?: readonly string[]): unknown
}

/** Maximum cached layouts per font, so that memory does not grow with the document. */
const maxLayouts = 20_000
const cachedFonts = new WeakSet<Partial<LaidOutFont>>()

/**
 * Caches a font's layouts of texts. pdfkit itself caches only words without OpenType features; laying out others again, such as
 * tabular figures, takes most of the time of a long document.
 */
function cacheLayouts(font: Partial<LaidOutFont>): void {
  // pdfkit's standard font, which we do not use, has no `layoutRun`.
  if (!font.layoutRun || cachedFonts.has(font)) return
  cachedFonts.add(font)
  const layOut = font.layoutRun.bind(font)
  const cache = new Map<string, unknown>()
  font.layoutRun = (text, features) => {
    const key = `${features?.join() ?? ''} ${text}`
    let run = cache.get(key)
    if (run === undefined) {
      run = layOut(text, features)
      if (cache.size >= maxLayouts) cache.clear()
      cache.set(key, run)
    }
    return run
  }
}

const require = createRequire(import.meta.url)

/** Inter in two weights with the same characters: those of all European languages. */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

export const fonts = {
  regular: lazy(() => openFont(fontFiles.regular)),
  bold: lazy(() => openFont(fontFiles.bold)),
}

/**
 * Opens a font. Its copies share the decoded tables, because decoding them takes longer than drawing a short document, but not the
 * glyphs: a glyph keeps the characters for which it was first used, and the document writes them for searching and copying.
 */
function openFont(path: string): Font & { copy(): Font } {
  const file = readFileSync(path)
  const open = () => rare.fontkit().create(file) as Font & { _tables: unknown }
  const font = open()
  return Object.assign(font, { copy: () => Object.assign(open(), { _tables: font._tables }) })
}

/** Replaces characters that the fonts do not have. */
const unknownSign = '□'
/** Characters without a glyph: joiners, variation selectors, direction marks. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

const fontCharacters = lazy(() => new Set(fonts.regular().characterSet))
const signs = new Intl.Segmenter('pt-PT', { granularity: 'grapheme' })

/** The text in NFC with a box for each grapheme that the fonts do not have. */
export function printable(text: string): string {
  const composed = text.normalize('NFC').replaceAll('\t', ' ')
  if (isKnown(composed)) return composed
  return [...signs.segment(composed)].map(({ segment }) => drawable(segment)).join('')
}

function drawable(sign: string): string {
  const visible = sign.replaceAll(invisible, '')
  return isKnown(visible) ? visible : unknownSign
}

function isKnown(text: string): boolean {
  for (const sign of text) if (sign !== '\n' && !fontCharacters().has(sign.codePointAt(0) ?? 0)) return false
  return true
}

/** File name of a document, in ASCII: `Recibo Q/2026/000123` gives `recibo-q-2026-000123.pdf`. */
export function pdfFileName(name: string): string {
  return `${foldText(name).replaceAll(' ', '-')}.pdf`
}
