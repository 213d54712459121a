import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { rare } from '../../rare.ts'
import { importLimits } from '../../limits.ts'
import { utf16Of } from './detect.ts'
import type { OpenTable, TableOptions } from './table.ts'
import { cellText, refusals, trimmed } from './table.ts'

/** Separators of columns, the usual one of Portuguese files first. */
export const separators = [';', ',', '\t', '|'] as const
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const

/** Opens a text as a table: encoding and separator are those given, else found out. */
export async function openText(path: string, { encoding, separator }: TableOptions): Promise<OpenTable> {
  const usedEncoding = encoding ?? (await findEncoding(path))
  const sample = await readSample(path, usedEncoding)
  const named = /^sep=(.)\r?\n/i.exec(sample)?.[1]
  const [found = ';', ...others] = findSeparators(sample)
  const usedSeparator = separator ?? named ?? found
  const warnings =
    separator === undefined && named === undefined && others.length > 0
      ? [
          `As colunas tanto podem estar separadas por ${separatorNames[found]} como por ${separatorNames[others[0]!]}: leu-se por ${separatorNames[found]}. Se não for assim, mude o separador nas opções.`,
        ]
      : []
  return {
    format: 'text',
    sheets: [],
    encoding: usedEncoding,
    separator: usedSeparator,
    startsIn1904: false,
    rows: () => readRows(path, { encoding: usedEncoding, separator: usedSeparator, skipsFirst: !!named }),
    warnings: () => warnings,
    close: async () => {},
  }
}

/**
 * Reads the whole file once: the first letter that is not ASCII may come late. The byte A4 is the euro in ISO-8859-15 and a sign that nobody types
 * in Windows-1252, whose letters from 80 to 9F the other does not have.
 */
async function findEncoding(path: string): Promise<(typeof encodings)[number]> {
  const utf16 = utf16Of(await readHead(path))
  if (utf16) return utf16
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let [hasEuro, hasOf1252] = [false, false]
  for await (const part of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    if (isUtf8)
      try {
        decoder.decode(part, { stream: true })
      } catch {
        isUtf8 = false
      }
    if (isUtf8) continue
    hasEuro ||= part.includes(0xa4)
    hasOf1252 ||= part.some((byte) => byte >= 0x80 && byte <= 0x9f)
  }
  try {
    if (isUtf8) decoder.decode()
  } catch {
    isUtf8 = false
  }
  if (isUtf8) return 'utf-8'
  return hasEuro && !hasOf1252 ? 'iso-8859-15' : 'windows-1252'
}

const sampleBytes = 256 * 1024

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readSample(path: string, encoding: string): Promise<string> {
  return new TextDecoder(encoding).decode(await readHead(path), { stream: true })
}

const separatorNames: Readonly<Record<string, string>> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra vertical',
}

/** Number, date, address of an email or several cells: no title. A year may be one. */
const isValue = (cell: string) => /^[\s\d.,/€%-]+$|[@;|\t]/.test(cell) && !/^\s*(19|20)\d\d\s*$/.test(cell)

/**
 * The separators with which the rows have as many cells as the titles, the best one first; several only when the titles leave it open. A row that is
 * shorter fits in part, since some programs omit empty cells at the end.
 */
function findSeparators(sample: string): string[] {
  const scored = separators.flatMap((separator) => {
    const { data } = rare.papaparse().parse<string[]>(sample, { delimiter: separator, preview: 200 })
    const rows = data.filter((row) => row.some((cell) => cell !== ''))
    const header = rows.find((row) => row.filter(Boolean).length > 1)
    if (!header) return []
    const others = rows.filter((row) => row !== header)
    const fits = others.map(({ length }) =>
      length === header.length ? 1 : length > 1 && length < header.length ? 0.5 : 0,
    )
    const share = others.length === 0 ? 1 : fits.reduce<number>((sum, one) => sum + one, 0) / others.length
    return [{ separator, share, hasTitles: !header.some(isValue), width: header.length }]
  })
  const [best, ...others] = scored.toSorted(
    (one, other) =>
      Number(other.hasTitles) - Number(one.hasTitles) || other.share - one.share || other.width - one.width,
  )
  if (!best) return []
  const isOpen = (one: typeof best) => one.share === 1 && best.share === 1
  return [best.separator, ...others.filter(isOpen).map(({ separator }) => separator)]
}

interface Reading {
  encoding: string
  separator: string
  /** Whether the first line names the separator. */
  skipsFirst: boolean
}

async function* readRows(
  path: string,
  { encoding, separator, skipsFirst }: Reading,
): ReturnType<OpenTable['rows']> {
  const parser = rare.papaparse().parse(rare.papaparse().NODE_STREAM_INPUT, { delimiter: separator })
  // Text that the parser holds back: a quote that nobody closes would hold the rest of the file.
  let held = 0
  let place = 0
  async function* decoded() {
    const decoder = new TextDecoder(encoding)
    for await (const part of createReadStream(path, { highWaterMark: 1 << 16 })) {
      const text = decoder.decode(part as Buffer, { stream: true })
      held += text.length
      if (held > importLimits.rowLength) throw refusals.quotes(place)
      yield text
    }
    yield decoder.decode()
  }
  const source = Readable.from(decoded())
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      held = 0
      place++
      const cells = skipsFirst && place === 1 ? undefined : trimmed(row.map(cellText))
      if (cells) yield { place, cells }
    }
  } finally {
    source.destroy()
    parser.destroy()
  }
}
