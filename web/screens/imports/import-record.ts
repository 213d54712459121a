import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { ImportVerdict } from '@agremia/resources/definitions/imports.ts'

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

export type ImportDetails = {
  targets: ImportTarget[]
  reasons: { verdict: ImportVerdict; reason: string; count: number }[]
  doubts: OpenDoubt[]
  unknownValues: UnknownValues[]
  hasFile: boolean
  keptDays: number
}
export type ImportRecord = ResourceRecord<'imports'> & ImportDetails

export type ImportRow = ResourceRecord<'importRows'>

/** Options change while nothing is written: when the rows are checked, or when reading or checking them failed. */
export function mayChangeOptions({ state, step }: Pick<ImportRecord, 'state' | 'step'>): boolean {
  return state === 'ready' || (state === 'failed' && (step === 'read' || step === 'check'))
}
