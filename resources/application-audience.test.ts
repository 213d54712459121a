import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceOf, isAudience } from './application-audience.ts'

const today = '2026-07-01'

test('fields apply to natural persons, legal persons, minors or everybody', () => {
  const child = { kind: 'natural', birthDate: '2008-07-02' }
  const adult = { kind: 'natural', birthDate: '2008-07-01' }
  const company = { kind: 'legal', birthDate: '2015-01-01' }
  const shown = (name: string) =>
    [child, adult, company].map((applicant) => isAudience(audienceOf(name), applicant, today))
  assert.deepEqual(shown('email'), [true, true, true])
  assert.deepEqual(shown('birthDate'), [true, true, false])
  assert.deepEqual(shown('guardianName'), [true, false, false])
  assert.deepEqual(shown('representativeName'), [false, false, true])
})

test('an applicant without kind and birth date counts as an adult natural person', () => {
  assert.equal(isAudience('minor', {}, today), false)
  assert.equal(isAudience('minor', { birthDate: '2015' }, today), false)
  assert.equal(isAudience('natural', {}, today), true)
  assert.equal(audienceOf('constructor'), undefined)
})
