import { terminologyPresets } from '@agremia/resources/terminology.ts'
import { expect, it } from 'vitest'
import { presetOf, presetOptions, wordsOf, type Words } from './vocabularies.ts'

it('offers each vocabulary once, with all types of organisation that use it', () => {
  expect(new Set(presetOptions.map(({ label }) => label)).size).toBe(presetOptions.length)
  const labels = presetOptions.map(({ label }) => label.toLowerCase()).join('\n')
  for (const { label } of terminologyPresets) expect(labels).toContain(label.toLowerCase())
  expect(presetOptions.map(({ label }) => label)).toContain('Sócios, quotizações – Sindicato')
})

it('finds the vocabulary of given words, in each gender', () => {
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

it('finds no vocabulary for custom words', () => {
  const words = wordsOf('club', 'm') as Words
  expect(presetOf({ ...words, memberPlural: 'sócios fundadores' })).toBeUndefined()
  expect(wordsOf('nada', 'm')).toEqual({})
})
