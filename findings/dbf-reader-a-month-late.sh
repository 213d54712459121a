#!/bin/sh
# dbf-reader 1.0.3 (npm) reads each date of a dBase file a month late.
#
# It gives the month of the file, which begins with 01, to a Date, whose months begin with 0: 2 April 1978 is read as 2 May, 31 January as
# 3 March, and 25 December as 25 January of the next year. All are days that exist, so nothing looks wrong. dbffile 1.13.0 reads the days of
# the file.
#
# Agremia reads no DBF, and makes no Date of a day in an imported file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . dbf-reader@1.0.3 dbffile@1.13.0 >/dev/null

cat > read.cjs <<'JS'
const { readFileSync, writeFileSync } = require('node:fs')
const { Dbf } = require('dbf-reader')
const { DBFFile } = require('dbffile')

const days = ['19780402', '19310131', '20001225']
const dayOf = ({ NASC }) => NASC.toISOString().slice(0, 10)
const run = async () => {
  const file = await DBFFile.create('a.dbf', [{ name: 'NASC', type: 'D', size: 8 }])
  await file.appendRecords(
    days.map((day) => ({ NASC: new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) })),
  )
  console.log(`in the file: ${readFileSync('a.dbf', 'latin1').match(/\d{8}/g).join(' ')}`)
  console.log(`dbf-reader: ${Dbf.read(readFileSync('a.dbf')).rows.map(dayOf).join(' ')}`)
  console.log(`dbffile: ${(await (await DBFFile.open('a.dbf')).readRecords()).map(dayOf).join(' ')}`)
}
run()
JS
TZ=UTC node read.cjs > seen
cat > expected <<'TEXT'
in the file: 19780402 19310131 20001225
dbf-reader: 1978-05-02 1931-03-03 2001-01-25
dbffile: 1978-04-02 1931-01-31 2000-12-25
TEXT
cat seen
diff expected seen
