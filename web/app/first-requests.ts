import { type EmbeddedWords, embeddedWordsId } from '@agremia/resources/embedded-words.ts'
import { explainerPart, rememberedFirstList, sendEarlyRequest } from '../api/early-requests.ts'
import { isSessionEnding, readSession } from '../api/tokens.ts'
import { sendFirstRequest } from '../resource/list/first-question.ts'
import { membersQuery } from '../screens/member-parts/members-question.ts'

/** Sends the requests of a logged-in person's first screen. Safe to repeat. */
export function sendFirstRequests(words: EmbeddedWords | undefined): void {
  const session = readSession()
  if (!session || isSessionEnding() || words?.isFirstRun) return
  const isFirstList = words !== undefined && sendFirstRequest(membersQuery, words, session.role)
  sendEarlyRequest('settings')
  sendEarlyRequest(isFirstList ? explainerPart(membersQuery.resource) : 'explainer')
  const list = rememberedFirstList()
  if (list !== null) sendEarlyRequest(list)
}

/**
 * Reads the terminology that the server embedded in the page; undefined when there is none, as with another web
 * server.
 */
export function readEmbeddedWords(): EmbeddedWords | undefined {
  const text = document.getElementById(embeddedWordsId)?.textContent ?? ''
  return text === '' ? undefined : (JSON.parse(text) as EmbeddedWords)
}
