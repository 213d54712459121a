import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { logInAs, renderAt } from '../../api/testing-page.tsx'
import LabelsDialog from './labels-dialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

const leftOut = [
  { reason: 'noAddress', reasonLabel: 'Sem morada', count: 1, first: [{ memberId: 'm9', name: 'Rui Sem' }] },
]

/** Opens the dialog for two debts of members. */
function openDialog(answer: object) {
  logInAs('editor')
  const { requests } = fakeServer(({ path }) =>
    jsonResponse({ data: path.startsWith('address_labels') ? answer : [] }),
  )
  const onClose = vi.fn<() => void>()
  const audience = { ids: ['d1', 'd2'] }
  renderAt(<LabelsDialog recordsOf="unsettledPayments" audience={audience} onClose={onClose} />)
  return { requests, onClose }
}

const previews = (requests: { path: string; body?: unknown }[]) =>
  requests.filter(({ path }) => path === 'address_labels/preview').map(({ body }) => body)

it('counts the labels of the selection, on the chosen paper, and says who gets none', async () => {
  const { requests } = openDialog({ count: 2, sheets: 1, leftOut })
  await screen.findByText(/^2 etiquetas em 1 folha, pela ordem do código postal/)
  expect(screen.getByText(/Sem morada/)).toBeTruthy()
  const chosen = { recordsOf: 'unsettledPayments', audience: { ids: ['d1', 'd2'] } }
  expect(previews(requests)[0]).toEqual({ ...chosen, paper: '70x37', first: 1, perAddress: false })
  fireEvent.click(screen.getByRole('radio', { name: /105/, hidden: true }))
  await waitFor(() => expect(previews(requests).at(-1)).toMatchObject({ ...chosen, paper: '105x37' }))
})

it('does not open a PDF without labels', async () => {
  const { requests, onClose } = openDialog({ count: 0, sheets: 0, leftOut })
  await screen.findByText('Nenhuma etiqueta para imprimir.')
  expect(screen.getByRole('button', { name: 'Abrir o PDF', hidden: true })).toHaveProperty('disabled', true)
  expect(requests.some(({ path }) => path === 'address_labels/export')).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})
