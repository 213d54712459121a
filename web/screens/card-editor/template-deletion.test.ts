import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { expect, it } from 'vitest'
import { replacementText } from './template-deletion.ts'

const template = (name: string, categoryIds: string[] = [], active = true) =>
  ({ _id: name, name, active, categoryIds }) as ResourceRecord<'cardTemplates'>
const byDefault = template('Azulejo')
const second = template('Faixa')
const youth = template('Jovem', ['juvenil'])
const off = template('Antigo', [], false)

it('cards of the default template get the next active one without categories, or else any active one', () => {
  expect(replacementText(byDefault, [off, byDefault, youth, second])).toContain(
    'passam a ter o modelo «Faixa».',
  )
  expect(replacementText(byDefault, [byDefault, youth])).toContain('passam a ter o modelo «Jovem».')
})

it('cards of a category get another template of the category, or else the default one', () => {
  expect(replacementText(youth, [byDefault, youth])).toContain('«Azulejo»')
  expect(replacementText(youth, [byDefault, youth, template('Verde', ['juvenil'])])).toContain('«Verde»')
})

it('says nothing if no card has the template by default, or no other template is active', () => {
  expect(replacementText(off, [off, byDefault])).toBeUndefined()
  expect(replacementText(second, [byDefault, second])).toBeUndefined()
  expect(replacementText(byDefault, [byDefault])).toBeUndefined()
})
