import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { readStoredCards, storeCards } from '../../api/stored-cards.ts'
import { fakeServer, fakeToken } from '../../api/testing.ts'
import { isLoggedIn, refreshToken, storeTokens } from '../../api/tokens.ts'
import { logOut } from './session.ts'

const card = {
  organisation: 'Clube',
  name: 'Ana',
  number: '1',
  validUntil: null,
  code: 'A',
  qr: '',
  front: '',
}

it('signing out removes tokens, the stored card and cached data at once, also without network', () => {
  localStorage.setItem('fontSize', '19')
  storeTokens({ access: fakeToken(), refresh: fakeToken() })
  storeCards('u1', [card])
  queryClient.setQueryData(['members'], { data: [{ name: 'Ana' }] })
  fakeServer(() => {
    throw new TypeError('no network')
  })
  logOut()
  expect([isLoggedIn(), refreshToken(), readStoredCards('u1')]).toEqual([false, null, undefined])
  expect(queryClient.getQueryData(['members'])).toBeUndefined()
  expect(Object.keys({ ...localStorage })).toEqual(['fontSize'])
})
