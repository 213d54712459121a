import { crc32, inflateRawSync } from 'node:zlib'

/** Texts of a ZIP archive by path, read through its directory. Throws when it is damaged. */
export function readZip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0) throw new Error('no ZIP archive, or cut short')
  const texts: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    const content = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`)
    texts[name] = content.toString('utf8')
    at += 46 + nameLength + extraLength + commentLength
  }
  return texts
}
