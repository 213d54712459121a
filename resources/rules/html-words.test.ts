import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlWords } from './html-words.ts'

test('only the words stay, and those of one paragraph do not touch those of the next', () => {
  const html = '<p>Olá, <strong>{nome}</strong>.</p><ul><li>Sábado</li><li>às 9&nbsp;h</li></ul>Até<br>breve'
  assert.equal(htmlWords(html), 'Olá, {nome}. Sábado às 9 h Até breve')
})

test('what was written as words is not taken for marks', () => {
  assert.equal(
    htmlWords('<p>Rui &lt;b&gt; Reis &amp;lt; &#39;Lda&#39; &outro;</p>'),
    "Rui <b> Reis &lt; 'Lda' &outro;",
  )
})
