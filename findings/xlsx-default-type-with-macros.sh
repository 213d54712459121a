#!/bin/sh
# SheetJS 0.20.3 (npm: @e965/xlsx) names a content type with macros in every XLSX that it writes, also in one without macros.
#
# `[Content_Types].xml` says that parts whose name ends in `bin` are `…sheet.binary.macroEnabled.main`, though the file has no such part. A program that
# looks for `macroEnabled` to refuse workbooks with macros refuses what many web applications export. The type of the workbook itself, in the element
# `Override`, is the one without macros; exceljs 4.4.0 writes no such default.
#
# Agremia refuses a workbook for the type of a part that is there, or for the part with the programs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @e965/xlsx@0.20.3 exceljs@4.4.0 yauzl@3.4.0 >/dev/null

cat > write.cjs <<'JS'
const { writeFileSync } = require('node:fs')
const yauzl = require('yauzl')
const sheetjs = require('@e965/xlsx')
const { Workbook } = require('exceljs')

const typesOf = (path) =>
  new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const names = []
      let types = ''
      zip.on('entry', (entry) => {
        names.push(entry.fileName)
        if (entry.fileName !== '[Content_Types].xml') return zip.readEntry()
        zip.openReadStream(entry, (_, stream) => {
          stream.on('data', (part) => (types += part))
          stream.on('end', () => zip.readEntry())
        })
      })
      zip.on('end', () => resolve({ names, types }))
      zip.readEntry()
    }),
  )
const report = async (program, path) => {
  const { names, types } = await typesOf(path)
  const has = (element) => new RegExp(`<${element}\\b[^>]*macroEnabled`).test(types)
  const parts = names.filter((name) => name.endsWith('.bin')).length
  console.log(`${program}: default with macros ${has('Default')}, part with macros ${has('Override')}, parts .bin ${parts}`)
}
const run = async () => {
  const book = sheetjs.utils.book_new()
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet([['Nome'], ['Ana']]), 'Folha1')
  writeFileSync('sheetjs.xlsx', sheetjs.write(book, { type: 'buffer', bookType: 'xlsx' }))
  const other = new Workbook()
  other.addWorksheet('Folha1').addRows([['Nome'], ['Ana']])
  await other.xlsx.writeFile('exceljs.xlsx')
  await report('SheetJS', 'sheetjs.xlsx')
  await report('exceljs', 'exceljs.xlsx')
}
run()
JS
node write.cjs > seen
cat > expected <<'TEXT'
SheetJS: default with macros true, part with macros false, parts .bin 0
exceljs: default with macros false, part with macros false, parts .bin 0
TEXT
cat seen
diff expected seen
