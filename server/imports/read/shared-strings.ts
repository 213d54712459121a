import { closeSync, openSync, readSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { cellText } from './table.ts'
import { readXmlStream } from './xml-stream.ts'

/** The texts that the cells of a workbook share, on disk: a large workbook has hundreds of megabytes of them. */
export interface SharedStrings {
  at(index: number): string
  close(): Promise<void>
}

const blockSize = 64 * 1024
const maxBlocks = 64

/** Copies the texts to a file at `path`, which `close` deletes. */
export async function readSharedStrings(stream: Readable | undefined, path: string): Promise<SharedStrings> {
  let offsets = new Float64Array(1024)
  let count = 0
  let length = 0
  if (stream) {
    const file = await open(path, 'wx', 0o600)
    try {
      let waiting: Buffer[] = []
      for await (const texts of textsOf(stream)) {
        for (const text of texts) {
          const bytes = Buffer.from(text)
          if (count + 1 >= offsets.length) {
            const larger = new Float64Array(offsets.length * 2)
            larger.set(offsets)
            offsets = larger
          }
          length += bytes.length
          offsets[++count] = length
          waiting.push(bytes)
        }
        if (waiting.length > 0) await file.writeFile(Buffer.concat(waiting))
        waiting = []
      }
    } finally {
      await file.close()
    }
  }
  const descriptor = count > 0 ? openSync(path, 'r') : undefined
  const blocks = new Map<number, Buffer>()
  const blockAt = (number: number): Buffer => {
    const known = blocks.get(number)
    if (known) return known
    const block = Buffer.alloc(Math.min(blockSize, length - number * blockSize))
    readSync(descriptor!, block, 0, block.length, number * blockSize)
    if (blocks.size >= maxBlocks) blocks.delete(blocks.keys().next().value!)
    blocks.set(number, block)
    return block
  }
  return {
    at(index) {
      if (!Number.isInteger(index) || index < 0 || index >= count) return ''
      const [from, to] = [offsets[index]!, offsets[index + 1]!]
      const first = Math.floor(from / blockSize)
      const last = Math.floor(Math.max(from, to - 1) / blockSize)
      if (to === from) return ''
      const parts: Buffer[] = []
      for (let number = first; number <= last; number++) {
        const start = number * blockSize
        parts.push(blockAt(number).subarray(Math.max(0, from - start), Math.max(0, to - start)))
      }
      return Buffer.concat(parts).toString('utf8')
    },
    async close() {
      if (descriptor !== undefined) closeSync(descriptor)
      await rm(path, { force: true })
    },
  }
}

/** The texts of `si` elements, without the readings (`rPh`) of Asian words. */
async function* textsOf(stream: Readable): AsyncGenerator<string[]> {
  let texts: string[] = []
  let current: string | undefined
  let isText = false
  let readings = 0
  const reader = {
    open(name: string) {
      if (name === 'si') current = ''
      else if (name === 'rPh') readings++
      else if (name === 't') isText = readings === 0
    },
    text(text: string) {
      if (isText && current !== undefined) current += text
    },
    close(name: string) {
      if (name === 't') isText = false
      else if (name === 'rPh') readings--
      else if (name === 'si') {
        texts.push(cellText(unescapeXlsx(current ?? '')))
        current = undefined
      }
    },
  }
  for await (const _ of readXmlStream(stream, reader)) {
    if (texts.length > 0) yield texts
    texts = []
  }
}

/** `_x0041_` is how Excel writes characters that XML cannot have (ECMA-376, part 1, section 22.9.2.19). */
export function unescapeXlsx(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
}
