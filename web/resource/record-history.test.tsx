import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { explainNothing, renderAt, logInAs } from '../api/testing-page.tsx'
import { momentText } from '../fields/datetime.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ClosedHistory, HistoryEvent } from './record-history.tsx'

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

it('has a dot before the time of an event, whose title is the date', async () => {
  const event = { _id: 'e1', _created_at: '2026-03-02T10:00:00Z', userName: 'Ana', action: 'created' }
  renderAt(
    <HistoryEvent
      event={{ ...event, verb: null, restorable: false, changes: [] }}
      readAt={Date.parse('2026-03-02T10:01:00Z')}
      about={<span>127.0.0.1</span>}
    />,
  )
  expect(screen.getByRole('listitem').textContent).toBe('Ana criou 127.0.0.1 · há 1 minuto')
  expect(screen.getByTitle(momentText(event._created_at)).textContent).toBe('há 1 minuto')
})

describe('a former value', () => {
  const change = { field: 'name', label: 'Nome', from: 'Cartão azul', to: 'Cartão verde', was: 'Cartão azul' }
  const event = {
    _id: 'e1',
    _created_at: '2026-03-02T10:00:00Z',
    recordId: 't1',
    userName: 'Ana',
    action: 'updated',
    verb: null,
    restorable: false,
    changes: [change, { field: 'size', label: 'Formato', from: 'A6', to: 'A7' }],
  }

  async function openHistory(modify: () => Response, onReverted?: () => void) {
    const server = fakeServer(({ method }) =>
      method === 'PATCH'
        ? modify()
        : jsonResponse({ data: [event], meta: { total: 1, page: 1, limit: 100 } }),
    )
    renderAt(
      <>
        <ClosedHistory resource="cardTemplates" id="t1" others={['t2']} onReverted={onReverted} />
        <Toasts />
      </>,
    )
    fireEvent(screen.getByRole('group'), new Event('toggle'))
    const [button, ...otherButtons] = await screen.findAllByRole('button', { name: /^Repor/ })
    expect(otherButtons).toEqual([])
    fireEvent.click(button as HTMLElement)
    return server
  }

  it('is set again with a request that changes only that field', async () => {
    const onReverted = vi.fn<() => void>()
    const { requests } = await openHistory(
      () => jsonResponse({ data: { _id: 't1', _version: 3, name: 'Cartão azul' } }),
      onReverted,
    )
    await screen.findByText('Nome: valor anterior reposto.')
    expect(onReverted).toHaveBeenCalledOnce()
    expect(requests[0]?.path).toContain('_with=t2')
    const sent = requests.filter(({ method }) => method === 'PATCH')
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['card_templates/t1', { name: 'Cartão azul' }],
    ])
  })

  it('that is no longer allowed is refused with the reason of the field', async () => {
    const onReverted = vi.fn<() => void>()
    const errors = { name: ['Já existe outro com este nome.'] }
    await openHistory(() => jsonResponse({ message: 'Há campos por corrigir.', errors }, 400), onReverted)
    await screen.findByText('Nome: Já existe outro com este nome.')
    expect(onReverted).not.toHaveBeenCalled()
  })
})
