#!/bin/sh
# mt940-js 1.0.0 (npm) reads a credit that the bank takes back (`RC`, reversal of credit) as a credit, and a debit given back (`RD`) as a debit.
#
# Both amounts are positive and no field says that the line is a reversal, so the lines of a statement no longer lead from its opening to its
# closing balance: a transfer of 24,00 received and returned counts as 48,00 received. mt940js 1.3.5, a library of almost the same name, gives
# them the right sign and marks them.
#
# Agremia reads statements as CSV, OFX and camt, and compares the account's balance with that of the bank.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . mt940-js@1.0.0 mt940js@1.3.5 tslib@2.8.1 >/dev/null

cat > statement.sta <<'TEXT'
:20:EXTRATO
:25:PT50000201231234567890154
:28C:1/1
:60F:C260930EUR1000,00
:61:2610011001C24,00NTRFNONREF
:86:TRF RECEBIDA
:61:2610021002RC24,00NRTINONREF
:86:TRF DEVOLVIDA
:61:2610051005RD5,50NCHGNONREF
:86:COMISSAO DEVOLVIDA
:62F:C261005EUR1005,50
-
TEXT
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs')
const file = readFileSync('statement.sta')
const signed = ({ isCredit, amount }) => (isCredit ? amount : -amount)
require('mt940-js').read(file).then(([statement]) => {
  const amounts = statement.transactions.map(signed)
  const end = amounts.reduce((sum, amount) => sum + amount, statement.openingBalance.value)
  console.log(`mt940-js: ${amounts.join(' ')}, ends at ${end} instead of ${statement.closingBalance.value}`)
  const { Parser } = require('mt940js')
  const [other] = new Parser().parse(String(file))
  console.log(`mt940js: ${other.transactions.map(({ amount }) => amount).join(' ')}`)
})
JS
node read.cjs > seen
cat > expected <<'TEXT'
mt940-js: 24 24 -5.5, ends at 1042.5 instead of 1005.5
mt940js: 24 -24 5.5
TEXT
cat seen
diff expected seen
