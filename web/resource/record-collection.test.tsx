import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keys, recordQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { renderAt, logInAs } from '../api/testing-page.tsx'
import { RecordPathsContext } from '../paths/records.ts'
import { RecordCollection } from './record-collection.tsx'

beforeEach(() => {
  logInAs('editor')
  const text = { validation: [], group: '', listed: true, type: 'string', inputType: 'text' }
  const vote = { ...text, type: 'boolean', inputType: 'checkbox' }
  queryClient.setQueryData(keys.explainer, {
    data: {
      memberCategories: {
        hasVote: { ...vote, name: 'hasVote', label: 'Tem voto' },
        name: { ...text, name: 'name', label: 'Nome' },
        ...Object.fromEntries(
          ['a', 'b', 'c', 'd'].map((name) => [name, { ...text, name, label: `Facto ${name}` }]),
        ),
        code: { ...text, name: 'code', label: 'Código', listed: false },
      },
    },
    resources: {
      memberCategories: { title: 'name', sort: 'name', label: { many: 'Categorias' }, may: {} },
    },
  })
  fakeServer(() =>
    jsonResponse({
      data: [{ _id: 'c1', name: 'Efetivo', hasVote: true, a: '1', b: '2', c: '3', d: '4', code: '5' }],
      meta: { total: 1 },
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('is a table of the listed fields, the title first', async () => {
  renderAt(<RecordCollection resource="memberCategories" omit={['d' as never]} />)
  const heads = await screen.findAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Nome',
    'Tem voto',
    'Facto a',
    'Facto b',
    'Facto c',
  ])
})

it('links to the page that shows its records, or opens them in a dialog', async () => {
  const collection = <RecordCollection resource="memberCategories" />
  const { unmount } = renderAt(collection)
  expect(await screen.findByRole('button', { name: 'Efetivo' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  unmount()
  const paths = { memberCategories: '/categorias/:id' }
  renderAt(<RecordPathsContext value={paths}>{collection}</RecordPathsContext>)
  expect((await screen.findByRole('link', { name: 'Efetivo' })).getAttribute('href')).toBe('/categorias/c1')
})

it('on phones shows cards with all labelled values', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({ media, matches: media.includes('48em'), addEventListener() {}, removeEventListener() {} }) as never,
  )
  renderAt(<RecordCollection resource="memberCategories" />)
  expect(
    await screen.findByRole('button', {
      name: 'Efetivo Tem voto Sim Facto a 1 Facto b 2 Facto c 3 Facto d 4',
    }),
  ).toBeTruthy()
  expect(screen.queryByRole('columnheader')).toBeNull()
})

it('a field that the resource does not have is a compile error', () => {
  const read = async () => {
    const found = await queryClient.fetchQuery(recordQuery('contacts', 'c1'))
    // @ts-expect-error -- Contacts have no `nif`.
    return [found?.value, found?.nif]
  }
  expect(read).toBeTruthy()
})

it('a parent that the resource does not have is a compile error', () => {
  // @ts-expect-error -- Contacts have no nested list below payments.
  const wrong = <RecordCollection resource="contacts" parent={{ resource: 'payments', id: 'p1' }} />
  expect(wrong).toBeTruthy()
})
