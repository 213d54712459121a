import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOfflineReference, multibancoReference, offlineReference } from './multibanco.ts'

const vectors: [entity: string, subEntity: string, documentId: string, amountCents: number, shown: string][] =
  [
    ['12345', '123', '01', 2000, '123 000 125'],
    ['90150', '123', '1234', 43211, '123 123 451'],
    ['11604', '999', '1234', 2586, '999 123 490'],
    ['11683', '12', '00123', 999, '120 012 355'],
    ['10559', '1', '123456', 100, '112 345 638'],
    ['11249', '507', '0042', 1000, '507 004 202'],
    ['12345', '123', '9999', 99_999_999, '123 999 910'],
  ]

test('computes the references of published examples', () => {
  for (const [entity, subEntity, documentId, amountCents, shown] of vectors) {
    const reference = offlineReference({ entity, subEntity, documentId, amountCents })
    assert.equal(multibancoReference.format(reference), shown)
    assert.ok(isOfflineReference({ entity, reference, amountCents }), shown)
    assert.ok(!isOfflineReference({ entity, reference, amountCents: amountCents - 1 }), shown)
  }
})

test('of a long document number, uses the right-most digits', () => {
  const account = { entity: '12345', subEntity: '123', amountCents: 2000 }
  assert.equal(
    offlineReference({ ...account, documentId: 970_001 }),
    offlineReference({ ...account, documentId: '0001' }),
  )
})

test('throws on amounts and accounts out of range', () => {
  const order = { entity: '12345', subEntity: '123', documentId: 1, amountCents: 2000 }
  for (const wrong of [
    { amountCents: 99 },
    { amountCents: 100_000_000 },
    { amountCents: 100.5 },
    { entity: '1234' },
    { subEntity: '' },
    { subEntity: '1234' },
    { documentId: '' },
    { documentId: -1 },
    { documentId: 'A1' },
  ]) {
    assert.throws(() => offlineReference({ ...order, ...wrong }), RangeError, JSON.stringify(wrong))
  }
})

test('a reference is valid for its entity and amount, and invalid with one digit changed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000, max: 99_999 }),
      fc.integer({ min: 1, max: 999 }),
      fc.nat({ max: 9_999_999 }),
      fc.integer({ min: 100, max: 99_999_999 }),
      fc.nat({ max: 8 }),
      fc.integer({ min: 1, max: 9 }),
      (entityNumber, subEntity, documentId, amountCents, at, change) => {
        const entity = String(entityNumber)
        const reference = offlineReference({ entity, subEntity: String(subEntity), documentId, amountCents })
        assert.match(reference, /^\d{9}$/)
        assert.ok(isOfflineReference({ entity, reference, amountCents }))
        const digit = (Number(reference[at]) + change) % 10
        const changed = reference.slice(0, at) + digit + reference.slice(at + 1)
        assert.ok(!isOfflineReference({ entity, reference: changed, amountCents }))
      },
    ),
  )
})

test('accepts any nine digits, and nothing else', () => {
  assert.equal(multibancoReference.normalize(' 123 000\u00a0125 '), '123000125')
  assert.equal(multibancoReference.problem('123000125'), undefined)
  for (const value of ['12300012', '1230001255', '12300012A', '']) {
    assert.equal(multibancoReference.problem(value), 'Referência inválida.', value)
  }
})
