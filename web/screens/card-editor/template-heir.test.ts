import { expect, it } from 'vitest'
import { heirWords } from './template-heir.ts'

const template = (name: string, categoryIds: string[] = [], active = true) => ({
  _id: name,
  name,
  active,
  categoryIds,
})
const usual = template('Azulejo')
const second = template('Faixa')
const youth = template('Jovem', ['juvenil'])
const off = template('Antigo', [], false)

it('cards of the usual template take the next one in use that is of no category', () => {
  expect(heirWords(usual, [off, usual, youth, second])).toContain('passam a ter o modelo «Faixa».')
  expect(heirWords(usual, [usual, youth])).toContain('passam a ter o modelo «Jovem».')
})

it('cards of a category take the usual template, or another one of the category', () => {
  expect(heirWords(youth, [usual, youth])).toContain('«Azulejo»')
  expect(heirWords(youth, [usual, youth, template('Verde', ['juvenil'])])).toContain('«Verde»')
})

it('nothing follows where no card has the template by itself, or none is left', () => {
  expect(heirWords(off, [off, usual])).toBeUndefined()
  expect(heirWords(second, [usual, second])).toBeUndefined()
  expect(heirWords(usual, [usual])).toBeUndefined()
})
