import type { Audience } from '../messages/index.ts'
import type { LeftOutGroup } from '../../resource/preview/left-out.tsx'

/** For whom cards are issued, and how they are; what is empty is as the settings say. */
export interface IssueChoice {
  kind: 'missing' | 'renewal'
  type: string
  needsPhoto: 'yes' | 'no'
  templateId: string | null
  validUntil: string | null
  /** The members of a list; without it, all. */
  audience: Audience | null
}

/** What an issue would make, as the server tells. */
export interface IssuePreview {
  count: number
  withoutPhoto: number
  validUntil: string | null
  leftOut: LeftOutGroup[]
}

/** What comes with whoever chose members in a list. */
export interface IssueArrival {
  audience: Audience
  /** How many were chosen. */
  count: number
}

export const usualChoice: IssueChoice = {
  kind: 'missing',
  type: 'plastic',
  needsPhoto: 'no',
  templateId: null,
  validUntil: null,
  audience: null,
}
