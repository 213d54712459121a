import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { ListFilters } from './list-filters.tsx'
import type { Filters } from './list-state.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  beginAs('admin', explainerOf('memberCategories'))
  return () => vi.unstubAllGlobals()
})

const words = ['Ativo', 'Pago', 'Pendente', 'Anulado', 'Perdoado', 'Novo', 'Outro', 'Velho', 'Zero', 'Único']

function choices(name: string, count: number): FieldDescriptor {
  const options = words.slice(0, count).map((label) => ({ value: label, label }))
  return {
    name,
    label: name,
    group: '',
    type: 'string',
    inputType: 'select',
    validation: [],
    filterable: true,
    options,
  }
}

const category: FieldDescriptor = {
  ...choices('Categoria', 0),
  inputType: 'reference',
  reference: 'memberCategories',
}

function Filtered({ fields }: { fields: FieldDescriptor[] }) {
  const [filters, setFilters] = useState<Filters>({})
  const byName = Object.fromEntries(fields.map((field) => [field.name, field]))
  return <ListFilters fields={byName} setups={[]} filters={filters} onChange={setFilters} />
}

/** Opens a filter, and waits until something of it has the focus. */
async function open(name: string) {
  const chip = screen.getByRole('button', { name })
  chip.focus()
  fireEvent.click(chip)
  await waitFor(() => expect(focused().closest('dialog')?.querySelector('fieldset')).toBeTruthy())
  await waitFor(() => expect(focused().matches('input')).toBe(true))
}

const focused = () => document.activeElement as HTMLElement
const press = (key: string) => fireEvent.keyDown(focused(), { key })
const labelOfFocused = () => (focused() as HTMLInputElement).labels?.[0]?.textContent

it('opening few choices focuses the first, and letters move to the first that begins with them', async () => {
  renderAt(<Filtered fields={[choices('Estado', 5)]} />)
  await open('Estado')
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(labelOfFocused()).toBe('Ativo')
  press('p')
  expect(labelOfFocused()).toBe('Pago')
  press('e')
  expect(labelOfFocused()).toBe('Pendente')
  press('r')
  expect(labelOfFocused()).toBe('Perdoado')
  fireEvent.click(focused())
  expect(screen.getByRole('button', { name: 'Estado: perdoado' })).toBeTruthy()
})

it('opening many choices focuses the search, and typing in the list searches', async () => {
  renderAt(<Filtered fields={[choices('Estado', 10)]} />)
  await open('Estado')
  expect(focused()).toBe(screen.getByRole('searchbox'))
  fireEvent.change(focused(), { target: { value: 'pe' } })
  expect(
    screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual(['Pendente', 'Perdoado'])
  act(() => screen.getAllByRole('checkbox')[0]?.focus())
  press('p')
  expect(focused()).toBe(screen.getByRole('searchbox'))
})

it('records of a small list take the focus when they arrive', async () => {
  let answer = () => {}
  const rows = ['Efetivo', 'Correspondente'].map((name) => ({ _id: name, name }))
  fakeServer(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(jsonResponse({ data: rows, meta: { total: 2 } }))
      }),
  )
  renderAt(<Filtered fields={[category]} />)
  const opened = open('Categoria')
  await waitFor(() => {
    answer()
    expect(screen.getByLabelText('Efetivo')).toBeTruthy()
  })
  await opened
  expect(labelOfFocused()).toBe('Efetivo')
  press('c')
  expect(labelOfFocused()).toBe('Correspondente')
})
