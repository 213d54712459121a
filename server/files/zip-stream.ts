import type { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

/** The content of an archive; the types of the library know less of it. */
export function contentOf(zip: ZipFile): Readable {
  return zip.outputStream as Readable
}
