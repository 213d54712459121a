import type { AccessRule, Caller } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { BulkKind } from '@agremia/resources/definitions/bulk-actions.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { FastifyInstance } from 'fastify'
import type { Context, World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Worker } from '../jobs/index.ts'
import type { DeletedRow } from './audit.ts'
import type { Change } from './changes.ts'
import type { ComputedColumns, Plan } from './plan.ts'
import type { WireRecord } from './find-record.ts'
import type { Kept } from './write-row.ts'

/** What a hook sees of the record being written. */
export interface WriteContext extends Context {
  engine: Engine
  plan: Plan
  id: string
  /** The record as it was (wire form); null when it is being created. */
  before: WireRecord | null
  /** The values given, in their kept form (cents for money). `beforeSave` may add to them. */
  values: Kept
  /** The whole record as it will be, in its kept form. */
  merged: Kept
  /** Columns that no field describes. */
  internal: Kept
}

export type FieldMessages = Record<string, string[]>

/** What is special about a resource. Every hook may throw an ApiError, which leaves nothing behind. */
export interface Hooks<Handed = unknown> {
  /** Locks what must be locked before a record that exists already, so that no two writers wait for each other in a circle. */
  beforeLock?: (context: Pick<Context, 'db'>, id: string) => Promise<void>
  /** More errors by field; runs for `validate` requests too, so it must write nothing. */
  validate?: (
    context: WriteContext,
  ) => Promise<{ errors?: FieldMessages; warnings?: FieldMessages } | undefined>
  /** May add to `values`. What it returns is handed to `afterSave`. */
  beforeSave?(context: WriteContext): Promise<Handed>
  /** Returns `unchanged` when it wrote nothing that the record shows; otherwise the record is read again for the answer. */
  afterSave?(context: WriteContext, handed: Handed): Promise<'unchanged' | void>
  /** Refuses with a 409 that says what stands in the way. */
  beforeDelete?: (context: Context & { record: WireRecord }) => Promise<void>
}

export interface ActionCall extends Context {
  engine: Engine
  record: WireRecord
  /** The action's fields, in their kept form. */
  input: Kept
}

/** Does the action; its answer is the response's `data`. */
export type ActionHandler = (call: ActionCall) => Promise<unknown>

type ActionsOf<D extends Definition> = { [A in keyof NonNullable<D['actions']> & string]: ActionHandler }

/** What an area brings for one resource. An action without a handler, or a handler without an action, is a type error. */
export interface ResourceModule<D extends Definition = Definition> {
  definition: D
  hooks?: Hooks
  actions?: ActionsOf<D>
  computed?: ComputedColumns[string]
  /** What a read answers besides the record's fields. */
  readBeside?: (engine: Engine, id: string) => Promise<object>
  /** Answers (as `data`) a request to the list's address whose parameters ask for something else; undefined when they do not. */
  otherList?: (
    engine: Engine,
    asked: { query: Record<string, unknown>; caller: Caller },
  ) => Promise<object | undefined>
  /** Replaces generic operations; those named here are not registered by the engine. */
  replaces?: readonly ('list' | 'read' | 'create' | 'update' | 'delete')[]
}

/** Ties a definition to its area's code. */
export function resourceModule<const D extends Definition>(
  module: ResourceModule<D> & ([keyof ActionsOf<D>] extends [never] ? unknown : { actions: ActionsOf<D> }),
): ResourceModule {
  return module
}

/** Draws a document of a record, from what the database says now. `name` is how people call it. */
export type DrawDocument = (engine: Engine, id: string) => Promise<DrawnDocument>

export interface DrawnDocument {
  name: string
  pdf: Buffer
}

/** A row that was deleted, with the resource that it was of. */
export interface DeletedPart extends DeletedRow {
  resource: string
  key: string
  row: Record<string, unknown> & { version: number }
}

