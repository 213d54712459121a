#!/bin/sh
# exceljs 4.4.0 and xlsx-populate 1.21.0 (npm) misread the dates of workbooks that Excel saves as «Strict Open XML Spreadsheet».
#
# There a date is a text, `<c t="d"><v>1978-04-02</v></c>` (ISO/IEC 29500-1, 18.18.11), and no number of days. exceljs takes its year for a number
# of days, so everybody born in 1978 was born on 31 May 1905; xlsx-populate returns NaN. No error tells it. SheetJS 0.20.3 (@e965/xlsx) reads
# the day.
#
# Agremia reads both kinds of dates.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . exceljs@4.4.0 xlsx-populate@1.21.0 @e965/xlsx@0.20.3 yazl@3.3.1 >/dev/null

cat > read.cjs <<'JS'
const { createWriteStream } = require('node:fs')
const { once } = require('node:events')
const { Workbook } = require('exceljs')
const populate = require('xlsx-populate')
const sheetjs = require('@e965/xlsx')
const { ZipFile } = require('yazl')

const main = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
const relations = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>
    <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}" conformance="strict"><sheets><sheet name="Folha1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>
    <cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" s="1" t="d"><v>1978-04-02</v></c></row></sheetData></worksheet>`,
}
const run = async () => {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`), name)
  zip.end()
  await once(zip.outputStream.pipe(createWriteStream('strict.xlsx')), 'close')
  const book = new Workbook()
  await book.xlsx.readFile('strict.xlsx')
  console.log(`exceljs: ${book.worksheets[0].getCell('A1').value.toISOString().slice(0, 10)}`)
  console.log(`xlsx-populate: ${(await populate.fromFileAsync('strict.xlsx')).sheet(0).cell('A1').value()}`)
  console.log(`SheetJS: ${sheetjs.readFile('strict.xlsx', { dateNF: 'yyyy-mm-dd' }).Sheets.Folha1.A1.w}`)
}
run()
JS
TZ=UTC node read.cjs > seen
cat > expected <<'TEXT'
exceljs: 1905-05-31
xlsx-populate: NaN
SheetJS: 1978-04-02
TEXT
cat seen
diff expected seen
