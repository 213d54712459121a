import { afterEach, expect, it } from 'vitest'
import { replaceBlockedStorage } from './storage-fallback.ts'
import { clearLocalStorage, storeTokens, workKey } from './tokens.ts'

const names = ['sessionStorage', 'localStorage'] as const
const real = { sessionStorage: window.sessionStorage, localStorage: window.localStorage }
afterEach(() => {
  for (const name of names) Object.defineProperty(window, name, { configurable: true, value: real[name] })
})

function block(name: (typeof names)[number]): void {
  Object.defineProperty(window, name, {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  replaceBlockedStorage(name)
}

it('blocked session storage is replaced by memory', () => {
  block('sessionStorage')
  sessionStorage.setItem('a', '1')
  expect([sessionStorage.getItem('a'), sessionStorage.getItem('b'), sessionStorage.length]).toEqual([
    '1',
    null,
    1,
  ])
  sessionStorage.clear()
  expect(sessionStorage.getItem('a')).toBeNull()
})

it('ending the session clears replaced storage too, except unsent work', () => {
  block('localStorage')
  storeTokens({ access: 'a', refresh: 'b' })
  const key = workKey('cartoes:a')
  localStorage.setItem(key, '{}')
  clearLocalStorage()
  expect([localStorage.length, localStorage.getItem(key)]).toEqual([1, '{}'])
})

it('available storage is not replaced', () => {
  replaceBlockedStorage('sessionStorage')
  expect(window.sessionStorage).toBe(real.sessionStorage)
})
