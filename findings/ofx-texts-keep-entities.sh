#!/bin/sh
# ofx-data-extractor 1.5.0 (npm) gives names and descriptions as they are escaped in the file; ofx-js 1.1.1 decodes them.
#
# OFX 1 escapes `&`, `<` and `>` in texts as SGML does. «SILVA &amp; FILHOS» stays so in one reader and is
# «SILVA & FILHOS» in the other: payers learnt from one do not match those of the other, and a screen that escapes once more shows «&amp;amp;».
#
# Agremia decodes each reference once.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . ofx-data-extractor@1.5.0 ofx-js@1.1.1 >/dev/null

cat > statement.ofx <<'OFX'
OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0
<SEVERITY>INFO
</STATUS><DTSERVER>20260131
<LANGUAGE>POR
</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1
<STATUS><CODE>0
<SEVERITY>INFO
</STATUS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>0002
<ACCTID>PT50000201231234567890154
<ACCTTYPE>CHECKING
</BANKACCTFROM><BANKTRANLIST><DTSTART>20260101
<DTEND>20260131
<STMTTRN><TRNTYPE>CREDIT
<DTPOSTED>20260115
<TRNAMT>12.50
<FITID>1
<NAME>SILVA &amp; FILHOS
</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT
<DTPOSTED>20260116
<TRNAMT>5.00
<FITID>2
<NAME>ANA
</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>17.50
<DTASOF>20260131
</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
OFX
cat > read.cjs <<'JS'
const text = require('node:fs').readFileSync('statement.ofx', 'latin1')
const { Ofx } = require('ofx-data-extractor')
const { parse } = require('ofx-js')
const [extracted] = new Ofx(text).getBankTransferList()
parse(text).then(({ OFX }) => {
  const [parsed] = OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN
  console.log(`ofx-data-extractor: ${extracted.NAME}\nofx-js: ${parsed.NAME}`)
})
JS
node read.cjs > seen
cat > expected <<'TEXT'
ofx-data-extractor: SILVA &amp; FILHOS
ofx-js: SILVA & FILHOS
TEXT
cat seen
diff expected seen
