import type { Terminology } from './terminology.ts'

/** Data that the server embeds in the page as JSON, so that the first screen needs no request. */
export interface EmbeddedWords {
  terminology: Terminology
  /** There are no users yet: every address leads to the set-up. */
  isFirstRun: boolean
  /** Ids of the states of current members, in order: the default filter of the list of members. */
  currentStates: string[]
  /** Errors of the page are reported to an error-tracking service. */
  reporting?: Reporting
}

/** Settings of error reporting, which goes through this server. */
export interface Reporting {
  /** DSN of the project; only its public part. */
  dsn: string
  /** Masks texts in session replays. */
  maskText: boolean
}

/** Id of the element with the JSON. */
export const embeddedWordsId = 'organizacao'
