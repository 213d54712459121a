import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bic } from './bic.ts'

test('accepts eight or eleven characters', () => {
  assert.equal(bic.normalize(' cgdi pt pl xxx '), 'CGDIPTPLXXX')
  assert.equal(bic.problem('CGDIPTPL'), undefined)
  assert.equal(bic.problem('CGDIPTPLXXX'), undefined)
})

test('rejects other formats', () => {
  for (const value of ['CGDIPTP', 'CGDIPTPLX', 'CGD1PTPL', 'CGDIPTPLXXXX', '']) {
    assert.match(bic.problem(value)!, /8 ou 11 caracteres/, value)
  }
})
