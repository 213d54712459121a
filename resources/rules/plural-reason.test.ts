import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralReason } from './plural-reason.ts'

test('a reason agrees with the number of people', () => {
  for (const [one, several] of [
    ['Já saiu', 'Já saíram'],
    ['Faleceu', 'Faleceram'],
    ['Tem um aviso por sair', 'Têm um aviso por sair'],
    ['Já está noutra ronda', 'Já estão noutra ronda'],
    ['Paga por débito direto', 'Pagam por débito direto'],
    ['Paga por débito direto, mas não tem autorização', 'Pagam por débito direto, mas não têm autorização'],
  ] as const) {
    assert.equal(pluralReason(one, 1), one)
    assert.equal(pluralReason(one, 4), several)
  }
})

test('a reason with a subject of its own, and the refusal of a record, stay', () => {
  for (const reason of [
    'Sem morada',
    'O plano não tem preço para o período',
    'Temporada fechada',
    'Já está anulada.',
    'Já saiu («Exonerado»): só pode ser readmitido.',
  ])
    assert.equal(pluralReason(reason, 4), reason)
})
