import { embeddedWordsId, type EmbeddedWords } from '@agremia/resources/embedded-words.ts'

/**
 * Reads the terminology that the server embedded in the page; undefined when there is none, as with another web
 * server.
 */
export function readEmbeddedWords(): EmbeddedWords | undefined {
  const text = document.getElementById(embeddedWordsId)?.textContent ?? ''
  return text === '' ? undefined : (JSON.parse(text) as EmbeddedWords)
}
