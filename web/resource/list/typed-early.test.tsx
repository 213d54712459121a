import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { element, showFirstLayer } from '../../ui/first-layer.ts'
import { RecordList } from '../record-list.tsx'

it('the search box takes over what was typed before the application was loaded, once, with the focus', async () => {
  beginAs('admin', explainerOf('members'))
  const searches: (string | null)[] = []
  fakeServer(({ path }) => {
    searches.push(new URLSearchParams(path.split('?')[1]).get('_search'))
    return jsonResponse({ data: [], meta: { total: 0 } })
  })
  history.replaceState(null, '', '/socios')
  const early = element('input', { type: 'search' }) as HTMLInputElement
  showFirstLayer(element('div', {}, early))
  early.focus()
  fireEvent.change(early, { target: { value: 'ana' } })
  renderAt(<RecordList resource="members" />, '/socios')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  await waitFor(() => expect(searches).toContain('ana'))
  expect([box.value, document.activeElement, early.isConnected]).toEqual(['ana', box, false])

  cleanup()
  renderAt(<RecordList resource="members" />, '/candidaturas')
  const next = await screen.findByRole<HTMLInputElement>('searchbox')
  expect([next.value, document.activeElement]).toEqual(['', document.body])
})
