import { readFile, writeFile } from 'node:fs/promises'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import type { WorkBook } from '@e965/xlsx'
import { read, set_cptable, utils, write } from '@e965/xlsx'

export interface ConvertedXls {
  /** LibreOffice counts days before March 1900 otherwise than Excel does. */
  isOfLibreOffice: boolean
}

/** The values of a workbook of the old Excel (BIFF), with their formats, as XLSX. Formulas, comments and pictures are left out. */
export async function convertXls({
  path,
  target,
}: {
  path: string
  target: string
}): Promise<ConvertedXls | { problem: 'encrypted' | 'unreadable' }> {
  set_cptable(codePages)
  try {
    const workbook = read(await readFile(path), {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellFormula: false,
    })
    if (workbook.SheetNames.length === 0) return { problem: 'unreadable' }
    const written = utils.book_new()
    if (workbook.Workbook?.WBProps) written.Workbook = { WBProps: workbook.Workbook.WBProps }
    for (const name of workbook.SheetNames) {
      const sheet = workbook.Sheets[name]
      if (!sheet) continue
      const rows = (sheet['!data'] ??= [])
      // `write` needs every row of the range.
      const { e: end } = utils.decode_range(sheet['!ref'] ?? 'A1')
      for (let row = 0; row <= end.r; row++) rows[row] ??= []
      utils.book_append_sheet(written, sheet, name)
    }
    await writeFile(
      target,
      write(written, { type: 'buffer', bookType: 'xlsx', compression: false }) as Buffer,
    )
    return { isOfLibreOffice: isOfLibreOffice(workbook) }
  } catch (error) {
    return { problem: /password/i.test(String(error)) ? 'encrypted' : 'unreadable' }
  }
}

/** UTF-8 as a code page of properties. */
const utf8 = -535

/** LibreOffice does not write its name, and is the one with properties in UTF-8. */
function isOfLibreOffice({ Props }: WorkBook): boolean {
  const { Application = '', CodePage } = (Props ?? {}) as { Application?: string; CodePage?: number }
  return Application === '' && CodePage === utf8
}
