import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { BulkWorkDialog } from '../resource/bulk-work-dialog.tsx'
import { recallWork, type BulkWork } from '../resource/bulk-work.ts'
import { LeftWork } from './left-work.tsx'

const work: BulkWork = {
  title: 'Enviar de novo 4 mensagens',
  resource: 'messages',
  action: 'resend',
  input: {},
  namedBy: ['recipient', 'subject'],
  alsoChanges: [],
}
/** What was asked of whom, with what key. */
let asked: [path: string, key: string | undefined][] = []
let isThere = true

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  sessionStorage.clear()
  asked = []
  isThere = true
  vi.spyOn(api, 'read').mockResolvedValue({ _id: '2', recipient: '', subject: 'Convocatória' })
  vi.spyOn(api, 'act').mockImplementation((path, _body, key) => {
    asked.push([path, key])
    if (path.includes('/2/')) return Promise.reject(new ApiError(409, 'Está a sair.'))
    if (path.includes('/3/') && !isThere)
      return Promise.reject(new ApiError(0, 'Sem contacto.', { code: 'network' }))
    return Promise.resolve({ data: { _id: 'x' } } as never)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(dialog: ReactNode): void {
  const client = new QueryClient()
  client.setQueryData(keys.explainer, { data: {}, resources: { messages: { label: { gender: 'f' } } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{dialog}</QueryClientProvider>
    </MantineProvider>,
  )
}

function begin(): void {
  show(
    <BulkWorkDialog
      work={work}
      ids={() => Promise.resolve(['1', '2', '3', '4'])}
      onClose={() => undefined}
    />,
  )
}

/** Contact is lost at the third, and the page is loaded anew. */
async function loseContact(): Promise<void> {
  isThere = false
  begin()
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  cleanup()
  isThere = true
}

it('what contact was lost in is told by the next page, which goes on with the same keys', async () => {
  await loseContact()
  show(<LeftWork />)
  expect(await screen.findByText('1 de 4 feitas')).toBeTruthy()
  expect(screen.getByText('Convocatória').parentElement?.textContent).toBe('Convocatória: Está a sair.')
  expect(asked, 'nothing is done unless somebody says so').toHaveLength(3)

  fireEvent.click(screen.getByText('Continuar'))
  expect(await screen.findByText('3 de 4 feitas')).toBeTruthy()
  expect(asked.map(([path]) => path.split('/').at(-2))).toEqual(['1', '2', '3', '3', '4'])
  expect(asked[3]?.[1], 'the one that may have been done is not done again').toBe(asked[2]?.[1])
  expect(new Set(asked.map(([, key]) => key)).size).toBe(4)

  fireEvent.click(screen.getByText('Fechar'))
  expect(recallWork()).toBeUndefined()
})

it('what is left as it is is not offered again', async () => {
  await loseContact()
  show(<LeftWork />)
  fireEvent.click(await screen.findByText('Deixar assim'))
  expect(asked).toHaveLength(3)
  expect(recallWork()).toBeUndefined()
})

it('what came to its end, or was stopped, leaves nothing', async () => {
  begin()
  expect(await screen.findByText('3 de 4 feitas')).toBeTruthy()
  fireEvent.click(screen.getByText('Fechar'))
  expect(recallWork()).toBeUndefined()
})
