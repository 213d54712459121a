import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { logInAs, renderAt } from '../../api/testing-page.tsx'
import HoldersDialog from './holders-dialog.tsx'

const download = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Descarregar NIF e IBAN', hidden: true }))

/** Opens the dialog of a batch with these pairs to be confirmed. Returns the files that it saves. */
function openHolders(pairs: { nif: string; iban: string }[], withoutNif: number): Blob[] {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return '#'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  logInAs('editor')
  fakeServer(({ path }) =>
    path === 'mandates/holders?batchId=b1'
      ? jsonResponse({ data: { pairs, withoutNif } })
      : jsonResponse({ data: {} }),
  )
  renderAt(<HoldersDialog batchId="b1" onClose={() => undefined} />)
  return saved
}

it('saves the pairs of a batch as CSV, and says which holders have no NIF', async () => {
  const saved = openHolders([{ nif: '210000013', iban: 'PT50000201231234567890154' }], 2)
  download()
  expect((await screen.findByText(/1 par descarregado/)).textContent).toContain(
    '2 autorizações não têm o NIF',
  )
  expect(await saved[0]?.text()).toBe('NIF;IBAN\r\n210000013;PT50000201231234567890154\r\n')
})

it('saves no file without pairs', async () => {
  const saved = openHolders([], 0)
  download()
  expect((await screen.findByText(/Não há pares/)).textContent).toBe('Não há pares por confirmar.')
  expect(saved).toEqual([])
})
