import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainNothing, logInAs, renderAt } from '../../api/testing-page.tsx'
import { MessageToEverybody } from './message-to-everybody.tsx'

beforeEach(() => {
  logInAs('admin')
  explainNothing()
})

it('sends the message with an idempotency key, shows a refusal at the field, and is empty after sending', async () => {
  const refusal = { message: 'Há erros.', errors: { message: ['Escreva a mensagem.'] } }
  const { requests } = fakeServer(({ body }) =>
    (body as { message: string }).message === '' ? jsonResponse(refusal, 422) : jsonResponse(undefined, 204),
  )
  renderAt(<MessageToEverybody />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' })
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar a todos' }))
  expect(await screen.findByText('Escreva a mensagem.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field))

  fireEvent.change(field, { target: { value: 'Vou reiniciar às 18:00.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar a todos' }))
  await waitFor(() => expect(field.value).toBe(''))
  expect(requests[1]).toMatchObject({
    method: 'POST',
    path: 'server_messages',
    body: { message: 'Vou reiniciar às 18:00.' },
  })
  expect(requests[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(screen.queryByText('Escreva a mensagem.')).toBeNull()
})
