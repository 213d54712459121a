import { open } from 'node:fs/promises'
import { refusals } from './table.ts'

/** What a file is by its first bytes, whatever its name. */
export type FileKind = 'zip' | 'text' | 'xls'

/** Bytes at the beginning and at the end that are searched. */
const searched = 1024 * 1024

/** Throws 422, with what to do instead, unless the file is a ZIP, a text or an XLS workbook (BIFF). */
export async function detectKind(path: string): Promise<FileKind> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(searched), 0, searched, 0)
    const head = buffer.subarray(0, bytesRead)
    if (isOf(head, 'PK\u0003\u0004') || isOf(head, 'PK\u0005\u0006')) return 'zip'
    if (isOf(head, '\u00d0\u00cf\u0011\u00e0')) {
      const tail = Buffer.alloc(Math.min(size, searched))
      await file.read(tail, 0, tail.length, size - tail.length)
      const has = (name: string) => [head, tail].some((part) => part.includes(Buffer.from(name, 'utf16le')))
      if (has('EncryptedPackage')) throw refusals.encrypted()
      if (has('_VBA_PROJECT')) throw refusals.macros()
      if (has('Workbook\0') || has('Book\0')) return 'xls'
      throw refusals.unknown()
    }
    if (head.subarray(0, 1024).includes('%PDF-')) throw refusals.pdf()
    if (isDbase(head)) throw refusals.dbase()
    if (isBinary(head)) throw refusals.unknown()
    if (/^\ufeff?\s*<(!doctype|html|\?xml|table|meta)/i.test(head.subarray(0, 1024).toString('utf8')))
      throw refusals.page()
    return 'text'
  } finally {
    await file.close()
  }
}

function isOf(head: Buffer, signature: string): boolean {
  return head.subarray(0, signature.length).toString('latin1') === signature
}

/** Versions of dBase, Clipper and FoxPro, with and without long texts in another file. */
const dbaseVersions = new Set([0x02, 0x03, 0x04, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0xcb, 0xf5, 0xfb])

/** A table of dBase: descriptions of its fields, of 32 bytes each, end with a carriage return within the length that the header says. */
function isDbase(head: Buffer): boolean {
  if (head.length < 65 || !dbaseVersions.has(head.readUInt8(0))) return false
  const length = Math.min(head.readUInt16LE(8), head.length)
  for (let at = 64; at < length; at += 32) if (head[at] === 0x0d) return true
  return false
}

/** Control characters that no text has. UTF-16 has zeros, in every second byte. */
function isBinary(head: Buffer): boolean {
  if (utf16Of(head)) return false
  const sample = head.subarray(0, 64 * 1024)
  return sample.some((byte) => byte < 9 || (byte > 13 && byte < 27))
}

/** The encoding of a text in UTF-16, with or without byte order mark. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const sample = head.subarray(0, 4096)
  const zeros = [0, 0]
  for (let index = 0; index < sample.length; index++) if (sample[index] === 0) zeros[index % 2]! += 1
  const half = sample.length / 2
  if (half > 2 && zeros[1]! > 0.7 * half && zeros[0]! < 0.1 * half) return 'utf-16le'
  if (half > 2 && zeros[0]! > 0.7 * half && zeros[1]! < 0.1 * half) return 'utf-16be'
  return undefined
}
