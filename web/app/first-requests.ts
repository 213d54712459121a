import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import { rememberedFirstList, sendEarly } from '../api/early-requests.ts'
import { isSessionEnding, readSession } from '../api/tokens.ts'
import { sendIfHere } from '../resource/list/first-question.ts'
import { membersQuestion } from '../screens/member-parts/members-question.ts'

/** Asks for what the first screen of somebody who is logged in needs. Safe to repeat. */
export function sendFirstRequests(words: EmbeddedWords | undefined): void {
  const session = readSession()
  if (!session || isSessionEnding() || words?.isFirstRun) return
  if (words) sendIfHere(membersQuestion, words, session.role)
  sendEarly('settings')
  sendEarly('explainer')
  const list = rememberedFirstList()
  if (list !== null) sendEarly(list)
}
