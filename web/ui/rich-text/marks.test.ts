import { describe, expect, it } from 'vitest'
import { linkAddress, withMarks, withPieces } from './marks.ts'

describe('names in braces', () => {
  it('are pieces while they are edited, and text again when they are kept', () => {
    const kept = '<p>{saudacao}, é {o} n.º <strong>{numero}</strong>. {Bem-vindo|Bem-vinda}</p>'
    expect(withPieces(kept)).toContain('<span data-variable="saudacao"></span>, é')
    expect(withMarks(withPieces(kept))).toBe(kept)
  })

  it('stay as they are in the address of a link', () => {
    const kept = '<p><a href="{ligacao}">{ligacao}</a></p>'
    expect(withPieces(kept)).toBe('<p><a href="{ligacao}"><span data-variable="ligacao"></span></a></p>')
    expect(withMarks(withPieces(kept))).toBe(kept)
  })

  it('never become anything else than a name', () => {
    expect(withPieces('<p>{a" onload="b}</p>')).toBe(
      '<p><span data-variable="a&quot; onload=&quot;b"></span></p>',
    )
    expect(withPieces('<p>{ e {nome</p>')).toBe('<p>{ e {nome</p>')
  })

  it('show their label in the editor, which is not kept', () => {
    expect(withMarks('<p><span data-variable="nome" class="x">Nome completo</span></p>')).toBe(
      '<p>{nome}</p>',
    )
  })
})

it('items of lists hold no paragraph, and an empty text is empty', () => {
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
])('the address “%s” means %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})
