import type {
  ImportDecision,
  ImportKind,
  ImportStep,
  ImportVerdict,
} from '@agremia/resources/definitions/imports.ts'
import type { StoredRecord } from '../../api/client.ts'
import type { Work } from '../../resource/actions/work-panel.tsx'

/** A column of the file; `found` says how its meaning was found. */
export interface FileColumn {
  name: string
  samples: string[]
  found: 'title' | 'cells' | 'earlier' | null
}

/** What a column may have. */
export interface ImportTarget {
  name: string
  label: string
  help: string | null
  required: boolean
}

/** Why rows may be wrong; the texts are those of an example. */
export interface OpenDoubt {
  kind: string
  label: string
  count: number
  text: string
  suggested: string
  other: string
}

/** Values of cells that no list has. */
export interface UnknownValues {
  name: string
  label: string
  mayCreate: boolean
  choices: string[]
  values: { text: string; count: number }[]
}

export interface Replacement {
  name: string
  text: string
  to: string | null
  creates?: boolean
}

export interface RowDoubt {
  kind: string
  /** Content of the column. */
  name: string
  text: string
  suggested: string
  other: string
  decision: ImportDecision | null
}

export type Decisions = Record<string, ImportDecision>

export interface ImportRecord extends Work {
  fileName: string
  kind: ImportKind
  step: ImportStep
  format: 'xlsx' | 'ods' | 'text' | 'zip' | null
  sheets: string[]
  sheet: number | null
  headerRow: number | null
  encoding: string | null
  separator: string | null
  columns: { list: FileColumn[] } | null
  mapping: Record<string, string> | null
  defaults: Record<string, string> | null
  emptyClears: boolean
  decisions: Decisions | null
  replacements: { list: Replacement[] } | null
  total: number
  created: number
  changed: number
  unchanged: number
  doubtful: number
  refused: number
  excluded: number
  done: number
  kept: number
  warning: string | null
  targets: ImportTarget[]
  reasons: { verdict: ImportVerdict; reason: string; count: number }[]
  doubts: OpenDoubt[]
  unknownValues: UnknownValues[]
  hasFile: boolean
  keptDays: number
}

export interface ImportRow extends StoredRecord {
  place: number
  label: string
  verdict: ImportVerdict
  reason: string | null
  outcome: string
  cells: string[]
  corrections: Record<string, string> | null
  isExcluded: boolean
  decisions: Decisions | null
  doubts: { list: RowDoubt[] } | null
  problems: Record<string, string> | null
  notes: Record<string, string> | null
  changes: { list: { name: string; label: string; from: string | null; to: string | null }[] } | null
  recordId: string | null
}

/** Options change while nothing is written: when the rows are checked, or when reading or checking them failed. */
export function mayChangeOptions({ state, step }: Pick<ImportRecord, 'state' | 'step'>): boolean {
  return state === 'ready' || (state === 'failed' && (step === 'read' || step === 'check'))
}
