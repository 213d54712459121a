import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodsOf, periodWords } from './quota-periods.ts'

test('a year is divided as the periodicity says, or not at all', () => {
  assert.deepEqual(periodsOf('yearly'), ['ano'])
  assert.deepEqual(periodsOf('once'), ['ano'])
  assert.deepEqual(periodsOf('halfYearly'), ['S1', 'S2'])
  assert.deepEqual(periodsOf('quarterly'), ['T1', 'T2', 'T3', 'T4'])
  assert.deepEqual([periodsOf('monthly').length, periodsOf('monthly')[2]], [12, '03'])
})

test('each part of a year has its words', () => {
  const said = ['halfYearly', 'quarterly', 'monthly'].flatMap(periodsOf).map((code) => periodWords[code])
  assert.equal(said.length, 18)
  assert.ok(said.every(Boolean))
  assert.deepEqual([said[1], said[3], said[6]], ['2.º semestre', '2.º trimestre', 'janeiro'])
})
