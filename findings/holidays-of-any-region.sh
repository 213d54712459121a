#!/bin/sh
# date-holidays 3.37.0 (npm) takes any region of Portugal, also one that does not exist, and gives it the national holidays without a word.
#
# It has no regions for Portugal. ISO 3166-2 does: PT-20 are the Azores, whose day is the Monday after Pentecost, and PT-30 Madeira, whose day is
# 1 July. A calendar that is made for Madeira says that 1 July is a working day; one for the region 99 is the same calendar. Of countries that have
# regions an unknown one is taken too. Who needs the days of a region finds out by asking for the list of regions first, which is undefined here.
#
# Agremia names the thirteen national holidays alone, and moves payments by the days of TARGET, which no region changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . date-holidays@3.37.0 >/dev/null

cat > regions.mjs <<'JS'
import assert from 'node:assert/strict'
import Holidays from 'date-holidays'

const daysOf = (...place) =>
  new Holidays(...place)
    .getHolidays(2026)
    .filter(({ type }) => type === 'public')
    .map(({ date }) => date.slice(0, 10))
const national = daysOf('PT')
assert.equal(national.length, 13)
assert.equal(new Holidays().getStates('PT'), undefined)
for (const region of ['20', '30', '99']) assert.deepEqual(daysOf('PT', region), national)
// The Monday after Pentecost, and 1 July.
for (const day of ['2026-05-25', '2026-07-01']) assert.ok(!national.includes(day))

const german = new Holidays().getStates('DE')
assert.ok(german.BY && !german['99'])
assert.ok(daysOf('DE', 'BY').length > daysOf('DE').length)
assert.deepEqual(daysOf('DE', '99'), daysOf('DE'))
console.log(`PT, PT-20, PT-30 and PT-99: ${national.length} days each, without 25 May and 1 July; DE-99 is DE`)
JS
node regions.mjs
