import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import MandatesList from '../direct-debit/mandates-list.tsx'
import PaymentsList from '../payments/payments-list.tsx'

it.each([
  ['payments', PaymentsList],
  ['mandates', MandatesList],
] as const)('the list of %s prints labels of its selection', async (name, List) => {
  beginAs('editor', explainerOf(...(['members', name] satisfies ResourceName[])))
  const record = {
    _id: 'r1',
    _version: 1,
    memberId: 'm1',
    memberLabel: 'Ana Reis',
    amount: 5,
    receiptNumber: '2026/7',
    reference: '2026/7',
  }
  const { requests } = fakeServer(({ path }) => {
    if (path.startsWith('address_labels')) return jsonResponse({ data: { count: 1, sheets: 1, leftOut: [] } })
    return jsonResponse({ data: [record], meta: { total: 1 } })
  })
  renderAt(<List />, '/lista')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar 2026/7' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Imprimir etiquetas' }))
  await waitFor(() =>
    expect(requests.find(({ path }) => path === 'address_labels/preview')?.body).toMatchObject({
      recordsOf: name,
      audience: { ids: ['r1'] },
    }),
  )
})