/** Events that an area publishes and others handle, with what a handler returns. The publishing area adds its own by declaration merging. */
// oxlint-disable-next-line no-empty-interface -- The engine publishes none.
export interface AreaEvents {}

type Published = Record<string, { event: unknown; result: unknown }>
type EventOf<N extends keyof AreaEvents> = (AreaEvents & Published)[N]['event']
type ResultOf<N extends keyof AreaEvents> = (AreaEvents & Published)[N]['result']

/** Calls the handlers of an event one after the other, in the order of the areas. Returns what each returned. */
export async function publish<N extends keyof AreaEvents>(
  { areas }: Pick<Engine, 'areas'>,
  name: N,
  event: EventOf<N>,
): Promise<ResultOf<N>[]> {
  const results: ResultOf<N>[] = []
  for (const { on } of areas) {
    const handler = on?.[name]
    if (handler) results.push(await handler(event))
  }
  return results
}

/** What became of a record of a bulk action; `reason` in words. */
export interface BulkResult {
  outcome: 'done' | 'held' | 'skipped'
  reason?: string | null
}

/** A record of a bulk action. */
export interface BulkRecord {
  id: string
  /** What the task kept of it when the records were settled. */
  data: unknown
}

/** Something that is done to many records in the background. */
export interface BulkTask<Input = unknown> {
  /** The resource of its records. */
  resource: string
  /** Who may ask for it; read again before each record. */
  access: AccessRule
  /** Throws 422 by field. */
  readInput(input: Record<string, unknown>, context: Pick<Context, 'today' | 'settings'>): Input
  /**
   * SQL that selects the records: `record_id`, `label`, `place` from 1, `reason` why one is skipped (null: it is to be done) and
   * `data` (JSON) that is given back with the record.
   */
  records(asked: BulkAsked<Input>): Sql
  /** Does it to one record, in its transaction. An ApiError is a refusal: it fails with the reason in words. */
  perform(writing: Context & { engine: Engine }, record: BulkRecord, input: Input): Promise<BulkResult>
}

export interface BulkAsked<Input> extends Pick<Context, 'caller' | 'today' | 'settings'> {
  engine: Engine
  audience: unknown
  input: Input
}

/** One area of the server: its resources and the routes that are not CRUD. */
export interface Area {
  resources: readonly ResourceModule[]
  routes?: (app: FastifyInstance, engine: Engine) => Promise<void> | void
  /** Rows that must be there before anybody asks; at each start, so safe to repeat. */
  prepare?: (db: Querying) => Promise<void>
  /** What must happen as days pass, in a transaction of its own; safe to repeat. Answers what changed. */
  daily?: (db: Tx, today: string, settings: Settings) => Promise<Change[]>
  /** What is done to many records in the background, besides the actions of resources. */
  bulkTasks?: Readonly<Partial<Record<BulkKind, BulkTask>>>
  /** Documents by kind that messages may take along. */
  documents?: Readonly<Record<string, DrawDocument>>
  /** Takes up work that was put off, for as long as the program runs. */
  work?: (engine: Engine) => Worker[]
  /** What follows from a deletion, in the transaction that did it; answers in words what went besides the rows. */
  onDeleted?: (context: Context & { rows: readonly DeletedPart[] }) => Promise<string[]>
  /** What follows from records that were deleted and have been brought back, for instance what is computed of them. */
  onRestored?: (context: Context & { rows: readonly DeletedRow[] }) => Promise<void>
  /** Handlers of events that other areas publish, in the transaction that caused them. */
  on?: { [N in keyof AreaEvents]?: (event: EventOf<N>) => Promise<ResultOf<N>> }
}

/** The engine, as areas see it. */
export interface Engine {
  world: World
  plans: ReadonlyMap<string, Plan>
  modules: ReadonlyMap<string, ResourceModule>
  areas: readonly Area[]
}

export function planOf(engine: Engine, name: string): Plan {
  const plan = engine.plans.get(name)
  if (!plan) throw new Error(`no plan for ${name}`)
  return plan
}
