import { baseClass, rare } from '../rare.ts'

/** An object of the file. */
export interface Reference {
  id: number
  data: unknown
  write(bytes: Uint8Array): void
  end(): void
}

/** Parts of pdfkit that its types omit. */
interface Inside {
  _offsets: number[]
  _offset: number
  _ended: boolean
  _root: Reference
  _info: Reference
  _id: Uint8Array
  ref(data: object): Reference
  _write(data: string | Uint8Array): void
}

/** Objects in a stream: a reader decompresses all of them to read one. */
const maxPacked = 200

/**
 * A document that can write its small objects together in compressed streams (ISO 32000-1, 7.5.7), which pdfkit does not: the structure
 * of a long list would be ten times as large as its text.
 */
export class CompactDocument extends baseClass(() => rare.pdfkit()) {
  #pack: { stream: Reference; ids: number[]; bodies: string[] } | undefined
  /** What pdfkit writes while a packed object ends. */
  #captured: string[] | undefined

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options)
    const inside = insideOf(this)
    const write = inside._write.bind(this)
    inside._write = (data) => (this.#captured ? void this.#captured.push(String(data)) : write(data))
  }

  /** Makes an object without stream be written with others when it ends. */
  pack(reference: Reference): void {
    const end = reference.end.bind(reference)
    reference.end = () => {
      const lines: string[] = []
      this.#captured = lines
      end()
      this.#captured = undefined
      // The other lines are `1 0 obj` and `endobj`.
      this.#addToPack(reference.id, lines[1] ?? '')
    }
  }

  #addToPack(id: number, body: string): void {
    this.#pack ??= { stream: insideOf(this).ref({}), ids: [], bodies: [] }
    const { stream, ids, bodies } = this.#pack
    insideOf(this)._offsets[id - 1] = -(stream.id * maxPacked + ids.length)
    ids.push(id)
    bodies.push(body)
    if (ids.length === maxPacked) this.#writePack()
  }

  #writePack(): void {
    if (!this.#pack) return
    const { stream, ids, bodies } = this.#pack
    this.#pack = undefined
    let offset = 0
    const places = ids.map((id, index) => {
      const place = `${id} ${offset}`
      offset += (bodies[index] ?? '').length + 1
      return place
    })
    const index = `${places.join(' ')}\n`
    stream.data = { Type: 'ObjStm', N: ids.length, First: index.length }
    stream.write(Buffer.from(index + bodies.join('\n'), 'latin1'))
    stream.end()
  }

  override endMarkings(): void {
    super.endMarkings()
    this.#writePack()
  }

  /** Writes the places of all objects as a stream (ISO 32000-1, 7.5.8): a table cannot have those of packed ones. */
  _finalize(): void {
    const inside = insideOf(this)
    inside._ended = false
    const start = inside._offset
    const { _root: Root, _info: Info, _id: id } = inside
    const places = inside.ref({ Type: 'XRef', W: [1, 4, 1], Root, Info, ID: [id, id] })
    Object.assign(places.data as object, { Size: places.id + 1 })
    inside._offsets[places.id - 1] = start
    places.write(entriesOf(inside._offsets))
    places.end()
    inside._write(`startxref\n${start}\n%%EOF`)
    this.push(null)
  }
}

function insideOf(doc: CompactDocument): Inside {
  return doc as unknown as Inside
}

const entrySize = 6

/** An entry of type 1 has an offset, one of type 2 the id of a stream and the index in it. */
function entriesOf(offsets: readonly number[]): Buffer {
  const entries = Buffer.alloc((offsets.length + 1) * entrySize)
  for (const [index, offset] of offsets.entries()) {
    const at = (index + 1) * entrySize
    entries[at] = offset < 0 ? 2 : 1
    entries.writeUInt32BE(offset < 0 ? Math.floor(-offset / maxPacked) : offset, at + 1)
    entries[at + 5] = offset < 0 ? -offset % maxPacked : 0
  }
  return entries
}
