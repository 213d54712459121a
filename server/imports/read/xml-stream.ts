import type { Readable } from 'node:stream'
import { rare } from '../../rare.ts'

/** What a reader is told, with names without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML while it arrives, in constant memory, and calls the reader. Yields after each part of the stream, so that the caller can take
 * what the reader has collected. Entities that a document declares are not expanded.
 */
export async function* readXmlStream(stream: Readable, reader: XmlReader): AsyncGenerator<void> {
  const parser = new (rare.htmlparser2().Parser)(
    {
      onopentag: (name, attributes) => reader.open?.(localName(name), attributes),
      ontext: (text) => reader.text?.(text),
      onclosetag: (name) => reader.close?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder('utf-8')
  for await (const part of stream) {
    parser.write(decoder.decode(part as Buffer, { stream: true }))
    yield
  }
  parser.end(decoder.decode())
  yield
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** An attribute by its name without prefix. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const key = Object.keys(attributes).find((one) => localName(one) === name)
  return key === undefined ? undefined : attributes[key]
}
