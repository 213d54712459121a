import { embeddedWordsId, type EmbeddedWords } from '@agremia/resources/embedded-words.ts'

/** What the server wrote into the page; undefined when it could not, or when another server sent the page. */
export function readEmbeddedWords(): EmbeddedWords | undefined {
  const text = document.getElementById(embeddedWordsId)?.textContent ?? ''
  return text === '' ? undefined : (JSON.parse(text) as EmbeddedWords)
}
