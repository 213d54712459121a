import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import type { Role } from '../../api/tokens.ts'
import { FormSections } from './form-sections.tsx'
import { useRecordForm } from './use-record-form.ts'

const known: Record<string, { city: string; municipality: string | null }> = {
  '3000-123': { city: 'Coimbra', municipality: 'Coimbra' },
  '3060-187': { city: 'Cantanhede', municipality: null },
}

function show(record: Record<string, unknown>, role: Role = 'admin') {
  const explainer = explainerOf('people', ...(role === 'member' ? [] : (['peopleResearcher'] as const)))
  beginAs(role, explainer)
  const { requests } = fakeServer(({ path }) => {
    const code = new URLSearchParams(path.split('?')[1]).get('postalCode') ?? ''
    return jsonResponse(
      path.includes('/locality') ? { data: known[code] ?? null } : { errors: {}, warnings: {} },
    )
  })
  const names = ['postalCode', 'city', 'municipality']
  const fields = Object.fromEntries(
    Object.entries(explainer.data.people ?? {}).filter(([name]) => names.includes(name)),
  )
  function Form() {
    return (
      <FormSections
        form={useRecordForm({
          resource: 'people',
          fields,
          record: { _id: 'p1', ...record },
          keepsDraft: false,
        })}
      />
    )
  }
  renderAt(<Form />)
  return () => requests.filter(({ path }) => path.includes('/locality')).map(({ path }) => path)
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })
const place = () => [input('Localidade').value, input('Concelho').value]

it('a postal code fills the empty locality, a second one replaces the filled text, and an unknown one clears it', async () => {
  const asked = show({})
  type('Código postal', '3000')
  type('Código postal', '3000-123')
  await waitFor(() => expect(place()).toEqual(['Coimbra', 'Coimbra']))
  type('Código postal', '3060-187')
  await waitFor(() => expect(place()).toEqual(['Cantanhede', '']))
  type('Código postal', '9999-999')
  await waitFor(() => expect(place()).toEqual(['', '']))
  expect(asked()).toHaveLength(3)
  expect(asked()[0]).toBe('people_researcher/locality?postalCode=3000-123')
  type('Código postal', '3000-123')
  await waitFor(() => expect(place()).toEqual(['Coimbra', 'Coimbra']))
})

it('what was typed stays, also when the answer comes later, and an emptied field stays empty', async () => {
  show({ municipality: 'Lousã' })
  type('Código postal', '3000-123')
  await waitFor(() => expect(place()).toEqual(['Coimbra', 'Lousã']))
  type('Localidade', '')
  await act(async () => {})
  expect(place()).toEqual(['', 'Lousã'])
  type('Localidade', 'Ceira')
  type('Código postal', '3060-187')
  await act(async () => {})
  expect(place()).toEqual(['Ceira', 'Lousã'])
  type('Código postal', '9999-999')
  await act(async () => {})
  expect(place()).toEqual(['Ceira', 'Lousã'])
})

it('an unknown postal code clears only the text that was filled', async () => {
  const asked = show({ municipality: 'Lousã' })
  type('Código postal', '3000-123')
  await waitFor(() => expect(place()).toEqual(['Coimbra', 'Lousã']))
  type('Código postal', '9999-999')
  await waitFor(() => expect(asked()).toHaveLength(2))
  await waitFor(() => expect(place()).toEqual(['', 'Lousã']))
})

it('a stored record, a foreign code and people who may not search ask nothing', async () => {
  const ofRecord = show({ postalCode: '3000-123' })
  await act(async () => {})
  expect([place(), ofRecord()]).toEqual([['', ''], []])
})

it.each([
  ['a foreign code', { country: 'ES' }, 'admin'],
  ['a person who may not search', {}, 'member'],
] as const)('%s asks nothing', async (_what, record, role) => {
  const asked = show(record, role)
  type('Código postal', '3000-123')
  await act(async () => {})
  expect([place(), asked()]).toEqual([['', ''], []])
})
