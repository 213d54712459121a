import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodsOf, periodWords } from './quota-periods.ts'

test('periodsOf returns the periods of each periodicity', () => {
  assert.deepEqual(periodsOf('yearly'), ['ano'])
  assert.deepEqual(periodsOf('once'), ['ano'])
  assert.deepEqual(periodsOf('halfYearly'), ['S1', 'S2'])
  assert.deepEqual(periodsOf('quarterly'), ['T1', 'T2', 'T3', 'T4'])
  assert.deepEqual([periodsOf('monthly').length, periodsOf('monthly')[2]], [12, '03'])
})

test('every period has a name', () => {
  const names = ['halfYearly', 'quarterly', 'monthly'].flatMap(periodsOf).map((code) => periodWords[code])
  assert.equal(names.length, 18)
  assert.ok(names.every(Boolean))
  assert.deepEqual([names[1], names[3], names[6]], ['2.º semestre', '2.º trimestre', 'janeiro'])
})
