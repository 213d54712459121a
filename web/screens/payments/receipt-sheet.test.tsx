import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

beforeEach(() => {
  logInAs('admin')
})

const receipt = {
  title: 'Recibo n.º Q/2026/000001',
  cancelled: 'Engano',
  returned: null,
  facts: [],
  groups: [],
  total: '24,00 €',
  words: 'Recebemos de Ana Rocha a quantia de 24,00 € (vinte e quatro euros).',
  notes: [],
  checkCode: '7K3M9QX2VT4D',
  checkUrl: 'https://clube.exemplo.pt/verificarRecibo/7K3M-9QX2-VT4D',
}

it('a cancelled receipt is drawn without the time when the payment record is still the old one', async () => {
  fakeServer(({ path }) =>
    jsonResponse({ data: path.endsWith('/receipt') ? { receipt } : {}, resources: {} }),
  )
  const record = {
    _id: 'p1',
    _version: 1,
    status: 'registered',
    cancelledAt: null,
  } as ResourceRecord<'payments'>
  renderAt(<ReceiptSheet record={record} />)
  expect(await screen.findByText('ANULADO')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toBe('ANULADOEngano')
})
