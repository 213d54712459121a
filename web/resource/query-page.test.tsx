import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keys, recordQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { explainNothing, renderAt, logInAs } from '../api/testing-page.tsx'
import { QueryPage } from './query-page.tsx'

beforeEach(() => {
  logInAs('admin')
  explainNothing()
})

it('shows the error and retries', async () => {
  let status = 422
  fakeServer(() => jsonResponse({ message: 'Hoje não.', data: { _id: 't1', name: 'Azul' } }, status))
  renderAt(<Thing />)
  await screen.findByText('Hoje não.')
  status = 200
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await screen.findByText('Azul')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows `none` for a missing record', async () => {
  fakeServer(() => jsonResponse({ message: 'Não foi encontrado.' }, 404))
  renderAt(<Thing />)
  await screen.findByText('Nada aqui')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('keeps data and input when a refetch fails', async () => {
  let status = 200
  const { requests } = fakeServer(() =>
    jsonResponse({ message: 'Hoje não.', data: { _id: 't1', name: 'Azul' } }, status),
  )
  renderAt(<Thing />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'meio escrito' } })
  status = 422
  await act(() => queryClient.invalidateQueries({ queryKey: keys.record('things', 't1') }))
  expect(requests).toHaveLength(2)
  expect(screen.getByText('Azul')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('meio escrito')
})

function Thing() {
  const query = useQuery(recordQuery('things', 't1'))
  return (
    <QueryPage query={query} missing={<p>Nada aqui</p>}>
      {({ name }) => (
        <label>
          {name}
          <input />
        </label>
      )}
    </QueryPage>
  )
}
