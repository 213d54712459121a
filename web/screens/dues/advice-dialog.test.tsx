import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import type { Role } from '../../api/tokens.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { AdviceDialog } from './advice-dialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

/** Opens the dialog in an organisation that has no means of payment and pauses sending. */
function openAdvice(role: Role, maySend: boolean, sent: object = {}) {
  logInAs(role)
  const advice = {
    lines: [{ description: 'Quota 2026', amount: 24, dueDate: '2026-03-31' }],
    total: 24,
    deadlines: [{ date: '2026-12-07', amount: 24 }],
    later: null,
    multibanco: null,
    mbway: { available: false, phone: null },
    requests: { canRequestReference: false, reference: null, mbway: null, isReceived: false },
    multibancoProblem: null,
    transfer: null,
    publicId: 'segredo',
    pdfUrl: null,
  }
  fakeServer(({ path }) =>
    jsonResponse(
      path === 'payment_advice/send' ? sent : { data: path.startsWith('payment_advice') ? advice : [] },
    ),
  )
  const messageBatches = { may: { create: maySend } }
  queryClient.setQueryData(keys.explainer, { data: {}, resources: { messageBatches } })
  queryClient.setQueryData(keys.settings, { SendMessages: 'false' })
  const member = { _id: 'm1', name: 'Ana Maria da Costa Sousa' } as ResourceRecord<'members'>
  const charges = [{ _id: 'c1' } as ResourceRecord<'unsettledPayments'>]
  renderAt(
    <>
      <AdviceDialog member={member} charges={charges} onClose={() => undefined} />
      <Toasts />
    </>,
  )
}

it('without means of payment, the dialog links to the payment settings', async () => {
  openAdvice('editor', true)
  const link = await screen.findByRole('link', { name: /Multibanco ou o IBAN/, hidden: true })
  expect(screen.getByRole('button', { name: 'Enviar a Ana Sousa', hidden: true })).toBeTruthy()
  expect(link.getAttribute('href')).toBe('/configuracaoSocios?separador=pagamentos')
})

const message = { id: 'g1', channel: 'email', state: 'queued', recipient: 'ana@exemplo.pt', problem: null }

it.each([
  [{}, 'O aviso vai a caminho de ana@exemplo.pt.', 'success', false],
  [{ warning: 'A mensagem ficou retida: porquê.' }, 'A mensagem ficou retida: porquê.', 'warning', true],
])('what became of the advice is said: %j', async (more, text, tone, offersLink) => {
  openAdvice('editor', true, { data: message, ...more })
  const send = await screen.findByRole('button', { name: 'Enviar a Ana Sousa', hidden: true })
  await waitFor(() => expect(send.hasAttribute('disabled')).toBe(false))
  fireEvent.click(send)
  const toast = (await screen.findByText(text)).closest<HTMLElement>('[data-tone]')!
  expect(toast.dataset['tone']).toBe(tone)
  expect(within(toast).queryByRole('button', { name: 'Copiar ligação' }) !== null).toBe(offersLink)
  expect(within(toast).getByRole('button', { name: 'Ver a mensagem' })).toBeTruthy()
})

it('hides settings and the sending pause from members', async () => {
  openAdvice('member', false)
  await screen.findByText(/Pague na secretaria/)
  expect(document.body.textContent).not.toContain('envio automático')
  expect(screen.queryByRole('link', { hidden: true })).toBeNull()
})
