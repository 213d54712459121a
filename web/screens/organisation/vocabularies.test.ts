import { terminologyPresets } from '@agremia/resources/terminology.ts'
import { expect, it } from 'vitest'
import { presetOf, presetOptions, wordsOf, type Words } from './vocabularies.ts'

it('each vocabulary is offered once, with everyone who speaks so', () => {
  expect(new Set(presetOptions.map(({ label }) => label)).size).toBe(presetOptions.length)
  const said = presetOptions.map(({ label }) => label.toLowerCase()).join('\n')
  for (const { label } of terminologyPresets) expect(said).toContain(label.toLowerCase())
  expect(presetOptions.map(({ label }) => label)).toContain('Sócios, quotizações – Sindicato')
})

it('the words of one are known again, in every gender that it has', () => {
  for (const { value } of presetOptions) {
    for (const gender of ['m', 'f', 'both']) {
      const words = wordsOf(value, gender) as Words
      expect(presetOf(words), `${value} ${gender}`).toBe(value)
    }
  }
  expect(wordsOf('club', 'f')).toEqual({
    memberSingular: 'sócia',
    memberPlural: 'sócias',
    memberGender: 'f',
    membershipPayments: 'Quotas',
  })
})

it('words of one’s own are of no vocabulary', () => {
  const words = wordsOf('club', 'm') as Words
  expect(presetOf({ ...words, memberPlural: 'sócios fundadores' })).toBeUndefined()
  expect(wordsOf('nada', 'm')).toEqual({})
})
