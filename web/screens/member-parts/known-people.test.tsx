import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainNothing, logInAs, renderAt } from '../../api/testing-page.tsx'
import {
  duplicatesQuery,
  editDuplicatesQuery,
  PossibleDuplicates,
  usePossibleDuplicates,
} from './known-people.tsx'

describe('search for possible duplicates', () => {
  it('sends no query until the values can identify a person', () => {
    expect(duplicatesQuery({ name: 'Ana' })).toBe('')
    expect(duplicatesQuery({ birthDate: '1990-01-01' })).toBe('')
    expect(duplicatesQuery({ name: 'Ana', birthDate: '1990-01-01' })).toBe('name=Ana&birthDate=1990-01-01')
    expect(duplicatesQuery({ name: 'Ana', nif: '123456789' })).toBe('nif=123456789&name=Ana')
  })

  it.each([
    [[], ''],
    [['city'], ''],
    [['nif'], 'nif=123456789&except=p1'],
    [['email', 'city'], 'email=ana%40exemplo.pt&except=p1'],
    [['name'], 'name=Ana&birthDate=1990-01-01&except=p1'],
    [['birthDate'], 'name=Ana&birthDate=1990-01-01&except=p1'],
  ])('for a registered person, searches by the changed fields %j', (changes, query) => {
    const ana = { name: 'Ana', birthDate: '1990-01-01', nif: '123456789', email: 'ana@exemplo.pt' }
    expect(editDuplicatesQuery(ana, { personId: 'p1', changes })).toBe(query)
  })
})

function Duplicates() {
  const [nif, setNif] = useState('')
  return (
    <>
      <input aria-label="NIF" value={nif} onChange={(event) => setNif(event.currentTarget.value)} />
      <PossibleDuplicates people={usePossibleDuplicates({ nif })} onUse={() => undefined} />
    </>
  )
}

it('people found for an earlier NIF are not offered for a changed one, nor for an empty one', async () => {
  logInAs('editor')
  explainNothing()
  const pending: (() => void)[] = []
  fakeServer(({ path }) => {
    const nif = new URLSearchParams(path.split('?')[1]).get('nif')
    const person = { _id: `p${nif}`, name: `Pessoa ${nif}`, memberId: null, reason: 'nif' }
    const answer = jsonResponse({ data: [person] })
    return nif === '222222222' ? new Promise((resolve) => pending.push(() => resolve(answer))) : answer
  })
  renderAt(<Duplicates />)
  const type = (value: string) => fireEvent.change(screen.getByLabelText('NIF'), { target: { value } })
  const use = () => screen.queryByRole('button', { name: 'Usar esta pessoa' })
  type('111111111')
  await screen.findByText('Pessoa 111111111')
  type('222222222')
  expect(use()).toBeNull()
  await waitFor(() => expect(pending).toHaveLength(1))
  expect(use()).toBeNull()
  await act(async () => pending[0]?.())
  await screen.findByText('Pessoa 222222222')
  expect(screen.queryByText('Pessoa 111111111')).toBeNull()
  type('')
  expect(use()).toBeNull()
})
