import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { ChargeMenu, OpenCharges } from './open-charges.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

it('charge menu: offers to release credit only for charges that credit paid', async () => {
  logInAs('editor')
  fakeServer(() => jsonResponse({ data: [] }))
  const actions = [{ name: 'cancel' }, { name: 'releaseCredit', label: 'Devolver o crédito usado' }]
  queryClient.setQueryData(keys.explainer, {
    data: {},
    resources: { unsettledPayments: { actions, may: { update: true } } },
  })
  const partial = {
    _id: 'd1',
    amount: 24,
    paidAmount: 10,
    status: 'partial',
  } as ResourceRecord<'unsettledPayments'>
  renderAt(
    <>
      <ChargeMenu
        charge={{ ...partial, description: 'Quota 2025', usesCredit: false }}
        onRequest={() => undefined}
      />
      <ChargeMenu
        charge={{ ...partial, description: 'Quota 2026', usesCredit: true }}
        onRequest={() => undefined}
      />
    </>,
  )
  const offered = async (description: string) => {
    fireEvent.click(screen.getByRole('button', { name: `Ações de ${description}` }))
    await screen.findByRole('menuitem', { name: 'Anular' })
    const words = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    return words
  }
  expect(await offered('Quota 2025')).toEqual(['Alterar', 'Histórico', 'Anular'])
  expect(await offered('Quota 2026')).toEqual(['Alterar', 'Devolver o crédito usado', 'Histórico', 'Anular'])
})

it('members pay on their own page: a reference to copy, or an MB WAY request with a countdown', async () => {
  logInAs('member')
  const asked = new Date(Date.now() + 200_000).toISOString()
  let request: object | null = null
  const { requests } = fakeServer(({ path }) => {
    if (path === 'mbway') {
      request = { status: 'pending', expiresAt: asked, problem: null }
      return jsonResponse({ data: {} }, 201)
    }
    if (!path.startsWith('payment_advice')) return jsonResponse({ data: [] })
    return jsonResponse({
      data: {
        lines: [{ description: 'Quota 2026', amount: 24, dueDate: '2026-03-31' }],
        total: 24,
        deadlines: [{ date: '2026-12-07', amount: 24 }],
        later: null,
        multibanco: { entity: '99999', reference: '123456789', amount: 24, expiresAt: null },
        mbway: { available: true, phone: '+351912345678' },
        requests: { canRequestReference: false, reference: null, mbway: request, isReceived: false },
        multibancoProblem: null,
        transfer: null,
        publicId: null,
        pdfUrl: null,
      },
    })
  })
  queryClient.setQueryData(keys.explainer, { data: {}, resources: {} })
  queryClient.setQueryData(keys.settings, {})
  const amounts = { amount: 24, openAmount: 24, paidAmount: 0 }
  const charge = { _id: 'c1', description: 'Quota 2026', dueDate: '2026-03-31', ...amounts }
  const member = { _id: 'm1', name: 'Ana Sousa' } as ResourceRecord<'members'>
  renderAt(
    <OpenCharges
      member={member}
      charges={[charge as ResourceRecord<'unsettledPayments'>]}
      mayWrite={false}
      isOwn
    />,
  )
  expect(screen.queryByRole('button', { name: 'Aviso de pagamento' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Pagar' }))
  await screen.findByText('99999')
  expect(screen.getAllByRole('button', { name: /^Copiar/, hidden: true }).length).toBeGreaterThan(1)
  fireEvent.click(screen.getByRole('button', { name: 'Pedir pagamento', hidden: true }))
  const timer = await screen.findByRole('timer', { hidden: true })
  expect(timer.textContent).toMatch(/^3:\d\d$/)
  const [sent] = requests.filter(({ path }) => path === 'mbway')
  expect(sent?.body).toEqual({ memberId: 'm1', chargeIds: ['c1'], phone: '912 345 678' })
  expect(screen.queryByRole('button', { name: /Enviar a/, hidden: true })).toBeNull()
})
