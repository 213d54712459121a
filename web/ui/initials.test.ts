import { expect, it } from 'vitest'
import { firstAndLastName, initialsOf } from './initials.ts'

it.each([
  ['António Luís Gonçalves', 'AG'],
  ['Paulo de Fonseca', 'PF'],
  ['élio tavares ramos', 'ÉR'],
  ['Ana', 'A'],
  ['  ', ''],
])('%s → %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it('a long name is said by its first and its last word', () => {
  expect(firstAndLastName('Maria do Céu Antunes de Sousa')).toBe('Maria Sousa')
  expect(firstAndLastName('Ana')).toBe('Ana')
})
