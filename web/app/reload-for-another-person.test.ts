import { beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { fakeToken, freshBrowser } from '../api/testing.ts'
import { reloadForAnotherPerson } from './reload-for-another-person.ts'

let reload: MockInstance<() => void>

beforeEach(() => {
  freshBrowser()
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
})

/** What another tab does to the session. */
function elsewhere(id: string | undefined): void {
  if (id === undefined) localStorage.clear()
  else {
    const CustomUserInfo = { Name: 'Helena', ID: id, Role: 'editor' } as const
    localStorage.setItem('authentication', fakeToken({ CustomUserInfo }))
  }
  window.dispatchEvent(new StorageEvent('storage', { key: id === undefined ? null : 'authentication' }))
}

it('the page is loaded anew for another person, and not for new tokens of the same one', () => {
  elsewhere('u1')
  reloadForAnotherPerson()
  elsewhere('u1')
  elsewhere(undefined)
  elsewhere('u1')
  expect(reload).not.toHaveBeenCalled()
  elsewhere('u2')
  expect(reload).toHaveBeenCalledTimes(1)
})

it('also when nobody was there in between', () => {
  elsewhere('u1')
  reloadForAnotherPerson()
  elsewhere(undefined)
  elsewhere('u2')
  expect(reload).toHaveBeenCalled()
})
