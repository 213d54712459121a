import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { explainNothing, renderAt, logInAs } from '../api/testing-page.tsx'
import { ClosedHistory } from './record-history.tsx'

beforeEach(() => {
  logInAs('admin')
  explainNothing()
})

it('requests the history when it is opened', async () => {
  const { requests } = fakeServer(() => jsonResponse({ data: [], meta: {} }))
  renderAt(<ClosedHistory resource="cardTemplates" id="t1" />)
  expect(requests).toEqual([])
  fireEvent(screen.getByRole('group'), new Event('toggle'))
  await screen.findByRole('heading')
  expect(requests.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^card_templates\/t1\/audit_events/),
  ])
})
