import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { renderAt } from '../../api/testing-page.tsx'
import { ExcludedMembers } from './left-out.tsx'

const member = (memberNumber: number) => ({
  memberId: `m${memberNumber}`,
  memberNumber,
  name: `Pessoa ${memberNumber}`,
})

it('names the first members of a reason, and on request all of them, page by page', async () => {
  const { requests } = fakeServer(({ path }) => {
    const page = Number(path.at(-1))
    const data = page === 1 ? [member(1), member(2), member(3)] : [member(4)]
    return jsonResponse({ data, meta: { total: 4, page, limit: 3 } })
  })
  renderAt(
    <ExcludedMembers
      preview={{
        of: 'card_runs',
        data: {},
        input: { kind: 'missing', at: 7 },
        isStale: false,
        errors: undefined,
        problem: undefined,
      }}
      groups={[{ reason: 'ended', reasonLabel: 'Já saiu', count: 4, first: [member(1), member(2)] }]}
    />,
  )
  expect(screen.getByText(/^Já saíram/).textContent).toBe('Já saíram (4)')
  const names = () => screen.getAllByRole('link', { hidden: true }).map(({ textContent }) => textContent)
  const more = () => fireEvent.click(screen.getByRole('button', { hidden: true, name: 'Mostrar mais' }))
  expect(names()).toEqual(['Pessoa 1', 'Pessoa 2'])
  more()
  await screen.findByText('Pessoa 3')
  more()
  await screen.findByText('Pessoa 4')
  expect(names()).toEqual(['Pessoa 1', 'Pessoa 2', 'Pessoa 3', 'Pessoa 4'])
  expect(screen.queryByRole('button', { hidden: true })).toBeNull()
  const asked = { kind: 'missing', reason: 'ended' }
  expect(requests.map(({ path, body }) => [path, body])).toEqual(
    [1, 2].map((page) => [`card_runs/left_out?_page=${page}`, asked]),
  )
})
