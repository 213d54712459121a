#!/bin/sh
# to-words 5.7.0 and n2words 4.0.0 (npm) write amounts from a thousand on with errors in the Portuguese of Portugal; smaller ones are right.
#
# to-words leaves out the «e» of «mil e um» and has a plural of one million, «um milhões um euros». Both say «um milhão euros» for «um milhão de
# euros», and n2words «um mil milhões» for «mil milhões». Such words are on receipts and minutes, where they count more than the digits.
#
# Agremia writes the words itself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . to-words@5.7.0 n2words@4.0.0 >/dev/null

cat > write.mjs <<'JS'
import { ToWords } from 'to-words'
import { toCurrency } from 'n2words/pt-PT'

const words = new ToWords({ localeCode: 'pt-PT' })
for (const amount of [116, 1001, 1_000_000, 1_000_001, 1_000_000_000])
  console.log(`${amount}: «${words.convert(amount, { currency: true })}», «${toCurrency(amount, { currency: 'EUR' })}»`)
JS
node write.mjs > seen
cat > expected <<'TEXT'
116: «Cento E Dezasseis Euros», «cento e dezasseis euros»
1001: «Mil Um Euros», «mil e um euros»
1000000: «Um Milhão Euros», «um milhão euros»
1000001: «Um Milhões Um Euros», «um milhão e um euros»
1000000000: «Mil Milhões Euros», «um mil milhões euros»
TEXT
cat seen
diff expected seen
