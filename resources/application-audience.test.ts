import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceOf, isAmong } from './application-audience.ts'

const today = '2026-07-01'

test('each sees what is for them, and nothing else', () => {
  const child = { kind: 'natural', birthDate: '2008-07-02' }
  const adult = { kind: 'natural', birthDate: '2008-07-01' }
  const company = { kind: 'legal', birthDate: '2015-01-01' }
  const shown = (name: string) => [child, adult, company].map((who) => isAmong(audienceOf(name), who, today))
  assert.deepEqual(shown('email'), [true, true, true])
  assert.deepEqual(shown('birthDate'), [true, true, false])
  assert.deepEqual(shown('guardianName'), [true, false, false])
  assert.deepEqual(shown('representativeName'), [false, false, true])
})

test('until it is known who it is, somebody grown up', () => {
  assert.equal(isAmong('minor', {}, today), false)
  assert.equal(isAmong('minor', { birthDate: '2015' }, today), false)
  assert.equal(isAmong('natural', {}, today), true)
  assert.equal(audienceOf('constructor'), undefined)
})
