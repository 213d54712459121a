import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import { BulkProgress } from './bulk-progress.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(cleanup)

function show(ids: () => Promise<string[]>, each: (id: string) => Promise<unknown>): void {
  render(
    <MantineProvider env="test">
      <BulkProgress
        title="Mudar o estado"
        gender="m"
        ids={ids}
        each={each}
        nameOf={(id) => Promise.resolve(`Sócio ${id}`)}
        onClose={() => undefined}
      />
    </MantineProvider>,
  )
}

it('what has no answer in time is asked for again, and never told as done', async () => {
  const asked: string[] = []
  show(
    () => Promise.resolve(['1', '2', '3', '4']),
    async (id) => {
      const isFirst = !asked.includes(id)
      asked.push(id)
      if (id === '2') throw new ApiError(409, 'Já está nesse estado.')
      return id === '4' || (id === '3' && isFirst) ? undefined : { _id: id }
    },
  )
  expect(await screen.findByText(/O servidor não respondeu a tempo/)).toBeTruthy()
  expect(screen.getByText('2 de 4 feitos')).toBeTruthy()
  expect(screen.getByText('Sócio 2').parentElement?.textContent).toContain('Já está nesse estado.')
  expect(screen.getByText('Sócio 4').parentElement?.textContent).toContain('Veja se ficou feito.')
  expect(screen.getByText('Fechar')).toBeTruthy()
  expect(asked).toEqual(['1', '2', '3', '3', '4', '4', '4'])
})

it('says so when it is not known which records are chosen, and does nothing', async () => {
  const asked = vi.fn(() => Promise.resolve({}))
  show(() => Promise.reject(new ApiError(500, 'Não.')), asked)
  expect(await screen.findByText(/Nada foi feito/)).toBeTruthy()
  expect(screen.getByText('Fechar')).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})
