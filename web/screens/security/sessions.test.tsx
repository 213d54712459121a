import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainNothing, logInAs, renderAt } from '../../api/testing-page.tsx'
import { momentText } from '../../fields/datetime.tsx'
import { Sessions } from './sessions.tsx'

it('says how long ago a session was last used, with the date as its title', async () => {
  logInAs('admin')
  explainNothing()
  const lastSeenAt = new Date(Date.now() - 90 * 60_000).toISOString()
  const session = { _id: 's1', device: 'Firefox', method: 'password', address: '127.0.0.1', lastSeenAt }
  fakeServer(() => jsonResponse({ data: [session], meta: { total: 1 } }))
  renderAt(<Sessions userId="u1" />)
  const used = await screen.findByTitle(momentText(lastSeenAt))
  expect(used.textContent).toBe('há 1 hora')
  expect(used.parentElement?.textContent).toMatch(/ · 127\.0\.0\.1 · último uso há 1 hora$/)
})
