#!/bin/sh
# mt940js 1.3.5 and mt940-js 1.0.0 (npm) date a line a year too early when its value date is in December and it was entered in January.
#
# In MT940 the value date has a year and the entry date only month and day (`2512310102`: value 31 December 2025, entered 2 January). Both
# libraries take the year of the value date, so a charge of the end of the year is entered on 2 January 2025, before the statement begins.
#
# Agremia reads statements as CSV, OFX and camt, whose dates have their years.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . mt940-js@1.0.0 mt940js@1.3.5 tslib@2.8.1 >/dev/null

cat > statement.sta <<'TEXT'
:20:EXTRATO
:25:PT50000201231234567890154
:28C:1/1
:60F:C260101EUR1000,00
:61:2512310102D3,00NCHGNONREF
:86:COMISSAO DE DEZEMBRO
:62F:C260102EUR997,00
-
TEXT
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs')
const file = readFileSync('statement.sta')
const { Parser } = require('mt940js')
const [line] = new Parser().parse(String(file))[0].transactions
console.log(`mt940js: value ${line.date.toISOString().slice(0, 10)}, entered ${line.entryDate.toISOString().slice(0, 10)}`)
require('mt940-js').read(file).then(([{ transactions }]) => {
  const [{ valueDate, entryDate }] = transactions
  console.log(`mt940-js: value ${valueDate}, entered ${entryDate}`)
})
JS
node read.cjs > seen
cat > expected <<'TEXT'
mt940js: value 2025-12-31, entered 2025-01-02
mt940-js: value 2025-12-31, entered 2025-01-02
TEXT
cat seen
diff expected seen
