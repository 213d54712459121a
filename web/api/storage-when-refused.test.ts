import { afterEach, expect, it } from 'vitest'
import { replaceWhenRefused } from './storage-when-refused.ts'

const real = window.sessionStorage
afterEach(() => Object.defineProperty(window, 'sessionStorage', { configurable: true, value: real }))

it('what a page may not keep, it keeps for itself', () => {
  Object.defineProperty(window, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  replaceWhenRefused('sessionStorage')
  sessionStorage.setItem('a', '1')
  expect([sessionStorage.getItem('a'), sessionStorage.getItem('b'), sessionStorage.length]).toEqual([
    '1',
    null,
    1,
  ])
  sessionStorage.clear()
  expect(sessionStorage.getItem('a')).toBeNull()
})

it('what a page may keep stays where it is', () => {
  replaceWhenRefused('sessionStorage')
  expect(window.sessionStorage).toBe(real)
})
