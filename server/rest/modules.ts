import type { AccessRule, Caller } from '@agremia/resources/access.ts'
import type { Definition, RecordOf, SomeStoredOf, StoredOf } from '@agremia/resources/define-resource.ts'
import type { definitions, ResourceName } from '@agremia/resources/definitions/index.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import type { BulkKind } from '@agremia/resources/definitions/bulk-actions.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { JsonObject } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Worker } from '../jobs/index.ts'
import type { ComputedColumns, Plan } from './plan.ts'
import type { StoredValues } from './find-record.ts'
import type { Change } from './change.ts'
import type { FieldMessages } from '../errors.ts'

/** The running program: what it depends on, and what areas add to the engine. */
export interface World extends Services {
  plans: ReadonlyMap<string, Plan>
  modules: ReadonlyMap<string, ResourceModule>
  areas: readonly Area[]
}

/** A write in progress. */
export interface Context {
  world: World
  db: Tx
  caller: Caller
  /** IP address, for the audit trail. */
  address: string | null
  today: string
  settings: Settings
  /** Written records, announced when the transaction commits. Code that writes further records must add them. */
  changes: Change[]
  /**
   * Set by imports: what is written happened before. Nobody is told, nothing is charged for it, no reasons or documents of that time are
   * required, and values that were right then are accepted.
   */
  isOfThePast?: true
  /** Set where many members are written together: the new ones, whose balances are recomputed once for all. */
  newMembers?: string[]
}

/** A record that is checked: what hooks read. */
export interface HookContext<D extends Definition = Definition> extends Context {
  plan: Plan<D>
  id: string
  /** The record before the write (wire form); null when it is created. */
  before: RecordOf<D> | null
  /** The changed values in stored form (money in cents). */
  values: Readonly<SomeStoredOf<D['fields']>>
  /** The whole record after the write, in stored form. */
  merged: Readonly<SomeStoredOf<D['fields']>>
  /** Sets fields of the record. `columns` are columns that are not fields. */
  set(values: SomeStoredOf<D['fields']>, columns?: StoredValues): void
}

/** A valid record that is written. */
export interface SaveContext<D extends Definition = Definition> extends HookContext<D> {
  merged: Readonly<StoredOf<D['fields']>>
}

/** A record that is checked: to be written at once (`isSaving`), when each of its fields is valid, or only to know the errors. */
export type CheckContext<D extends Definition = Definition> =
  | (HookContext<D> & { isSaving: false })
  | (SaveContext<D> & { isSaving: true })

/** Rules of a resource. A hook that throws an ApiError rolls back the whole write. */
export interface Hooks<D extends Definition = Definition, Prepared = unknown, Locked = unknown> {
  /** Checks a request that updates a record, before its transaction: attempts that it counts must remain when the write is refused. */
  confirm?(world: World, request: FastifyRequest, id: string): Promise<void>
  /** Takes locks that must precede the lock on an existing record, to avoid deadlocks. */
  beforeLock?(context: Pick<Context, 'db'>, id: string): Promise<void>
  /**
   * Returns further errors by field. Also runs for `validate` requests: only when `isSaving` may it lock and write. It then locks what its errors
   * depend on, which saves a second check, and returns as `locked` what it read. Warnings that take long to compute are a function: saving ignores them.
   */
  validate?(context: CheckContext<D>): Promise<
    | {
        errors?: FieldMessages
        warnings?: FieldMessages | (() => Promise<FieldMessages>)
        locked?: Locked | undefined
      }
    | undefined
  >
  /** May set fields. Its result is passed to `afterSave`. */
  beforeSave?(context: SaveContext<D>, locked: Locked | undefined): Promise<Prepared>
  /**
   * Returns `unchanged` if it wrote nothing that the record shows, or the record if it read it after its own statements; otherwise the
   * engine reads the record again.
   */
  afterSave?(context: SaveContext<D>, prepared: Prepared): Promise<'unchanged' | RecordOf<D> | void>
  /** Throws 409 with the reason when the record must not be deleted. */
  beforeDelete?(context: Context & { record: RecordOf<D> }): Promise<void>
}

export interface ActionCall<D extends Definition = Definition, Name extends string = string> extends Context {
  plan: Plan<D>
  /** The action's name. */
  action: string
  /** The record as it was, with its row locked. */
  record: RecordOf<D>
  /** The action's input, in stored form. */
  input: StoredOf<InputFields<D, Name>>
}

type InputFields<D extends Definition, Name extends string> = string extends Name
  ? Fields
  : NonNullable<D['actions']>[Name] extends { fields: infer F extends Fields }
    ? F
    : Record<never, never>

/** Performs the action. Its result is the response's `data`; undefined answers the record. */
export type ActionHandler<D extends Definition = Definition, Name extends string = string> = (
  call: ActionCall<D, Name>,
) => Promise<unknown>

/**
 * Sentences on the consequences of an action. `perform` performs it, without input: everything is rolled back afterwards. A 409 is the
 * refusal.
 */
export type ActionPreview<D extends Definition = Definition, Name extends string = string> = (
  call: ActionCall<D, Name>,
  perform: () => Promise<unknown>,
) => Promise<string[]>

type NameOfAction<D extends Definition> = keyof NonNullable<D['actions']> & string

/** The handlers of the actions that do more than set fields. */
type ActionsOf<D extends Definition> = {
  [A in NameOfAction<D> as NonNullable<D['actions']>[A] extends { sets: object } ? never : A]: ActionHandler<
    D,
    A
  >
}

