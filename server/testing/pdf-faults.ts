import assert from 'node:assert/strict'
import type { PDFObject } from '@cantoo/pdf-lib'
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * What of a PDF breaks PDF/UA-1 (the failure conditions of the Matterhorn Protocol 1.1 that a program can find and that our documents can
 * have) or PDF/A-2a (ISO 19005-2). Throws when the file is no PDF.
 */
export async function pdfFaults(data: Uint8Array): Promise<string[]> {
  const doc = await PDFDocument.load(data, { updateMetadata: false, throwOnInvalidObject: true })
  const faults = new Set<string>()
  const check = (isRight: boolean, fault: string) => void (isRight || faults.add(fault))
  const loading = getDocument({ data: new Uint8Array(data), verbosity: 0 })
  const file = { doc, reader: await loading.promise, check }
  checkCatalog(file)
  await checkMetadata(file)
  checkFonts(file)
  checkColours(file)
  const owners = checkStructure(file)
  checkLinks(file)
  await checkContent(file, owners)
  await loading.destroy()
  return [...faults]
}

interface File {
  doc: PDFDocument
  reader: PDFDocumentProxy
  check: (isRight: boolean, fault: string) => void
}

/** The value at a path of keys, without references. */
function at(object: PDFObject | undefined, ...path: string[]): unknown {
  let value: PDFObject | undefined = object
  for (const key of path) {
    if (value instanceof PDFRawStream) value = value.dict
    if (!(value instanceof PDFDict)) return undefined
    value = value.lookup(PDFName.of(key))
  }
  return plain(value)
}

function plain(value: PDFObject | undefined): unknown {
  if (value instanceof PDFName) return value.decodeText()
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText()
  if (value instanceof PDFNumber) return value.asNumber()
  if (value instanceof PDFBool) return value.asBoolean()
  return value
}

/** The items of an array, a single value as one item, and nothing as none. */
function listOf(dict: PDFDict, key: string): PDFObject[] {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFArray ? value.asArray() : value ? [dict.get(PDFName.of(key)) ?? value] : []
}

function checkCatalog({ doc, check }: File): void {
  const { catalog } = doc
  check(at(catalog, 'MarkInfo', 'Marked') === true, 'the document is not marked as tagged')
  check(at(catalog, 'Lang') === 'pt-PT', 'the language is not pt-PT')
  check(at(catalog, 'ViewerPreferences', 'DisplayDocTitle') === true, 'the title is not shown')
  check(doc.context.trailerInfo.ID !== undefined, 'the file has no identifier')
  check(doc.context.trailerInfo.Encrypt === undefined, 'the file is encrypted')
  for (const key of ['OpenAction', 'AA', 'AcroForm'])
    check(at(catalog, key) === undefined, `the catalog has ${key}`)
  const [intent] = listOf(catalog, 'OutputIntents').map((each) => doc.context.lookup(each))
  check(at(intent, 'S') === 'GTS_PDFA1', 'no output intent of PDF/A')
  check(at(intent, 'DestOutputProfile', 'N') === 3, 'no colour profile')
}

async function checkMetadata({ doc, reader, check }: File): Promise<void> {
  const { metadata } = await reader.getMetadata()
  const stream = doc.catalog.lookup(PDFName.of('Metadata'))
  const xml = stream instanceof PDFRawStream ? Buffer.from(stream.contents).toString() : ''
  check(at(stream, 'Filter') === undefined, 'the metadata is compressed')
  check(xml.startsWith('<?xpacket begin="\ufeff" '), 'the metadata is no packet')
  check(/<pdfuaid:part>1</.test(xml), 'no claim of PDF/UA-1')
  check(/<pdfaid:part>2<[^]*<pdfaid:conformance>A</.test(xml), 'no claim of PDF/A-2a')
  check(/<pdfaSchema:prefix>pdfuaid</.test(xml), 'the claim of PDF/UA has no schema')
  const said = (key: string) => [metadata?.get(key)].flat().join()
  check(said('dc:title') !== '' && said('dc:title') === doc.getTitle(), 'no title, or two different ones')
  check(
    said('dc:creator') !== '' && said('dc:creator') === doc.getAuthor(),
    'no author, or two different ones',
  )
  check(said('xmp:creatortool') === doc.getCreator(), 'two different creators')
  check(said('pdf:producer') === doc.getProducer(), 'two different producers')
  const created = doc.getCreationDate()?.getTime()
  check(new Date(said('xmp:createdate')).getTime() === created, 'two different dates of creation')
}

function objectsOf({ doc }: File): PDFDict[] {
  return doc.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (object instanceof PDFRawStream) return [object.dict]
    return object instanceof PDFDict ? [object] : []
  })
}

