import { beforeEach, expect, it } from 'vitest'
import {
  applyStoredDensity,
  applyStoredZoom,
  changeDensity,
  changeZoom,
  clampZoom,
  density,
  rowHeight,
  zoom,
} from './display-settings.ts'

beforeEach(() => {
  localStorage.setItem('fontSize', '16')
  applyStoredZoom()
})

it.each([
  [11, 12],
  [12, 12],
  [16, 16],
  [19, 19],
  [20, 19],
  [Number.NaN, 16],
])('a font size of %o becomes %o', (size, clamped) => {
  expect(clampZoom(size)).toBe(clamped)
})

it('changes between 12 and 19, and is stored', () => {
  for (let step = 0; step < 9; step += 1) changeZoom(1)
  expect([zoom(), localStorage.getItem('fontSize'), document.documentElement.style.fontSize]).toEqual([
    19,
    '19',
    '19px',
  ])
  for (let step = 0; step < 9; step += 1) changeZoom(-1)
  expect([zoom(), localStorage.getItem('fontSize')]).toEqual([12, '12'])
})

it('an invalid stored size is clamped', () => {
  localStorage.setItem('fontSize', '40')
  applyStoredZoom()
  expect(zoom()).toBe(19)
})

it('rows are compact, and roomy by choice, which is stored', () => {
  const shown = () => [density(), rowHeight(), document.documentElement.style.getPropertyValue('--row')]
  applyStoredDensity()
  expect(shown()).toEqual(['compact', 2.125, '2.125rem'])
  changeDensity('roomy')
  expect(shown()).toEqual(['roomy', 2.625, '2.625rem'])
  localStorage.setItem('rowDensity', 'narrow')
  applyStoredDensity()
  expect(density()).toBe('compact')
  localStorage.setItem('rowDensity', 'roomy')
  applyStoredDensity()
  expect(density()).toBe('roomy')
  changeDensity('compact')
})
