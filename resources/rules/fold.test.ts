import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldText, matchesSearch, searchWords } from './fold.ts'

test('removes accents, case and punctuation', () => {
  assert.equal(foldText('JOÃO Gonçalves Conceição'), 'joao goncalves conceicao')
  assert.equal(foldText("  D'Orey-Müller,  n.º 3.ª "), 'd orey muller n o 3 a')
  assert.equal(foldText('Straße Œuvre Ærø Łódź'), 'strasse oeuvre aero lodz')
  assert.equal(foldText('4050-262'), '4050 262')
  assert.equal(foldText('ana.silva@exemplo.pt'), 'ana silva exemplo pt')
  assert.equal(foldText('İ'), 'i')
  assert.equal(foldText('…'), '')
})

test('is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(foldText(foldText(text)), foldText(text))
    }),
  )
})

test('searchWords drops particles and duplicates', () => {
  assert.deepEqual(searchWords('  Maria da Conceição '), ['maria', 'conceicao'])
  assert.deepEqual(searchWords('de'), ['de'])
  assert.deepEqual(searchWords('ana ANA Aná'), ['ana'])
  assert.deepEqual(searchWords('  '), [])
})

test('a query with only punctuation matches nothing, an empty one everything', () => {
  for (const query of ['-', ' - ', '…', '%', '_', "'", '🙂']) {
    assert.equal(searchWords(query).length, 1)
    assert.equal(matchesSearch(`Ana ${query} Sá`, query), false, query)
  }
  assert.equal(matchesSearch('Ana Sá', ' '), true)
  assert.equal(matchesSearch('Ana Sá', 'sa - an'), true)
  assert.equal(matchesSearch('Ana Sá', 'sa rui'), false)
})
