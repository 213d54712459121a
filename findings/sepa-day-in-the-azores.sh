#!/bin/sh
# sepa 3.0.0 (npm) writes a day given as its documentation does, `new Date("2026-02-10")`, as the day before where the clock is behind UTC.
#
# Such a date is midnight in UTC, and the library reads it in local time. In the Azores, in winter, a direct debit for 10 February is written for
# the 9th, and a mandate signed on 1 February says 31 January; in July, on the same machine, both are right, as they are in Lisbon all year.
# Nothing warns: sums and schema agree, and the bank refuses the file for its short notice, or debits a day early.
#
# Agremia keeps days as text and never makes a Date of them for the file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . sepa@3.0.0 >/dev/null

cat > debit.cjs <<'JS'
const SEPA = require('sepa')
const written = (month) => {
  const file = new SEPA.Document('pain.008.001.08')
  Object.assign(file.grpHdr, { id: 'A1', created: new Date(), initiatorName: 'Clube' })
  const payments = file.createPaymentInfo()
  Object.assign(payments, {
    collectionDate: new Date(`2026-${month}-10`),
    creditorIBAN: 'PT50000201231234567890154',
    creditorBIC: 'CGDIPTPL',
    creditorName: 'Clube',
    creditorId: SEPA.checksumCreditorID('PT00ZZZ123456'),
  })
  file.addPaymentInfo(payments)
  const debit = payments.createTransaction()
  Object.assign(debit, {
    debtorName: 'Ana',
    debtorIBAN: 'PT50000201231234567890154',
    debtorBIC: 'CGDIPTPL',
    mandateId: 'M1',
    mandateSignatureDate: new Date(`2026-${month}-01`),
    amount: 5,
    remittanceInfo: 'Quota',
    end2endId: 'Q1',
  })
  payments.addTransaction(debit)
  const xml = file.toString()
  return ['ReqdColltnDt', 'DtOfSgntr'].map((name) => new RegExp(`<${name}>([^<]*)`).exec(xml)[1]).join(' ')
}
console.log(`February: ${written('02')}\nJuly: ${written('07')}`)
JS
for zone in Europe/Lisbon Atlantic/Azores; do
  echo "$zone"
  TZ=$zone node debit.cjs
done > seen
cat > expected <<'TEXT'
Europe/Lisbon
February: 2026-02-10 2026-02-01
July: 2026-07-10 2026-07-01
Atlantic/Azores
February: 2026-02-09 2026-01-31
July: 2026-07-10 2026-07-01
TEXT
cat seen
diff expected seen
