import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bic } from './bic.ts'

test('eight or eleven characters are accepted', () => {
  assert.equal(bic.normalize(' cgdi pt pl xxx '), 'CGDIPTPLXXX')
  assert.equal(bic.problem('CGDIPTPL'), undefined)
  assert.equal(bic.problem('CGDIPTPLXXX'), undefined)
})

test('other forms are refused', () => {
  for (const value of ['CGDIPTP', 'CGDIPTPLX', 'CGD1PTPL', 'CGDIPTPLXXXX', '']) {
    assert.match(bic.problem(value)!, /8 ou 11 caracteres/, value)
  }
})
