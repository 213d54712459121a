import type { Reference } from './compact-document.ts'
import { CompactDocument } from './compact-document.ts'

/** Structure elements that contain others (ISO 32000-1, 14.8.4). */
export type Group =
  | 'Document'
  | 'Part'
  | 'Sect'
  | 'P'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TD'
  | 'TOC'
  | 'TOCI'
  | 'Reference'

/** Structure elements with content. */
export type Leaf = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure' | 'Link'

export interface TagOptions {
  /** What a figure shows or where a link leads, for people who do not see it. Required for `Figure` and `Link`. */
  alt?: string
  /** Edges of a figure, in points from the top left. */
  box?: [left: number, top: number, right: number, bottom: number]
  /** The cells that a `TH` is the header of. */
  scope?: 'Column' | 'Row'
  /** Number of columns of a cell. */
  columns?: number
}

/** Parts of pdfkit that its types omit. */
interface Element extends PDFKit.PDFStructureElement {
  dictionary: Reference & { data: Record<string, unknown> }
}
interface Inside {
  info: Record<string, unknown>
  page: { markings: unknown[] }
  _pageBuffer: { dictionary: { data: { StructParents?: number } } }[]
  _currentStructureElement: Element | null
  getStructParentTree(): { get(key: number): unknown; _items: Record<number, unknown> }
  ref(data: unknown): Reference
  struct(type: string, options: object): Element
}

/** Operators that paint (ISO 32000-1, annex A). */
const paints = /(?:^|\s)(?:S|s|f|F|f\*|B|B\*|b|b\*|Tj|TJ|Do|sh)$/

/**
 * A document whose content is all tagged, as PDF/UA-1 (ISO 14289-1) requires; it is also PDF/A-2a (ISO 19005-2). Content is drawn
 * inside `tag` or `decoration`, anything else throws. Memory holds a few words for each page and each open or top-level element: what is
 * finished is written.
 */
export class TaggedDocument extends CompactDocument {
  readonly #open: Element[] = []

  constructor(options: PDFKit.PDFDocumentOptions) {
    super({ ...options, bufferPages: true, tagged: true, pdfVersion: '1.7', subset: 'PDF/A-2a' })
  }

  /** Draws an element that contains others. */
  group(type: Group, draw: () => void): void {
    this.openGroup(type)
    draw()
    this.closeGroup()
  }

  /** Opens an element: what is drawn until `closeGroup` is inside. */
  openGroup(type: Group): void {
    this.#open.push(this.#append(type, {}))
  }

  closeGroup(): void {
    this.#open.pop()?.end()
  }

  /** Opens an element that is filled later and keeps its place among those that follow. */
  reserveGroup(type: Group): (draw: () => void) => void {
    const element = this.#append(type, {})
    return (draw) => {
      this.#open.push(element)
      draw()
      this.closeGroup()
    }
  }

  /** Draws the content of an element. Without `draw` the element is empty, such as a cell without text. */
  tag(type: Leaf, draw?: () => void, options: TagOptions = {}): void {
    this.#checkUnmarked()
    if ((type === 'Figure' || type === 'Link') && !options.alt)
      throw new Error(`${type} without alternative text`)
    const element = this.#append(type, options)
    if (draw) element.add(draw)
    element.end()
  }

  /** Draws what says nothing, such as lines, or what is repeated on each page (`Pagination`). Screen readers omit it. */
  decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#checkUnmarked()
    this.markContent('Artifact', { type })
    draw()
    this.endMarkedContent()
  }

  override addContent(content: string): this {
    if (insideOf(this).page.markings.length === 0 && paints.test(content))
      throw new Error('content without tag: draw inside tag() or decoration()')
    return super.addContent(content) as this
  }

  /** Makes links part of their element, with its alternative text. */
  override annotate(x: number, y: number, w: number, h: number, options: object): this {
    const structParent = insideOf(this)._currentStructureElement
    if (structParent?.dictionary.data['S'] !== 'Link')
      throw new Error("link without tag: draw inside tag('Link')")
    const Contents = structParent.dictionary.data['Alt']
    return super.annotate(x, y, w, h, {
      ...options,
      structParent,
      Contents,
    } as PDFKit.Mixins.AnnotationOption)
  }

  /** Writes the pages and which elements have their content; pdfkit would keep the latter until the end. */
  override flushPages(): void {
    const { _pageBuffer: pages } = insideOf(this)
    const tree = insideOf(this).getStructParentTree()
    for (const { dictionary } of pages) {
      const { StructParents: key } = dictionary.data
      if (key === undefined) continue
      const elements = insideOf(this).ref(tree.get(key))
      this.pack(elements)
      elements.end()
      elements.data = undefined
      tree._items[key] = elements
    }
    super.flushPages()
  }

  override end(): void {
    while (this.#open.length > 0) this.closeGroup()
    super.end()
  }

  /** pdfkit writes texts into XML without escaping them. */
  _addInfo(): void {
    const inside = insideOf(this)
    const { info } = inside
    inside.info = Object.fromEntries(
      Object.entries(info).map(([key, value]) => [key, typeof value === 'string' ? escapeXml(value) : value]),
    )
    inherited._addInfo.call(this)
    inside.info = info
  }

  override endMetadata(): void {
    this.appendXML(pdfUaMetadata)
    super.endMetadata()
  }

  #append(type: Group | Leaf, { alt, box, scope, columns }: TagOptions): Element {
    const inside = insideOf(this)
    if (this.#open.length === 0) {
      const root = inside.struct('Document', {})
      this.addStructure(root)
      this.#open.push(root)
    }
    const element = inside.struct(type, { alt, ...(box && { bbox: box, placement: 'Block' }) })
    this.pack(element.dictionary)
    if (scope || columns)
      element.dictionary.data['A'] = {
        O: 'Table',
        ...(scope && { Scope: scope }),
        ...(columns && { ColSpan: columns }),
      }
    this.#open.at(-1)?.add(element)
    return element
  }

  #checkUnmarked(): void {
    if (insideOf(this).page.markings.length > 0) throw new Error('tags with content cannot contain others')
  }
}

function insideOf(doc: TaggedDocument): Inside {
  return doc as unknown as Inside
}

/** pdfkit's methods, which exist when it is loaded. */
const inherited = CompactDocument.prototype as unknown as { _addInfo(): void }

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Says that the document conforms to PDF/UA-1, and describes that property as PDF/A requires (ISO 19005-2, 6.6.2.3). */
const pdfUaMetadata = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
`
