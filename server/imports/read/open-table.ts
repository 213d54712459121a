import { rm } from 'node:fs/promises'
import type { Decoder } from '../../files/decoder.ts'
import { detectKind } from './detect.ts'
import { openOds } from './read-ods.ts'
import { openText } from './read-text.ts'
import { openXlsx } from './read-xlsx.ts'
import type { OpenZip } from './read-zip.ts'
import { openZip } from './read-zip.ts'
import type { OpenTable, TableOptions } from './table.ts'
import { refusals } from './table.ts'

/**
 * Opens a file as a table, by its content and not by its name. `scratch` is the path of files that closing deletes. Throws 413 or 422 with
 * what to do instead: macros, passwords, other formats, ZIP bombs.
 */
export async function openTable(
  decoder: Pick<Decoder, 'run'>,
  path: string,
  scratch: string,
  options: TableOptions,
): Promise<OpenTable> {
  const kind = await detectKind(path)
  if (kind === 'text') return openText(path, options)
  if (kind === 'zip') return openPacked(path, scratch, options)
  const target = `${scratch}.xlsx`
  try {
    const outcome = await decoder.run({ kind: 'xls', path, target })
    if ('problem' in outcome) throw refusalOf[outcome.problem]()
    const table = await openPacked(target, scratch, { ...options, ...outcome })
    return { ...table, close: () => table.close().finally(() => rm(target, { force: true })) }
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

const refusalOf = {
  lost: refusals.largeXls,
  encrypted: refusals.encrypted,
  unreadable: refusals.damaged,
} as const

async function openPacked(
  path: string,
  scratch: string,
  options: TableOptions & { isOfLibreOffice?: boolean },
): Promise<OpenTable> {
  const zip = await openZip(path)
  try {
    const { main } = await identify(zip)
    return main === undefined
      ? await openOds(zip, options)
      : await openXlsx(zip, main, { ...options, scratch })
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Throws like `openTable` when the file has no table, without reading its content. */
export async function rejectOthers(path: string): Promise<void> {
  if ((await detectKind(path)) !== 'zip') return
  const zip = await openZip(path)
  try {
    await identify(zip)
  } finally {
    zip.close()
  }
}

/** The workbook of an XLSX file; none of an ODS file. */
async function identify(zip: OpenZip): Promise<{ main?: string }> {
  const has = (pattern: RegExp) => [...zip.entries.keys()].some((name) => pattern.test(name))
  if (has(/(^|\/)vbaProject\.bin$/i) || has(/^(Basic|Scripts)\/./)) throw refusals.macros()
  if (has(/^xl\/workbook\.bin$/i)) throw refusals.binary()
  if (zip.entries.has('[Content_Types].xml')) {
    const types = (await zip.text('[Content_Types].xml')) ?? ''
    // Programs that write with SheetJS name a type with macros as the default of parts that they do not have.
    if (/<Override\b[^>]*macroEnabled/i.test(types)) throw refusals.macros()
    const override = /<Override\b[^>]*spreadsheetml\.(?:sheet|template)\.main\+xml[^>]*>/i.exec(types)?.[0]
    const main = /PartName="\/([^"]+)"/i.exec(override ?? '')?.[1] ?? 'xl/workbook.xml'
    if (!zip.entries.has(main)) throw refusals.unknown()
    return { main }
  }
  const mediaType = (await zip.text('mimetype')) ?? ''
  if (
    !mediaType.startsWith('application/vnd.oasis.opendocument.spreadsheet') ||
    !zip.entries.has('content.xml')
  )
    throw refusals.unknown()
  return {}
}
