import { expect, it } from 'vitest'
import { markedParts } from './marked-text.tsx'

const marked = (text: string, search: string) =>
  markedParts(text, search)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

it.each([
  ['António Luís Gonçalves', 'goncal', 'António Luís [Gonçal]ves'],
  ['Ana Banana', 'ana', '[Ana] B[ana]na'],
  ['n.º 137', '37', 'n.º 1[37]'],
  ['José', 'josé x', '[José]'],
  ['Zé', '', 'Zé'],
])('in “%s” the search “%s” is marked', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected)
})
