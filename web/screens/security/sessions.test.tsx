import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, explainNothing, logInAs, renderAt } from '../../api/testing-page.tsx'
import { momentText } from '../../fields/datetime.tsx'
import { Question, questionAfter } from '../../ui/testing-question.tsx'
import { Sessions } from './sessions.tsx'

const session = {
  _id: 's1',
  userId: 'u2',
  device: 'Firefox',
  method: 'password',
  address: '127.0.0.1',
  lastSeenAt: new Date().toISOString(),
}

it('says how long ago a session was last used, with the date as its title', async () => {
  logInAs('admin')
  explainNothing()
  const lastSeenAt = new Date(Date.now() - 90 * 60_000).toISOString()
  fakeServer(() => jsonResponse({ data: [{ ...session, lastSeenAt }], meta: { total: 1 } }))
  renderAt(<Sessions userId="u1" />)
  const used = await screen.findByTitle(momentText(lastSeenAt))
  expect(used.textContent).toBe('há 1 hora')
  expect(used.parentElement?.textContent).toMatch(/ · 127\.0\.0\.1 · último uso há 1 hora$/)
})

it('a session of another user is ended by the declared action, after a question', async () => {
  beginAs('admin', explainerOf('sessions'))
  const { requests } = fakeServer(() => jsonResponse({ data: [session], meta: { total: 1 } }))
  renderAt(
    <>
      <Sessions userId="u2" />
      <Question />
    </>,
  )
  const button = await screen.findByRole('button', { name: 'Terminar a sessão em Firefox' })
  expect(await questionAfter(() => fireEvent.click(button))).toBe(
    'Terminar a sessão em Firefox? Nesse dispositivo será preciso entrar outra vez.',
  )
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})
