import { expect, test } from 'vitest'
import { axisMarks, runningSums } from './chart-frame.tsx'

test.each([
  [0, [0, 1]],
  [4852, [0, 2000, 4000, 6000]],
  [100, [0, 25, 50, 75, 100]],
  [1, [0, 1]],
  [9, [0, 5, 10]],
  [1262.5, [0, 500, 1000, 1500]],
])('an axis up to %d has round marks', (most, marks) => {
  expect(axisMarks(most)).toEqual(marks)
})

test('running sums are exact to the cent', () => {
  expect(runningSums([0.1, 0.2, 0, 0.7])).toEqual([0.1, 0.3, 0.3, 1])
  expect(runningSums([0.29, 0.29, 0.29])).toEqual([0.29, 0.58, 0.87])
  expect(runningSums([])).toEqual([])
})
