import { describe, expect, it } from 'vitest'
import { linkAddress, withMarks, withPieces } from './marks.ts'

describe('placeholders', () => {
  it('are elements in the editor and text when stored', () => {
    const stored = '<p>{saudacao}, é {o} n.º <strong>{numero}</strong>. {Bem-vindo|Bem-vinda}</p>'
    expect(withPieces(stored)).toContain('<span data-variable="saudacao"></span>, é')
    expect(withMarks(withPieces(stored))).toBe(stored)
  })

  it('are unchanged in link addresses', () => {
    const stored = '<p><a href="{ligacao}">{ligacao}</a></p>'
    expect(withPieces(stored)).toBe('<p><a href="{ligacao}"><span data-variable="ligacao"></span></a></p>')
    expect(withMarks(withPieces(stored))).toBe(stored)
  })

  it('are escaped', () => {
    expect(withPieces('<p>{a" onload="b}</p>')).toBe(
      '<p><span data-variable="a&quot; onload=&quot;b"></span></p>',
    )
    expect(withPieces('<p>{ e {nome</p>')).toBe('<p>{ e {nome</p>')
  })

  it('lose their editor label when stored', () => {
    expect(withMarks('<p><span data-variable="nome" class="x">Nome completo</span></p>')).toBe(
      '<p>{nome}</p>',
    )
  })
})

it('list items hold no paragraph, and an empty paragraph becomes an empty text', () => {
  expect(withMarks('<ul><li><p>Um</p></li><li><p>Dois</p><ul><li><p>Três</p></li></ul></li></ul>')).toBe(
    '<ul><li>Um</li><li>Dois<ul><li>Três</li></ul></li></ul>',
  )
  expect(withMarks('<p></p>')).toBe('')
})

it.each([
  ['https://exemplo.pt/a', 'https://exemplo.pt/a'],
  ['exemplo.pt/festa', 'https://exemplo.pt/festa'],
  [' geral@exemplo.pt ', 'mailto:geral@exemplo.pt'],
  ['{pagamentoUrl}', '{pagamentoUrl}'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['festa', undefined],
  ['', undefined],
])('the link address “%s” becomes %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})
