import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlWords } from './html-words.ts'

test('removes tags, with spaces between paragraphs', () => {
  const html = '<p>Olá, <strong>{nome}</strong>.</p><ul><li>Sábado</li><li>às 9&nbsp;h</li></ul>Até<br>breve'
  assert.equal(htmlWords(html), 'Olá, {nome}. Sábado às 9 h Até breve')
})

test('decodes entities once', () => {
  assert.equal(
    htmlWords('<p>Rui &lt;b&gt; Reis &amp;lt; &#39;Lda&#39; &outro;</p>'),
    "Rui <b> Reis &lt; 'Lda' &outro;",
  )
})
