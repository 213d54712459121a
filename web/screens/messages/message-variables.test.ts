import { expect, it } from 'vitest'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { readableText } from './message-variables.ts'

const club = terminologyOf('club', { name: 'Clube do Outeiro' })

it('fills in terms, shows personal variables in brackets, and leaves other braces unchanged', () => {
  const readable = (text: string) => readableText(text, club)
  expect(readable('{saudacao}, os {memberPlural} {deOrganizacao}')).toBe(
    '[Saudação com o primeiro nome], os sócios do Clube do Outeiro',
  )
  expect(readable('{numero} e {estado}')).toBe('[N.º de sócio] e [Estado]')
  expect(readable('{{data_limite}}')).toBe('[Data]')
  expect(readable('{organizacao}: {xyz}')).toBe('Clube do Outeiro: {xyz}')
})
