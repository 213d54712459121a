import assert from 'node:assert/strict'
import { test } from 'node:test'
import { articleOf, withPreposition } from './organisation-name.ts'

test('articleOf infers the article from the first word', () => {
  const articles = {
    'Clube Recreativo do Outeiro': 'o',
    'ASSOCIAÇÃO de Pais': 'a',
    'Santa Casa da Misericórdia de Oeiras': 'a',
    'Bombeiros Voluntários de Alcabideche': 'os',
    'União Desportiva da Serra': 'a',
    Nortada: '',
    '': '',
  }
  for (const [name, article] of Object.entries(articles)) assert.equal(articleOf(name), article, name)
})

test('withPreposition contracts preposition and article', () => {
  const forms = (name: string, article?: 'as') =>
    (['de', 'em', 'a', 'por'] as const).map((word) => withPreposition(word, { name, article }))
  assert.deepEqual(forms('Clube A'), ['do Clube A', 'no Clube A', 'ao Clube A', 'pelo Clube A'])
  assert.deepEqual(forms('Casa B'), ['da Casa B', 'na Casa B', 'à Casa B', 'pela Casa B'])
  assert.deepEqual(forms('Bombeiros C'), [
    'dos Bombeiros C',
    'nos Bombeiros C',
    'aos Bombeiros C',
    'pelos Bombeiros C',
  ])
  assert.deepEqual(forms('Doroteias', 'as'), [
    'das Doroteias',
    'nas Doroteias',
    'às Doroteias',
    'pelas Doroteias',
  ])
  assert.deepEqual(forms('Nortada'), ['de Nortada', 'em Nortada', 'a Nortada', 'por Nortada'])
})
