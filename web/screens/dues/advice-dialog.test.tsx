import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import type { Role } from '../../api/tokens.ts'
import { AdviceDialog } from './advice-dialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

/** Opens the dialog in an organisation that has no means of payment and pauses sending. */
function openAdvice(role: Role, maySend: boolean) {
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
    publicId: null,
    pdfUrl: null,
  }
  fakeServer(({ path }) => jsonResponse({ data: path.startsWith('payment_advice') ? advice : [] }))
  const messageBatches = { may: { create: maySend } }
  queryClient.setQueryData(keys.explainer, { data: {}, resources: { messageBatches } })
  queryClient.setQueryData(keys.settings, { SendMessages: 'false' })
  const member = { _id: 'm1', name: 'Ana Maria da Costa Sousa' } as ResourceRecord<'members'>
  const charges = [{ _id: 'c1' } as ResourceRecord<'unsettledPayments'>]
  renderAt(<AdviceDialog member={member} charges={charges} onClose={() => undefined} />)
}

it('without means of payment, the dialog links to the payment settings', async () => {
  openAdvice('editor', true)
  const link = await screen.findByRole('link', { name: /Multibanco ou o IBAN/, hidden: true })
  expect(screen.getByRole('button', { name: 'Enviar a Ana Sousa', hidden: true })).toBeTruthy()
  expect(link.getAttribute('href')).toBe('/configuracaoSocios?separador=pagamentos')
})

it('hides settings and the sending pause from members', async () => {
  openAdvice('member', false)
  await screen.findByText(/Pague na secretaria/)
  expect(document.body.textContent).not.toContain('envio automático')
  expect(screen.queryByRole('link', { hidden: true })).toBeNull()
})
