import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['António Luís Gonçalves', 'AG'],
  ['Paulo de Fonseca', 'PF'],
  ['élio tavares ramos', 'ÉR'],
  ['Ana', 'A'],
  ['  ', ''],
])('%s → %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
