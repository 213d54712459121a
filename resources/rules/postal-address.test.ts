import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postalLines, upperCaseTown } from './postal-address.ts'

test('postalLines has the town in capitals, and the country only when it is not Portugal', () => {
  const home = { address: 'Rua das Flores, 12, 3.º Esq.', postalCode: '4050-262', city: 'Évora' }
  assert.deepEqual(postalLines(home), ['Rua das Flores, 12, 3.º Esq.', '4050-262 ÉVORA'])
  assert.deepEqual(postalLines({ ...home, country: 'PT' }), postalLines(home))
  assert.deepEqual(postalLines({ address: '1 rue A', postalCode: '75001', city: 'Paris', country: 'FR' }), [
    '1 rue A',
    '75001 PARIS',
    'FRANÇA',
  ])
  assert.deepEqual(postalLines({ address: null, postalCode: null, city: 'Faro' }), ['FARO'])
  assert.deepEqual(postalLines({}), [])
})

test('withTownInCapitals changes only the town after the postal code', () => {
  const vectors = [
    ['Rua do Sol, 1, 1100-420 Lisboa', 'Rua do Sol, 1, 1100-420 LISBOA'],
    [
      'Rua do Sol, 1, 3000-001 São João da Madeira, Portugal',
      'Rua do Sol, 1, 3000-001 SÃO JOÃO DA MADEIRA, Portugal',
    ],
    ['Rua do Outeiro, 1, Porto', 'Rua do Outeiro, 1, Porto'],
    ['', ''],
  ]
  for (const [text = '', expected] of vectors) assert.equal(upperCaseTown(text), expected)
})
