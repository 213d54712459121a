import { expect, it } from 'vitest'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { readableText } from './readable-text.ts'

const club = terminologyOf('club', { name: 'Clube do Outeiro' })

it('says terms in words, what differs for each person in brackets, and leaves other braces alone', () => {
  const said = (text: string) => readableText(text, club)
  expect(said('{saudacao}, os {memberPlural} {deOrganizacao}')).toBe(
    '[Saudação com o primeiro nome], os sócios do Clube do Outeiro',
  )
  expect(said('{numero} e {estado}')).toBe('[N.º de sócio] e [Estado]')
  expect(said('{{data_limite}}')).toBe('[Data]')
  expect(said('{organizacao}: {xyz}')).toBe('Clube do Outeiro: {xyz}')
})
