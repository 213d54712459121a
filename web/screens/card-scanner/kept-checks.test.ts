import { beforeEach, expect, it, vi } from 'vitest'
import { logInAs } from '../../api/testing-page.tsx'
import { clearLocalStorage } from '../../api/tokens.ts'
import { addCheck } from './check.ts'
import { changeChecks, newListId, readChecks, recentListId } from './kept-checks.ts'

const at = '2026-11-21T18:42:00.000Z'
const day = 24 * 60 * 60_000
const add = (id: string, code: string) => changeChecks(id, (checks) => addCheck(checks, { code, at }))
const codesOf = (id: string) => readChecks(id).map(({ code }) => code)

beforeEach(() => localStorage.clear())

it('each list has its checks, also those that another window adds', () => {
  add('a', 'X')
  add('b', 'Y')
  const kept = localStorage.getItem('work::cartoes:a') ?? ''
  localStorage.setItem('work::cartoes:a', kept.replace('"X"', '"Z"'))
  add('a', 'W')
  expect([codesOf('a'), codesOf('b'), codesOf('c')]).toEqual([['Z', 'W'], ['Y'], []])
})

it('the latest list goes on for some hours, and old ones are forgotten', () => {
  expect(recentListId()).toBeUndefined()
  add('a', 'X')
  expect(recentListId()).toBe('a')
  expect(recentListId(Date.now() + day)).toBeUndefined()
  expect(codesOf('a')).toEqual(['X'])
  expect(recentListId(Date.now() + 4 * day)).toBeUndefined()
  expect(codesOf('a')).toEqual([])
})

it('a browser that is full loses nothing while the page lasts', () => {
  add('a', 'X')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  add('a', 'Y')
  add('a', 'Z')
  expect(codesOf('a')).toEqual(['X', 'Y', 'Z'])
})

it('what is not ours to read is an empty list', () => {
  localStorage.setItem('work::cartoes:a', '{')
  expect(codesOf('a')).toEqual([])
})

it('the list of a session that died is there for its person alone', () => {
  logInAs('editor', 'u1')
  add('a', 'X')
  clearLocalStorage()
  expect(codesOf('a')).toEqual([])
  logInAs('editor', 'u2')
  expect([codesOf('a'), recentListId()]).toEqual([[], undefined])
  logInAs('editor', 'u1')
  expect([codesOf('a'), recentListId()]).toEqual([['X'], 'a'])
})

it('two lists of a day have two ids', () => {
  expect(newListId('2026-11-21')).toMatch(/^2026-11-21-\w{7}$/)
  expect(newListId('2026-11-21')).not.toBe(newListId('2026-11-21'))
})
