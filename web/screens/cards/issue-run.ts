import type { Audience } from '../messages/index.ts'
import type { LeftOutGroup } from '../../resource/preview/left-out.tsx'

/** The input of an issue; null follows the settings. */
export interface IssueChoice {
  kind: 'missing' | 'renewal'
  type: string
  needsPhoto: 'yes' | 'no'
  templateId: string | null
  validUntil: string | null
  /** The selected members; null for all. */
  audience: Audience | null
}

/** The response of `POST card_runs/preview`. */
export interface IssuePreview {
  count: number
  withoutPhoto: number
  validUntil: string | null
  leftOut: LeftOutGroup[]
}

/** The navigation state when the user comes from a selection in the list of members. */
export interface IssueArrival {
  audience: Audience
  count: number
}

export const initialChoice: IssueChoice = {
  kind: 'missing',
  type: 'plastic',
  needsPhoto: 'no',
  templateId: null,
  validUntil: null,
  audience: null,
}
