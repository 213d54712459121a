import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { RecordPathsContext } from '../../paths/records.ts'
import Activity from './activity.tsx'
import type { ActivityEvent } from './group-events.ts'

const exported: ActivityEvent = {
  _id: 'a1',
  _created_at: '2026-11-30T10:00:00.000Z',
  recordId: null,
  resource: 'members',
  userName: 'Ana Reis',
  action: 'exported',
  verb: null,
  restorable: false,
  title: 'a lista de sócios',
  isList: true,
  details: '280 linhas, PDF, estado ativo',
  address: null,
  changes: [],
}

it('says what was exported, with a link to the list, and groups equal lines', async () => {
  const data: ActivityEvent[] = [
    exported,
    { ...exported, _id: 'a2' },
    { ...exported, _id: 'a3' },
    { ...exported, _id: 'a4', title: '«Quotas em dívida»', isList: false, details: 'PDF' },
    { ...exported, _id: 'a5', resource: 'webhookDeliveries', title: 'a lista de entregas', details: 'CSV' },
  ]
  beginAs('admin', { data: {}, resources: {} })
  fakeServer(({ path }) =>
    jsonResponse(path.startsWith('activity') ? { data, meta: { more: false } } : { data: [], resources: {} }),
  )
  renderAt(
    <RecordPathsContext value={{ members: '/socios/:id' }}>
      <Activity />
    </RecordPathsContext>,
  )
  const lines = within(await screen.findByRole('list', { name: 'Atividade' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ana Reis exportou 3 vezes a lista de sócios: 280 linhas, PDF, estado ativo'),
    expect.stringContaining('Ana Reis exportou «Quotas em dívida»: PDF'),
    expect.stringContaining('Ana Reis exportou a lista de entregas: CSV'),
  ])
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['a lista de sócios', '/socios?todos=sim'],
  ])
})

it('names what a record is once', async () => {
  beginAs('admin', explainerOf('members'))
  const event = { ...exported, action: 'deleted', recordId: 'm1', isList: false, details: null }
  const data = ['Sócio n.º 29 (anonimizado)', 'Rui Silva'].map((title, index) => ({
    ...event,
    _id: `e${index}`,
    title,
  }))
  fakeServer(({ path }) =>
    jsonResponse(path.startsWith('activity') ? { data, meta: { more: false } } : { data: [], resources: {} }),
  )
  renderAt(<Activity />)
  const lines = within(await screen.findByRole('list', { name: 'Atividade' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('eliminou Sócio n.º 29 (anonimizado)'),
    expect.stringContaining('eliminou Sócio Rui Silva'),
  ])
})

it('who did it is chosen by typing, and asked of the server', async () => {
  beginAs('admin', explainerOf('members'))
  const people = ['Ana Reis', 'Rui Silva'].map((name, index) => ({ _id: `u${index}`, name }))
  const asked: string[] = []
  fakeServer(({ path }) => {
    if (path.startsWith('activity')) asked.push(path)
    return jsonResponse({ data: path.startsWith('users') ? people : [], meta: { total: 2, more: false } })
  })
  renderAt(<Activity />)
  const who = screen.getByRole<HTMLInputElement>('combobox', { name: 'Quem' })
  await waitFor(() => {
    fireEvent.keyDown(who, { key: 'r' })
    expect(who.value).toBe('Rui Silva')
  })
  await waitFor(() => expect(asked.at(-1)).toContain('_userId=u1'))
})