type PreviewsOf<D extends Definition> = {
  [A in NameOfAction<D> as NonNullable<D['actions']>[A] extends { preview: true } ? A : never]: ActionPreview<
    D,
    A
  >
}

/** Records of a resource that became part of others. */
export interface Succession {
  /** The record that a former one became part of. */
  successorOf(db: Querying, id: string): Promise<string | undefined>
  /** SELECT of the ids of the former records that are part of these. */
  mergedInto(ids: readonly string[]): Sql
}

/** An area's code for one resource. An action without `sets` and without a handler is a type error, and so is a handler without its action; likewise previews. */
export interface ResourceModule<D extends Definition = Definition> {
  definition: D
  hooks?: Hooks<NoInfer<D>>
  actions?: ActionsOf<NoInfer<D>>
  /** Previews of the actions that declare one. */
  previews?: PreviewsOf<NoInfer<D>>
  computed?: ComputedColumns[string]
  /** Further properties of `GET {resource}/:id`. */
  extraProperties?: { shape: JsonObject; read: (world: World, id: string) => Promise<object> }
  /** Answers list requests with any of these parameters, as `data`. */
  overrideList?: {
    query: JsonObject
    shape: JsonObject
    answer: (world: World, request: { query: Record<string, unknown>; caller: Caller }) => Promise<object>
  }
  /** Addresses of former records lead to their successors, whose histories have theirs. */
  succession?: Succession
  /** Operations that the engine does not register because the area does. */
  replaces?: readonly ('list' | 'read' | 'create' | 'update' | 'delete')[]
}

/** Combines a definition with its area's code. */
export function resourceModule<const D extends Definition>(
  module: ResourceModule<D> &
    ([keyof ActionsOf<D>] extends [never] ? { actions?: never } : { actions: ActionsOf<D> }) &
    ([keyof PreviewsOf<D>] extends [never] ? { previews?: never } : { previews: PreviewsOf<D> }),
): ResourceModule {
  return module as unknown as ResourceModule
}

/** Draws a document from the current data of a record. */
export type DrawDocument = (world: World, id: string) => Promise<DrawnDocument>

export interface DrawnDocument {
  name: string
  pdf: Buffer
}

/** A deleted row and its resource. */
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
  { areas }: Pick<World, 'areas'>,
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

/** Outcome of a bulk action for one record; `reason` is a text for people. */
export interface BulkResult {
  outcome: 'done' | 'held' | 'skipped'
  reason?: string | null
}

/** A record of a bulk action. */
export interface BulkRecord {
  id: string
  bulkActionId: string
  /** `data` of the record from `records`. */
  data: unknown
}

/** A task for many records that runs in the background. */
export interface BulkTask<Input = unknown> {
  /** Resource of the records. */
  resource: string
  /** Who may start it. Checked again before each record. */
  access: AccessRule
  /** Throws 422 by field. */
  readInput(input: Record<string, unknown>, context: Pick<Context, 'today' | 'settings'>): Input
  /**
   * SQL that selects the records: `record_id`, `label`, `place` from 1, `reason` to skip a record (null: process it) and `data` (JSON),
   * which `perform` receives.
   */
  records(request: BulkRequest<Input>): Sql
  /** Asks other servers for what `perform` needs, outside of its transaction. May run again, and what it throws makes the record fail. */
  beforehand?(world: World, record: BulkRecord, input: Input): Promise<void>
  /** Processes one record in its own transaction. An ApiError makes the record fail with its message as the reason. */
  perform(writing: Context, record: BulkRecord, input: Input): Promise<BulkResult>
}

export interface BulkRequest<Input> extends Pick<Context, 'caller' | 'today' | 'settings'> {
  world: World
  audience: unknown
  input: Input
}

/** One area of the server: its resources and the routes that are not CRUD. */
export interface Area {
  resources: readonly ResourceModule[]
  routes?: (app: FastifyInstance, world: World) => Promise<void> | void
  /** Inserts rows that must exist before the first request. Runs at each start, so it must be idempotent. */
  prepare?: (db: Querying) => Promise<void>
  /** Work of each day, in its own transaction. Must be idempotent. Returns what changed. */
  daily?: (db: Tx, today: string, settings: Settings, world: World) => Promise<Change[]>
  /** Background tasks for many records, in addition to actions of resources. */
  bulkTasks?: Readonly<Partial<Record<BulkKind, BulkTask>>>
  /** Documents that messages may attach, by kind. */
  documents?: Readonly<Record<string, DrawDocument>>
  /** Starts the workers of the area's queues. */
  work?: (world: World) => Worker[]
  /** Effects of a deletion, in its transaction. Returns texts about what else was removed. */
  onDeleted?: (context: Context & { rows: readonly DeletedPart[] }) => Promise<string[]>
  /** Effects of restoring deleted rows, for instance recomputed values. Throws 409 with the reason when they must stay deleted. */
  onRestored?: (context: Context & { rows: readonly DeletedRow[]; deletedAt: string }) => Promise<void>
  /** Handlers of other areas' events, in the transaction that publishes them. */
  on?: { [N in keyof AreaEvents]?: (event: EventOf<N>) => Promise<ResultOf<N>> }
}

/** The plan of a resource. Throws Error when it has no table. */
export function planOf<N extends ResourceName>(world: World, name: N): Plan<(typeof definitions)[N]>
export function planOf(world: World, name: string): Plan
export function planOf(world: World, name: string): Plan {
  const plan = world.plans.get(name)
  if (!plan) throw new Error(`no plan for ${name}`)
  return plan
}

export interface DeletedRow {
  table: string
  row: Record<string, unknown>
}
