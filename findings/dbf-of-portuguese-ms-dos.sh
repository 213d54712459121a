#!/bin/sh
# SheetJS 0.20.3 (npm: @e965/xlsx) reads a dBase file of Portuguese MS-DOS as an empty sheet.
#
# Byte 29 of a DBF says its code page; 0x24 is 860, that of Portuguese MS-DOS, in which programs of the nineties wrote lists of members. SheetJS
# returns a sheet without cells, not an error: a list of nobody. In page 850 (0x02) it reads the same records, and an empty date as
# 30 November 1899.
#
# Agremia reads no DBF: it says what the file is, and how to choose its characters in LibreOffice before saving it as XLSX.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @e965/xlsx@0.20.3 iconv-lite@0.7.3 >/dev/null

cat > read.cjs <<'JS'
const sheetjs = require('@e965/xlsx')
const iconv = require('iconv-lite')

const fields = [
  { name: 'NOME', type: 'C', size: 20 },
  { name: 'NASC', type: 'D', size: 8 },
]
const records = [
  ['Inês Conceição', '19780402'],
  ['Zé', ''],
]
const dbf = (codePage, language) => {
  const head = Buffer.alloc(32)
  head.set([3, 126, 11, 30, records.length])
  head.writeUInt16LE(32 * (fields.length + 1) + 1, 8)
  head.writeUInt16LE(1 + fields.reduce((sum, { size }) => sum + size, 0), 10)
  head[29] = language
  const described = fields.map(({ name, type, size }) => {
    const field = Buffer.alloc(32)
    field.write(name)
    field.write(type, 11)
    field[16] = size
    return field
  })
  const rows = records.map((values) =>
    Buffer.concat([Buffer.from(' '), ...values.map((value, index) => iconv.encode(value.padEnd(fields[index].size), codePage))]),
  )
  return Buffer.concat([head, ...described, Buffer.from('\r'), ...rows, Buffer.from([26])])
}
for (const [codePage, language] of [['cp860', 0x24], ['cp850', 0x02]]) {
  const { Sheets } = sheetjs.read(dbf(codePage, language), { type: 'buffer' })
  console.log(`${codePage}: ${JSON.stringify(sheetjs.utils.sheet_to_json(Sheets.Sheet1, { header: 1 }))}`)
}
JS
TZ=UTC node read.cjs > seen
cat > expected <<'TEXT'
cp860: []
cp850: [["NOME","NASC"],["Inês Conceição","1978-04-02T00:00:00.000Z"],["Zé","1899-11-30T00:00:00.000Z"]]
TEXT
cat seen
diff expected seen
