import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ImportKind } from '@agremia/resources/definitions/imports.ts'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'
import { contentOf } from '../files/zip-stream.ts'

/** Requests of imports, as a user. */
export async function importTools(app: TestApp, user: TestUser) {
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' })

  async function send(
    content: string | Buffer | Blob,
    { kind = 'members', name = 'lista.csv', key }: { kind?: ImportKind; name?: string; key?: string } = {},
  ) {
    const form = new FormData()
    form.append('kind', kind)
    const part =
      typeof content === 'string' ? content : content instanceof Blob ? content : new Uint8Array(content)
    form.append('file', part instanceof Blob ? part : new Blob([part]), name)
    const headers = { authorization: `Bearer ${user.tokens.access}`, ...(key && { 'idempotency-key': key }) }
    const response = await fetch(`${address}/api/imports`, { method: 'POST', body: form, headers })
    const body = (await response.json()) as {
      data: TestRecord
      errors?: Record<string, string[]>
      message?: string
    }
    return { status: response.status, body }
  }

  /** The import, when its work is done. */
  async function read({ _id }: Pick<TestRecord, '_id'>): Promise<TestRecord> {
    await jobsDone(app, 'imports')
    return succeeded(await user.get(`/imports/${_id}`))
  }

  const rows = async ({ _id }: Pick<TestRecord, '_id'>, filter = ''): Promise<TestRecord[]> =>
    (await user.get(`/imports/${_id}/import_rows?_limit=-1&_sort=place${filter}`)).body.data

  return {
    send,
    read,
    rows,
    /** Sends a file and returns the checked import. */
    async upload(...given: Parameters<typeof send>): Promise<TestRecord> {
      const { status, body } = await send(...given)
      assert.equal(status, 201, JSON.stringify(body))
      return read(body.data)
    },
    async change(imported: TestRecord, options: object): Promise<TestRecord> {
      succeeded(await user.patch(`/imports/${imported._id}`, options))
      return read(imported)
    },
    async start(imported: TestRecord): Promise<TestRecord> {
      succeeded(await user.post(`/imports/${imported._id}/start`, {}))
      return read(imported)
    },
    async undo(imported: TestRecord): Promise<TestRecord> {
      succeeded(await user.post(`/imports/${imported._id}/undo`, {}))
      return read(imported)
    },
    /** Replaces a cell of a row. */
    async correct(row: TestRecord, corrections: object): Promise<TestRecord> {
      return succeeded(await user.patch(`/import_rows/${row._id}`, corrections))
    },
  }
}

/** A ZIP with these texts. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(contentOf(zip))
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const xlsxTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/></Types>`

/** The parts of a workbook as Excel writes it: shared texts, dates by style (1). `sheets` are the XML of `sheetData`. */
export function workbookParts(
  sheets: Readonly<Record<string, string>>,
  { texts = [], startsIn1904 = false }: { texts?: readonly string[]; startsIn1904?: boolean } = {},
): Record<string, string> {
  const names = Object.keys(sheets)
  return {
    '[Content_Types].xml': xlsxTypes,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${startsIn1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((data, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
  }
}

/** An ODS file with a sheet, whose rows and styles are XML. The style of the sheet is `ta1`. */
export function odsOf(rows: string, styles = ''): Promise<Buffer> {
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Sócios" table:style-name="ta1">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  })
}
