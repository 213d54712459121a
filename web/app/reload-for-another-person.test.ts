import { beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { fakeToken } from '../api/testing.ts'
import { reloadForAnotherPerson } from './reload-page.ts'

let reload: MockInstance<() => void>

beforeEach(() => {
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
})

/** Simulates a session change in another tab. */
function changeSession(id: string | undefined): void {
  if (id === undefined) localStorage.clear()
  else {
    const CustomUserInfo = { Name: 'Helena', ID: id, Role: 'editor' } as const
    localStorage.setItem('authentication', fakeToken({ CustomUserInfo }))
  }
  window.dispatchEvent(new StorageEvent('storage', { key: id === undefined ? null : 'authentication' }))
}

it('reloads for another person, not for new tokens of the same person', () => {
  changeSession('u1')
  reloadForAnotherPerson()
  changeSession('u1')
  changeSession(undefined)
  changeSession('u1')
  expect(reload).not.toHaveBeenCalled()
  changeSession('u2')
  expect(reload).toHaveBeenCalledTimes(1)
})

it('reloads for another person after a logout', () => {
  changeSession('u1')
  reloadForAnotherPerson()
  changeSession(undefined)
  changeSession('u2')
  expect(reload).toHaveBeenCalled()
})
