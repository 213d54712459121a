import { fireEvent, screen } from '@testing-library/react'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt } from '../../api/testing-page.tsx'
import { filterFields } from './filters.ts'
import { ListFilters } from './list-filters.tsx'

beforeEach(() => {
  fakeServer(() => jsonResponse({ data: {}, resources: {} }))
})

it('each active filter has a chip that removes it', () => {
  const onChange = vi.fn()
  const filters = { year: ['2022'], about: ['payments'], status: ['open'] }
  renderAt(
    <ListFilters fields={fields} setups={[{ field: 'status' }]} filters={filters} onChange={onChange} />,
  )
  for (const name of ['Estado: open', 'Ano: 2022', 'Sobre: payments'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retirar o filtro Ano' }))
  expect(onChange).toHaveBeenLastCalledWith({ about: ['payments'], status: ['open'] })
  fireEvent.click(screen.getByRole('button', { name: 'Retirar o filtro Sobre' }))
  expect(onChange).toHaveBeenLastCalledWith({ year: ['2022'], status: ['open'] })
})

it('filters that are part of a preset come and go with it, and have no chip', () => {
  const onChange = vi.fn()
  const presets = [
    { label: 'abertos', values: ['open'], also: { about: ['payments'] } },
    { label: 'fechados', values: ['closed'] },
  ]
  const setups = [{ field: 'status', presets }]
  const { unmount } = renderAt(
    <ListFilters
      fields={fields}
      setups={setups}
      filters={{ status: ['open'], about: ['payments'], year: ['2022'] }}
      onChange={onChange}
    />,
  )
  expect(screen.queryByRole('button', { name: /Sobre/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retirar o filtro Ano' }))
  expect(onChange).toHaveBeenLastCalledWith({ status: ['open'], about: ['payments'] })
  fireEvent.click(screen.getByRole('button', { name: 'Retirar o filtro Estado' }))
  expect(onChange).toHaveBeenLastCalledWith({ year: ['2022'] })
  unmount()
  renderAt(
    <ListFilters
      fields={fields}
      setups={setups}
      filters={{ status: ['open'], about: ['charges'] }}
      onChange={onChange}
    />,
  )
  expect(screen.getByRole('button', { name: 'Sobre: charges' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retirar o filtro Sobre' }))
  expect(onChange).toHaveBeenLastCalledWith({ status: ['open'], about: ['payments'] })
})

it('a filter that only the address brings comes before the usual chips', () => {
  renderAt(
    <ListFilters
      fields={fields}
      setups={[{ field: 'status' }]}
      filters={{ about: ['payments'], status: ['open'] }}
      onChange={() => undefined}
    />,
  )
  const chips = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(chips.indexOf('Sobre: payments')).toBeLessThan(chips.indexOf('Estado: open'))
})

it('hidden fields are not offered', () => {
  renderAt(
    <ListFilters fields={fields} setups={[{ field: 'status' }]} filters={{}} onChange={() => undefined} />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Mais filtros' }))
  expect(screen.getByRole('button', { name: 'Ano' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sobre' })).toBeNull()
})

it.each([
  ['Ano', { year: ['null'] }],
  ['Estado', { status: ['null'] }],
  ['Tipo', { kind: ['null'] }],
])('%s can be filtered by empty values', async (label, filters) => {
  const onChange = vi.fn()
  const setups = [{ field: 'status' }, { field: 'year' }, { field: 'kind' }]
  renderAt(<ListFilters fields={fields} setups={setups} filters={{}} onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: label }))
  fireEvent.click(await screen.findByText('Em branco'))
  expect(onChange).toHaveBeenLastCalledWith(filters)
})

it('an instant is filtered by day', async () => {
  const sent: FieldDescriptor = {
    ...shared,
    name: 'sentAt',
    label: 'Data',
    type: 'datetime',
    inputType: 'datetime',
  }
  const onChange = vi.fn()
  const setups = [{ field: 'sentAt' }]
  renderAt(
    <ListFilters fields={filterFields({ sentAt: sent })} setups={setups} filters={{}} onChange={onChange} />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Data' }))
  expect((await screen.findByLabelText('Desde')).getAttribute('placeholder')).toBe('dd/mm/aaaa')
})

const shared = { validation: [], group: '', filterable: true }
const line: Pick<FieldDescriptor, 'type' | 'inputType'> = { type: 'string', inputType: 'text' }
const fields: FieldMap = {
  status: { ...shared, ...line, name: 'status', label: 'Estado' },
  year: { ...shared, name: 'year', label: 'Ano', type: 'int32', inputType: 'number' },
  kind: { ...shared, ...line, inputType: 'select', name: 'kind', label: 'Tipo', options: [] },
  about: { ...shared, ...line, name: 'about', label: 'Sobre', hidden: true },
}
