import { expect, it } from 'vitest'
import { afterLabel } from './after-label.ts'

it('does not repeat the name of the field that a problem begins with', () => {
  const said = (label: string, problem: string) => label + afterLabel(label, problem)
  expect(said('NIF', 'NIF inválido: não pode começar por 0.')).toBe('NIF inválido: não pode começar por 0.')
  expect(said('Data', 'Data inválida: use dd/mm/aaaa.')).toBe('Data inválida: use dd/mm/aaaa.')
  expect(said('Data', 'Datas a mais.'), 'another word').toBe('Data: Datas a mais.')
  expect(said('Nome', 'Campo obrigatório.')).toBe('Nome: Campo obrigatório.')
})
