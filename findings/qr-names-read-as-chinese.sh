#!/bin/sh
# zbarimg 0.23.92 (Debian 12: zbar-tools) reads Portuguese names in QR codes as Chinese or Japanese.
#
# Programs write such names in UTF-8, mostly without saying so, and its library guesses: `ç` and `ã` are also valid Big5, `Ó` is valid Shift-JIS.
# «Conceição» becomes «Concei癟瓊o» and «Óbidos» «ﾃ澱idos», with exit code 0; jsQR 1.4.0 reads both as they are. A code that says its character
# set (ECI 26) is read right, and so is one in ASCII.
#
# Agremia writes addresses in ASCII alone into its QR codes: names in them are escaped.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . bwip-js@4.11.4 jsqr@1.4.0 pngjs@7.0.0 >/dev/null
# Into this folder alone, with what it needs besides the C library.
mkdir partial
touch status
apt-get -qq -o APT::Sandbox::User=root -o Debug::NoLocking=1 -o Dir::Cache::archives="$folder" -o Dir::State::status="$folder/status" \
  --no-install-recommends --download-only --yes install zbar-tools=0.23.92-7+deb12u1 libzbar0=0.23.92-7+deb12u1
for package in *.deb; do
  case $package in
  libc6_*) ;;
  *) dpkg -x "$package" debian ;;
  esac
done

cat > codes.cjs <<'JS'
const { execFileSync } = require('node:child_process')
const { writeFileSync } = require('node:fs')
const bwip = require('bwip-js')
const jsqr = require('jsqr')
const { PNG } = require('pngjs')

const libraries = ['usr/lib', 'lib'].map((path) => `debian/${path}/x86_64-linux-gnu`).join(':')
const zbar = () =>
  execFileSync('debian/usr/bin/zbarimg', ['--quiet', '--nodbus', '--raw', 'code.png'], {
    encoding: 'utf8',
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  }).trim()
const run = async () => {
  for (const text of ['Conceição', 'Óbidos', 'https://exemplo.pt/%C3%93bidos'])
    for (const eci of [false, true]) {
      const given = { text: eci ? `^ECI000026${text}` : text, parsefnc: eci }
      const image = await bwip.toBuffer({ bcid: 'qrcode', ...given, scale: 5, padding: 10, backgroundcolor: 'FFFFFF' })
      writeFileSync('code.png', image)
      const { data, width, height } = PNG.sync.read(image)
      const other = jsqr(new Uint8ClampedArray(data), width, height).data
      console.log(`${text}${eci ? ' with ECI 26' : ''}: zbarimg «${zbar()}», jsQR «${other}»`)
    }
}
run()
JS
node codes.cjs > seen
cat > expected <<'TEXT'
Conceição: zbarimg «Concei癟瓊o», jsQR «Conceição»
Conceição with ECI 26: zbarimg «Conceição», jsQR «Conceição»
Óbidos: zbarimg «ﾃ澱idos», jsQR «Óbidos»
Óbidos with ECI 26: zbarimg «Óbidos», jsQR «Óbidos»
https://exemplo.pt/%C3%93bidos: zbarimg «https://exemplo.pt/%C3%93bidos», jsQR «https://exemplo.pt/%C3%93bidos»
https://exemplo.pt/%C3%93bidos with ECI 26: zbarimg «https://exemplo.pt/%C3%93bidos», jsQR «https://exemplo.pt/%C3%93bidos»
TEXT
cat seen
diff expected seen
