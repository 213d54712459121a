import type {
  ImportDecision,
  ImportDoubt,
  ImportKind,
  ImportVerdict,
  Replacement,
} from '@agremia/resources/definitions/imports.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Querying } from '../../database/querying.ts'
import type { StoredFile } from '../../files/index.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { WireRecord } from '../../rest/find-record.ts'
import type { Plan } from '../../rest/plan.ts'
import type { ReadingContext } from '../columns/read-values.ts'
import type { Target } from '../columns/targets.ts'
import type { DateOrder } from '../date-order.ts'
import type { Context } from '../../rest/modules.ts'

/** A row while it is checked. */
export interface CheckedRow {
  place: number
  /** Texts of the cells by target; empty texts of mapped columns without one. */
  texts: Readonly<Record<string, string>>
  /** Those of the file, before a person answered how values are read. */
  originals: Readonly<Record<string, string>>
  /** Targets whose cell is empty and has the default value of the import. */
  defaulted: ReadonlySet<string>
  label: string
  /** Values of fields, in the form of a request. */
  input: Record<string, unknown>
  /** What else the row says, as `write` reads it. */
  more: Record<string, unknown>
  /** Problems and notes by target. */
  problems: Record<string, string>
  notes: Record<string, string>
  /**
   * By which two rows are the same record; with `like:`, by which they may be the same; with `equal:`, by which each is another one; with `swap:`, by
   * which their numbers may be swapped.
   */
  keys: string[]
  /** Decisions of people on the row's doubts. */
  decisions: Decisions
  doubts: (Doubt & { decision: ImportDecision | null })[]
  /** A decision, or what the row says, leaves it out. */
  isLeftOut: boolean
  /** The record that it changes. */
  recordId: string | null
  /** The record is there and takes no changes. */
  isKept: boolean
  /** Changes besides those of the fields. */
  changes: RowChange[]
}

export interface RowChange {
  name: string
  label: string
  from: string | null
  to: string | null
}

/** What checking rows of an import needs. */
export interface CheckContext extends ReadingContext {
  db: Querying
  importId: string
  plan: Plan
  settings: Settings
  terminology: Terminology
  targets: ReadonlyMap<string, Target>
  /** Names of the targets that a column has. */
  mapped: ReadonlySet<string>
  /** Order of day and month in the dates of the file. */
  dateOrder: DateOrder
  replacementOf: ReplacementOf
  now: () => Date
  /** What the kind read once, before the first row. */
  prepared: unknown
}

/** What an imported row wrote, to undo it. */
export interface Written {
  /** Created records with their versions, in their order. */
  created: { resource: string; id: string; version: number }[]
  /** Former and new values of a changed record, in the form of a request. */
  changed?: { id: string; former: Record<string, unknown>; values: Record<string, unknown> }
}

/** How the rows of a kind of import become records. */
export interface KindOfImport {
  kind: ImportKind
  resource: string
  targets(terminology: Terminology, today: string): Target[]
  /** Resources of short lists, whose records are found by their titles. */
  lists: readonly string[]
  /** A record may come in several rows, which differ only in columns that do not enter. */
  mayRepeat?: true
  /** The file is a ZIP of photos, and its rows are its entries. */
  isZip?: true
  /** Reads once what checking rows needs. */
  prepare?(context: Omit<CheckContext, 'prepared'>): Promise<unknown>
  /** Completes what the cells say, without the database. */
  read?(row: CheckedRow, context: CheckContext): void
  /** Finds the records that rows mean, in few statements for all of them. Sets `recordId`, `keys`, `input` and `problems`. */
  match(rows: readonly CheckedRow[], context: CheckContext): Promise<void>
  /** Adds what depends on the record that a row changes. */
  complete?(
    rows: readonly CheckedRow[],
    before: ReadonlyMap<string, WireRecord>,
    context: CheckContext,
  ): Promise<void>
  /** Says what the rows become, when that is not a record as people write it. */
  judge?(rows: readonly CheckedRow[], context: CheckContext): Promise<ImportVerdict[]>
  /** Writes a row in the caller's transaction. */
  write(writing: Context, row: WritableRow): Promise<Written>
  /** Rows that are written side by side; default: one by one. Only of records that do not depend on each other. */
  writesTogether?: number
  /** Completes rows that are about to be written together. */
  numberNew?(writing: Context, rows: readonly WritableRow[]): Promise<void>
  /** Undoes many rows in few statements. Throws 409 when one of them has to be undone by itself. */
  undoTogether?(writing: Context, all: readonly Written[]): Promise<void>
  /** Undoes a row. Returns why something stays; undefined when nothing does. */
  undo(writing: Context, written: Written): Promise<string | undefined>
}

/** A row that was checked, as `write` gets it. */
export interface WritableRow {
  recordId: string | null
  input: Record<string, unknown>
  more: Record<string, unknown>
  /** The photo of a row of a ZIP, whose content is stored. */
  photo?: StoredFile
}

export type ReplacementOf = (name: string, text: string) => Replacement | undefined

/** By kind of doubt. */
export type Decisions = Partial<Record<ImportDoubt, ImportDecision>>

/** Something of a row that may be wrong. */
export interface Doubt {
  kind: ImportDoubt
  /** Target of the column. */
  name: string
  text: string
  /** The result of the row with each reading. */
  suggested: string
  other: string
}
