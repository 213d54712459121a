import { expect, it } from 'vitest'
import { afterLabel } from './error-summary.tsx'

it('does not repeat the label when the message begins with it', () => {
  const textOf = (label: string, problem: string) => label + afterLabel(label, problem)
  expect(textOf('NIF', 'NIF inválido: não pode começar por 0.')).toBe('NIF inválido: não pode começar por 0.')
  expect(textOf('Data', 'Data inválida: use dd/mm/aaaa.')).toBe('Data inválida: use dd/mm/aaaa.')
  expect(textOf('Data', 'Datas a mais.'), 'another word').toBe('Data: Datas a mais.')
  expect(textOf('Nome', 'Campo obrigatório.')).toBe('Nome: Campo obrigatório.')
})