function checkFonts(file: File): void {
  for (const font of objectsOf(file).filter((each) => at(each, 'Type') === 'Font')) {
    const type = at(font, 'Subtype')
    if (type === 'CIDFontType2') {
      file.check(at(font, 'FontDescriptor', 'FontFile2') !== undefined, 'a font is not embedded')
      file.check(at(font, 'CIDToGIDMap') === 'Identity', 'a font has no map of its glyphs')
    } else {
      file.check(type === 'Type0', `a font of type ${String(type)}`)
      file.check(at(font, 'Encoding') === 'Identity-H', 'a font has another encoding')
      file.check(at(font, 'ToUnicode') !== undefined, 'a font has no characters for its glyphs')
    }
  }
}

function checkColours(file: File): void {
  for (const object of objectsOf(file)) {
    if (at(object, 'Subtype') !== 'Image') continue
    const space = object.lookup(PDFName.of('ColorSpace'))
    const name =
      space instanceof PDFArray ? space.asArray().map(plain).slice(0, 2).join() : String(plain(space))
    file.check(/^(DeviceRGB|DeviceGray|Indexed,DeviceRGB)$/.test(name), `an image has the colours ${name}`)
    file.check(at(object, 'Interpolate') !== true, 'an image is interpolated')
  }
}

/** The elements that each may contain; `content` is text and drawing. */
const children: Record<string, readonly string[]> = {
  Document: ['Part', 'Sect', 'H1', 'H2', 'P', 'Table', 'Figure'],
  Part: ['H1', 'H2', 'P', 'Table', 'Figure'],
  Sect: ['H2', 'P', 'TOC', 'Table', 'Figure'],
  TOC: ['TOCI'],
  TOCI: ['Reference'],
  Reference: ['Link'],
  Link: ['content', 'link'],
  H1: ['content'],
  H2: ['content'],
  P: ['content', 'Link'],
  Table: ['THead', 'TBody', 'TFoot', 'TR'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
  TH: ['content'],
  TD: ['content', 'Figure'],
  Figure: ['content'],
}

/** Keys of content: the page's object number and the content's number on it. */
type Owners = ReadonlySet<string>

/** Checks the tree of elements. Returns the content that it has. */
function checkStructure({ doc, check }: File): Owners {
  const { context } = doc
  const root = doc.catalog.lookup(PDFName.of('StructTreeRoot'))
  const owners = new Set<string>()
  if (!(root instanceof PDFDict)) return (check(false, 'no structure'), owners)
  const parents = readParents(root)
  let heading = 0

  function walk(ref: PDFObject, parent: PDFRef | undefined): void {
    const element = context.lookup(ref, PDFDict)
    const type = String(at(element, 'S'))
    const allowed = children[type]
    if (!allowed) return check(false, `the element ${type}`)
    check(element.get(PDFName.of('P')) === parent, `${type} has another parent`)
    checkElement(element, type)
    for (const kid of listOf(element, 'K')) {
      const name = kindOf(kid)
      check(allowed.includes(name), `${name} in ${type}`)
      if (name === 'content') own(kid, element, ref)
      else if (name !== 'link') walk(kid, ref as PDFRef)
    }
  }

  function kindOf(kid: PDFObject): string {
    const value = context.lookup(kid)
    if (value instanceof PDFNumber || at(value, 'Type') === 'MCR') return 'content'
    return at(value, 'Type') === 'OBJR' ? 'link' : String(at(value, 'S'))
  }

  function own(kid: PDFObject, element: PDFDict, ref: PDFObject): void {
    const dict = kid instanceof PDFDict ? kid : element
    const page = dict.get(PDFName.of('Pg'))
    const id = Number(kid instanceof PDFDict ? at(kid, 'MCID') : plain(kid))
    assert.ok(page instanceof PDFRef)
    check(!owners.has(`${page.objectNumber} ${id}`), 'content has two elements')
    owners.add(`${page.objectNumber} ${id}`)
    const entry = parents.get(Number(at(context.lookup(page), 'StructParents')))
    const found = entry && context.lookup(entry)
    check(found instanceof PDFArray && found.get(id) === ref, 'the page names another element for content')
  }

  function checkElement(element: PDFDict, type: string): void {
    const [, level] = /^H(\d)$/.exec(type) ?? []
    if (level) {
      check(Number(level) <= heading + 1, `H${level} after H${heading}`)
      heading = Number(level)
    }
    const has = (key: string) => at(element, 'A', key) !== undefined
    if (type === 'Figure') check(has('BBox'), 'a figure without box')
    if (type === 'Figure' || type === 'Link')
      check(String(at(element, 'Alt') ?? '').trim() !== '', `${type} without alternative text`)
    if (type === 'Link')
      check(
        listOf(element, 'K').some((kid) => kindOf(kid) === 'link'),
        'a link without target',
      )
    if (type === 'TH') check(has('Scope'), 'a header cell without scope')
    if (type === 'Table') checkTable(element)
  }

  function checkTable(table: PDFDict): void {
    const rows = rowsOf(table)
    const widths = rows.map((row) => listOf(row, 'K').reduce((sum, cell) => sum + columnsOf(cell), 0))
    check(new Set(widths).size === 1, 'rows of a table have different numbers of cells')
    check(
      rows.some((row) => listOf(row, 'K').some((cell) => kindOf(cell) === 'TH')),
      'a table without header',
    )
  }

  function rowsOf(group: PDFDict): PDFDict[] {
    return listOf(group, 'K').flatMap((kid) => {
      const element = context.lookup(kid, PDFDict)
      return kindOf(kid) === 'TR' ? [element] : rowsOf(element)
    })
  }

  const columnsOf = (cell: PDFObject) => Number(at(context.lookup(cell), 'A', 'ColSpan') ?? 1)
  const kids = listOf(root, 'K')
  check(kids.length === 1 && kindOf(kids[0] as PDFObject) === 'Document', 'the structure is no document')
  const rootRef = doc.catalog.get(PDFName.of('StructTreeRoot'))
  for (const kid of kids) walk(kid, rootRef as PDFRef)
  return owners
}

/** The element of each link, and the elements of each page's content. */
function readParents(root: PDFDict): Map<number, PDFObject> {
  const numbers = listOf(root.lookup(PDFName.of('ParentTree'), PDFDict), 'Nums')
  const parents = new Map<number, PDFObject>()
  for (let index = 0; index < numbers.length; index += 2)
    parents.set(Number(plain(numbers[index])), numbers[index + 1] as PDFObject)
  return parents
}

function checkLinks({ doc, check }: File): void {
  const root = doc.catalog.lookup(PDFName.of('StructTreeRoot'))
  const parents = root instanceof PDFDict ? readParents(root) : new Map<number, PDFObject>()
  for (const page of doc.getPages()) {
    for (const each of listOf(page.node, 'Annots')) {
      const annotation = doc.context.lookup(each, PDFDict)
      check(at(page.node, 'Tabs') === 'S', 'a page with links has no tab order')
      check(at(annotation, 'Subtype') === 'Link', 'an annotation of another type')
      check(String(at(annotation, 'Contents') ?? '').trim() !== '', 'a link does not say where it leads')
      check(at(annotation, 'F') === 4, 'a link is not printed')
      check(['URI', 'GoTo'].includes(String(at(annotation, 'A', 'S'))), 'a link with another action')
      const parent = parents.get(Number(at(annotation, 'StructParent')))
      check(parent !== undefined && at(doc.context.lookup(parent), 'S') === 'Link', 'a link without element')
    }
  }
}

/** Operators of pdf.js that end paths without painting. */
const unpainted = new Set<number>([OPS.endPath])
const painting = new Set<number>([
  OPS.showText,
  OPS.constructPath,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintFormXObjectBegin,
  OPS.shadingFill,
])

/** Checks that all content has an element or is an artifact, and that each character is known. */
async function checkContent({ doc, reader, check }: File, owners: Owners): Promise<void> {
  const unseen = new Set(owners)
  for (const [index, { ref }] of doc.getPages().entries()) {
    const { fnArray, argsArray } = await (await reader.getPage(index + 1)).getOperatorList()
    /** The tags around the operator: `undefined` is an artifact. */
    const open: (string | undefined)[] = []
    for (const [place, operator] of fnArray.entries()) {
      const args = argsArray[place] as unknown[]
      if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) {
        const [tag, id] = args
        check(open.length === 0, 'content with two tags')
        const key = tag === 'Artifact' ? undefined : `${ref.objectNumber} ${String(id)}`
        if (key) check(owners.has(key), 'content of no element')
        if (key) unseen.delete(key)
        open.push(key)
      } else if (operator === OPS.endMarkedContent) open.pop()
      else if (painting.has(operator) && !unpainted.has(Number(args?.[0]))) {
        check(open.length === 1, 'content without tag')
        if (operator === OPS.showText) checkGlyphs(args[0] as Glyph[])
      }
    }
    check(open.length === 0, 'a tag is not closed')
  }
  check(unseen.size === 0, 'an element has content that no page has')

  function checkGlyphs(glyphs: (Glyph | number)[]): void {
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') continue
      check(/^[^\0\uFEFF\uFFFE\p{Co}]+$/u.test(glyph.unicode), 'a glyph that is no character')
    }
  }
}

interface Glyph {
  unicode: string
}
