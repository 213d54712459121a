import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainerOf, logInAs, renderAt } from '../../api/testing-page.tsx'
import type { FormControls } from '../../resource/form/use-record-form.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentSide } from './payment-side.tsx'

const item = { memberId: 'm1', memberLabel: 'Ana Rocha' }
const payment = {
  _id: 'p1',
  _version: 1,
  memberId: 'm1',
  receiptNumber: 'Q/2026/000007',
  status: 'registered',
  items: [
    { ...item, unsettledPaymentId: 'd1', type: 'quota', description: 'Quota 2026', amount: 24 },
    { ...item, unsettledPaymentId: null, type: null, description: 'Crédito', amount: 6 },
  ],
} as unknown as ResourceRecord<'payments'>

const written = { recipient: 'ana@exemplo.pt', _created_at: '2026-03-02T10:00:00Z', sentAt: null }
const held = { ...written, _id: 'a', state: 'held' }
const sent = { ...written, _id: 'b', state: 'sent', sentAt: '2026-03-01T10:00:00Z' }

function answer(messages: readonly object[]) {
  return fakeServer(({ method, path }) => {
    if (path.startsWith('messages')) return jsonResponse({ data: messages, meta: { total: messages.length } })
    if (path === 'settings') return jsonResponse({ data: [{ name: 'SendMessages', value: 'false' }] })
    if (path.startsWith('members/m1')) return jsonResponse({ data: { _id: 'm1', email: 'ana@exemplo.pt' } })
    if (method === 'POST')
      return jsonResponse({ data: { ...held, _version: 1 }, warning: 'A mensagem ficou retida: porque sim.' })
    return jsonResponse({ data: [], meta: { total: 0 } })
  })
}

const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00A0', ' ')

beforeEach(() => {
  logInAs('admin')
  queryClient.setQueryData(keys.explainer, explainerOf('payments', 'messages'))
  // What text areas listen to, and jsdom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

it('the cancellation names the debts with their amounts, the credit and the unsent messages', async () => {
  answer([held, sent])
  renderAt(<PaymentActions record={payment} />, '/pagamentos/p1?anular=')
  const dialog = await screen.findByRole('dialog', { name: 'Anular o recibo Q/2026/000007' })
  await waitFor(() => expect(plain(dialog)).toContain('1 mensagem que não saiu é cancelada.'))
  expect(plain(dialog)).toContain(
    'Volta a ficar por pagar: Quota 2026 (24,00 €). Deixa de haver o crédito de 6,00 €.',
  )
})

it('the cancellation omits messages that were sent', async () => {
  const { requests } = answer([sent])
  renderAt(<PaymentActions record={payment} />, '/pagamentos/p1?anular=')
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(requests.some(({ path }) => path.startsWith('messages'))).toBe(true))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(plain(dialog)).not.toContain('mensagem')
})

it('with sending off, the dialog and the toast say why the receipt is held, not that it is on its way', async () => {
  answer([])
  renderAt(
    <>
      <PaymentActions record={payment} />
      <Toasts />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar recibo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enviar recibo' })
  expect(plain(dialog)).toContain('a mensagem fica retida até alguém a libertar')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Enviar recibo' }))
  const said = await screen.findByText('A mensagem ficou retida: porque sim.')
  expect(said.closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning')
  expect(screen.queryByText(/recibo.*(a caminho|enviado\b)/i)).toBeNull()
})

it('a held receipt is headed «Retida», never «Enviada»', async () => {
  answer([held])
  renderAt(
    <PaymentSide
      record={payment}
      fields={{}}
      form={{ fields: {} } as FormControls}
      descriptor={{ may: {} } as ResourceDescriptor}
    />,
  )
  expect((await screen.findByRole('link', { name: 'Retida' })).getAttribute('href')).toContain('/a')
  expect(screen.getByRole('heading', { name: 'Mensagens com o recibo' })).toBeTruthy()
  expect(screen.queryByText(/enviad/i)).toBeNull()
})
