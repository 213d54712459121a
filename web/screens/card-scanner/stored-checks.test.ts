import { expect, it, vi } from 'vitest'
import { logInAs } from '../../api/testing-page.tsx'
import { clearLocalStorage } from '../../api/tokens.ts'
import { addCheck } from './check.ts'
import { changeChecks, newListId, readChecks, recentListId } from './stored-checks.ts'

const at = '2026-11-21T18:42:00.000Z'
const day = 24 * 60 * 60_000
const add = (id: string, code: string) => changeChecks(id, (checks) => addCheck(checks, { code, at }))
const codesOf = (id: string) => readChecks(id).map(({ code }) => code)

it('lists are separate, and a change keeps what another window stored meanwhile', () => {
  add('a', 'X')
  add('b', 'Y')
  const storedText = localStorage.getItem('work::cartoes:a') ?? ''
  localStorage.setItem('work::cartoes:a', storedText.replace('"X"', '"Z"'))
  add('a', 'W')
  expect([codesOf('a'), codesOf('b'), codesOf('c')]).toEqual([['Z', 'W'], ['Y'], []])
})

it('the latest list is continued for 12 hours and deleted after three days', () => {
  expect(recentListId()).toBeUndefined()
  add('a', 'X')
  expect(recentListId()).toBe('a')
  expect(recentListId(Date.now() + day)).toBeUndefined()
  expect(codesOf('a')).toEqual(['X'])
  expect(recentListId(Date.now() + 4 * day)).toBeUndefined()
  expect(codesOf('a')).toEqual([])
})

it('when the storage is full, checks are kept in memory', () => {
  add('a', 'X')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  add('a', 'Y')
  add('a', 'Z')
  expect(codesOf('a')).toEqual(['X', 'Y', 'Z'])
})

it('invalid stored JSON is read as an empty list', () => {
  localStorage.setItem('work::cartoes:a', '{')
  expect(codesOf('a')).toEqual([])
})

it('after the session ends, only the same person sees the list again', () => {
  logInAs('editor', 'u1')
  add('a', 'X')
  clearLocalStorage()
  expect(codesOf('a')).toEqual([])
  logInAs('editor', 'u2')
  expect([codesOf('a'), recentListId()]).toEqual([[], undefined])
  logInAs('editor', 'u1')
  expect([codesOf('a'), recentListId()]).toEqual([['X'], 'a'])
})

it('two lists of the same day have different ids', () => {
  expect(newListId('2026-11-21')).toMatch(/^2026-11-21-\w{7}$/)
  expect(newListId('2026-11-21')).not.toBe(newListId('2026-11-21'))
})
