#!/bin/sh
# ibantools 4.5.4 (npm) says that five countries of SEPA are not in it: Albania, Moldova, Montenegro and North Macedonia, whose banks take part
# since October 2025, and Serbia, whose banks do since May 2026.
#
# Their IBANs are valid for it, so only who asks isSEPACountry, as for a direct debit or a payee, refuses members with an account there.
#
# Agremia adds the five to the library's answer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . ibantools@4.5.4 >/dev/null

# Examples of the registry of IBANs.
cat > countries.cjs <<'JS'
const { isSEPACountry, isValidIBAN } = require('ibantools')
const examples = [
  'AL47212110090000000235698741',
  'MD24AG000225100013104168',
  'ME25505000012345678951',
  'MK07250120000058984',
  'RS35260005601001611379',
  'PT50000201231234567890154',
]
for (const iban of examples) {
  const country = iban.slice(0, 2)
  console.log(`${country} valid: ${isValidIBAN(iban)}, SEPA: ${isSEPACountry(country)}`)
}
JS
node countries.cjs > seen
cat > expected <<'TEXT'
AL valid: true, SEPA: false
MD valid: true, SEPA: false
ME valid: true, SEPA: false
MK valid: true, SEPA: false
RS valid: true, SEPA: false
PT valid: true, SEPA: true
TEXT
cat seen
diff expected seen
