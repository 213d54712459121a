import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import NotifyMembers, { noticesText } from './notify-members.tsx'

it.each([
  [{ told: 3, toPrint: 0, printed: 0, held: 0 }, '3 pessoas avisadas'],
  [{ told: 0, toPrint: 47, printed: 0, held: 0 }, '47 cartas por imprimir'],
  [
    { told: 1, toPrint: 2, printed: 1, held: 3 },
    '1 pessoa avisada, 2 cartas por imprimir, 1 carta impressa e 3 avisos retidos',
  ],
  [{ told: 0, toPrint: 0, printed: 0, held: 0 }, 'Ninguém foi avisado'],
])('the result of a sending with %j is «%s»', (counts, text) => {
  expect(noticesText(counts)).toBe(text)
})

it('the result counts the letters of this sending alone, and printing them is the main button', async () => {
  const explainer = explainerOf(
    'unsettledPayments',
    'bulkActions',
    'bulkActionResults',
    'messages',
    'messageBatches',
  )
  beginAs('admin', explainer)
  const task = {
    _id: 't1',
    _version: 1,
    _created_at: '2026-03-02T10:00:00Z',
    title: 'Avisar 3 sócios',
    kind: 'notices',
  }
  const counts = { state: 'done', total: 3, done: 3, held: 0, failed: 0, skipped: 0, reasons: [] }
  const { requests } = fakeServer(({ path, method }) => {
    if (path.startsWith('bulk_actions/t1')) return jsonResponse({ data: { ...task, ...counts } })
    if (path === 'messages/letters') return jsonResponse({ data: { count: 12, oldest: null } })
    if (method === 'POST') return jsonResponse({ data: { id: 'r1', count: 2, url: '/carta.pdf' } })
    const isOfTask = path.startsWith('messages?') && path.includes('_bulkActionId=t1')
    const total = isOfTask && !path.includes('_state=sent') ? 2 : 0
    return jsonResponse({ data: [], meta: { total } })
  })
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  globalThis.open = () => null
  renderAt(<NotifyMembers />, '/notificarSocios?tarefa=t1')
  expect(
    await screen.findByRole('heading', { name: '1 pessoa avisada e 2 cartas por imprimir' }),
  ).toBeTruthy()
  const print = await screen.findByRole('button', { name: 'Imprimir 2 cartas' })
  expect(print.getAttribute('data-variant')).toBe('filled')
  expect(screen.queryByRole('button', { name: 'Imprimir 12 cartas' })).toBeNull()
  fireEvent.click(print)
  fireEvent.click(await screen.findByRole('button', { name: 'Abrir o PDF' }))
  await screen.findByText(/2 cartas foram abertas/)
  const run = requests.find(({ path }) => path === 'letter_runs')
  expect(run?.body).toEqual({ bulkActionId: 't1' })
})
