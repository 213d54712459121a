import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { FoundMember } from './found-member.tsx'

const member = {
  _id: 'm1',
  name: 'Rui Mendes',
  memberNumber: 12,
  categoryLabel: 'Efetivo',
  nif: '200000004',
  email: 'ana@exemplo.pt',
  currentStateLabel: 'Ativo',
  currentStateTone: 'green',
  quotaStrip: null,
  balance: 0,
  overdueAmount: 0,
} as unknown as ResourceRecord<'members'>

function show(search: string, more: object = {}) {
  beginAs('editor', explainerOf('members'))
  renderAt(<FoundMember member={{ ...member, ...more }} search={search} />)
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  return { text: document.body.textContent ?? '', marked }
}

it('says which field has the words that neither name nor number shows, and marks them', () => {
  const { text, marked } = show('200000004')
  expect(text).toContain('n.º\u00A012 · Efetivo · NIF 200000004')
  expect(marked).toEqual(['200000004'])
})

it('of several words it names only the fields of those that are not seen', () => {
  const { text, marked } = show('rui exemplo')
  expect(text).toContain('Email ana@exemplo.pt')
  expect(text).not.toContain('NIF')
  expect(marked).toEqual(['Rui', 'exemplo'])
})

it.each(['mendes', '12', ''])('says no reason where name or number have the words: «%s»', (search) => {
  expect(show(search).text).not.toMatch(/NIF|Email/)
})

it('shows what is owed, whether it is late, and a state that is not the usual one', () => {
  show('rui', { balance: 24, overdueAmount: 12, currentStateLabel: 'Suspenso', currentStateTone: 'red' })
  expect(screen.getByText(/24,00/).getAttribute('data-late')).toBe('true')
  expect(screen.getByText('Suspenso')).toBeTruthy()
})

it('says that nothing is owed', () => {
  show('rui')
  expect(screen.getByText('em dia').getAttribute('data-late')).toBe('false')
  expect(screen.queryByText('Ativo')).toBeNull()
})
