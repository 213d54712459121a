#!/bin/sh
# camt-parser 1.1.0 (npm), made for camt.053.001.08, loses the amounts and the names in the details of that version.
#
# Version .08 has the amount of a detail in `TxDtls/Amt` and a party's name in `Dbtr/Pty/Nm`; the parser looks where older versions had them
# (`AmtDtls/TxAmt`, `Dbtr/Nm`). An entry of 25,00 that the bank made of two transfers is read as two details without amount and without payer:
# empty texts, no error. A program that books details credits nobody, or books the entry as one payment.
#
# Agremia reads both places, and refuses an entry whose details do not add up to it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . camt-parser@1.1.0 >/dev/null

cat > read.cjs <<'JS'
const { parseCamt053 } = require('camt-parser')
const detail = (amount, name) => `<TxDtls><Refs><EndToEndId>Q${amount}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`
const balance = (code, amount) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>`
const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-02-01T00:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-02-01T00:00:00</CreDtTm>
<Acct><Id><IBAN>PT50000201231234567890154</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', '100.00')}${balance('CLBD', '125.00')}
<Ntry><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-15</Dt></BookgDt>
<BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd><NtryDtls>${detail('10.00', 'Ana')}${detail('15.00', 'Rui')}</NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`
parseCamt053(statement).then(({ statements }) => {
  const [entry] = statements[0].transactions
  console.log(`entry: ${entry.amount.value}`)
  for (const { references, amountDetails, relatedParties } of entry.details)
    console.log(`${references.endToEndId}: amount «${amountDetails.transactionAmount.value}», parties ${JSON.stringify(relatedParties)}`)
})
JS
node read.cjs > seen
cat > expected <<'TEXT'
entry: 25.00
Q10.00: amount «», parties {}
Q15.00: amount «», parties {}
TEXT
cat seen
diff expected seen
