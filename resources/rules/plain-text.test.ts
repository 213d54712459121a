import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToText, escapeFormula } from './plain-text.ts'

test('removes tags, with spaces between paragraphs', () => {
  const html = '<p>Olá, <strong>{nome}</strong>.</p><ul><li>Sábado</li><li>às 9&nbsp;h</li></ul>Até<br>breve'
  assert.equal(htmlToText(html), 'Olá, {nome}. Sábado às 9 h Até breve')
})

test('decodes entities once', () => {
  assert.equal(
    htmlToText('<p>Rui &lt;b&gt; Reis &amp;lt; &#39;Lda&#39; &outro;</p>'),
    "Rui <b> Reis &lt; 'Lda' &outro;",
  )
})

test('escapes text that begins like a formula, and nothing else', () => {
  assert.equal(escapeFormula('=1+1'), "'=1+1")
  assert.equal(escapeFormula('@nome'), "'@nome")
  assert.equal(escapeFormula('-Ana'), "'-Ana")
  assert.equal(escapeFormula('+351912345678'), "'+351912345678", 'it would become a number')
  assert.equal(escapeFormula('+351 912 345 678 + 1'), "'+351 912 345 678 + 1")
  for (const text of ['Ana', '+351 912 345 678', '12', '']) assert.equal(escapeFormula(text), text)
})
