import type { Terminology } from './terminology.ts'

/** What the server writes into the page it serves, so that the first screen waits for no request. */
export interface EmbeddedWords {
  terminology: Terminology
  /** There is nobody yet: every address leads to the set-up. */
  isFirstRun: boolean
  /** Ids of the states in which somebody belongs to the organisation, in their order: what the members list begins with. */
  currentStates: string[]
  /** Errors of the page are told to a service. */
  reporting?: Reporting
}

/** Where the errors of pages are told, through this server. */
export interface Reporting {
  /** Names the project; the public part alone. */
  dsn: string
  /** Recordings of the page show no text. */
  maskText: boolean
}

/** The element of the page that holds them, as JSON. */
export const embeddedWordsId = 'organizacao'
