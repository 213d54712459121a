import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { renderAt } from '../../api/testing-page.tsx'
import { askAgainAfter, MbwayRequest } from './gateway-ways.tsx'

const none = { canRequestReference: false, reference: null, mbway: null, isReceived: false }
const request = (status: string, expiresAt: string | null = null) => ({ status, expiresAt, problem: null })

it('asks again while something is awaited, and not once it is paid', () => {
  const shown = { requests: none, multibanco: null, total: 24 }
  expect(askAgainAfter(shown)).toBe(false)
  expect(askAgainAfter({ ...shown, requests: { ...none, reference: request('created') } })).toBe(1000)
  expect(askAgainAfter({ ...shown, requests: { ...none, mbway: request('pending') } })).toBe(3000)
  expect(askAgainAfter({ ...shown, multibanco: { expiresAt: '2026-12-26T23:59:59Z' } })).toBe(10_000)
  expect(askAgainAfter({ ...shown, multibanco: { expiresAt: null } })).toBe(false)
  const pending = { ...none, mbway: request('pending') }
  expect(askAgainAfter({ ...shown, requests: pending, total: 0 })).toBe(false)
})

it('a pending request counts down and cannot be repeated; an expired one can', () => {
  const soon = new Date(Date.now() + 185_000).toISOString()
  renderAt(<MbwayRequest request={request('pending', soon)} phone={null} ask={async () => undefined} />)
  expect(screen.getByRole('timer').textContent).toMatch(/^3:0[45]$/)
  expect(screen.getByRole('button', { name: 'Pedir pagamento' })).toHaveProperty('disabled', true)
  cleanup()
  renderAt(<MbwayRequest request={request('expired', soon)} phone={null} ask={async () => undefined} />)
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('O pedido expirou sem resposta.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reenviar pedido' })).toHaveProperty('disabled', false)
})

it('says when nobody knows whether a request arrived', () => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const doubtful = { status: 'pending', expiresAt, problem: 'O serviço de pagamentos não respondeu.' }
  renderAt(<MbwayRequest request={doubtful} phone={null} ask={async () => undefined} />)
  expect(screen.getByText(/Não sabemos se o pedido chegou ao telemóvel/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pedir pagamento' })).toHaveProperty('disabled', true)
})

it('proposes the mobile of whom owes, and says what the server refuses', async () => {
  const refusal = new ApiError(422, 'x', { errors: { phone: ['Indique um telemóvel português.'] } })
  const ask = vi.fn(async () => {
    throw refusal
  })
  renderAt(<MbwayRequest request={null} phone="+351912345678" ask={ask} />)
  expect(screen.getByRole('textbox', { name: 'Telemóvel' })).toHaveProperty('value', '912 345 678')
  fireEvent.click(screen.getByRole('button', { name: 'Pedir pagamento' }))
  await waitFor(() => expect(screen.getByText('Indique um telemóvel português.')).toBeTruthy())
  expect(ask).toHaveBeenCalledWith('912 345 678')
})
