import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harmlessText } from './spreadsheet-text.ts'

test('escapes text that begins like a formula, and nothing else', () => {
  assert.equal(harmlessText('=1+1'), "'=1+1")
  assert.equal(harmlessText('@nome'), "'@nome")
  assert.equal(harmlessText('-Ana'), "'-Ana")
  for (const text of ['Ana', '+351 912 345 678', '12', '']) assert.equal(harmlessText(text), text)
})
