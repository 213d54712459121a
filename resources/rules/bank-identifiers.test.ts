import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bic, sepaCreditorId } from './bank-identifiers.ts'

test('BIC: accepts eight or eleven characters', () => {
  assert.equal(bic.normalize(' cgdi pt pl xxx '), 'CGDIPTPLXXX')
  assert.equal(bic.problem('CGDIPTPL'), undefined)
  assert.equal(bic.problem('CGDIPTPLXXX'), undefined)
})

test('BIC: rejects other formats', () => {
  for (const value of ['CGDIPTP', 'CGDIPTPLX', 'CGD1PTPL', 'CGDIPTPLXXXX', '']) {
    assert.match(bic.problem(value)!, /8 ou 11 caracteres/, value)
  }
})

test('SEPA creditor identifier: accepts identifiers with the right check digits and any business code', () => {
  for (const value of ['PT20ZZZ110442', 'PT73ZZZ123456', 'PT45ZZZ100001', 'PT20ABC110442']) {
    assert.equal(sepaCreditorId.problem(value), undefined, value)
  }
  assert.equal(sepaCreditorId.normalize('pt20 zzz 110442'), 'PT20ZZZ110442')
})

test('SEPA creditor identifier: rejects wrong check digits and formats', () => {
  assert.match(sepaCreditorId.problem('PT21ZZZ110442')!, /não conferem/)
  for (const value of ['PT20ZZZ11044', 'ES20ZZZ110442', 'PT20ZZ110442A', '']) {
    assert.match(sepaCreditorId.problem(value)!, /tem a forma/, value)
  }
})
