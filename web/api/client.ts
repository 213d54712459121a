import { ApiError, isApiError, orFailure, type FieldErrors } from './api-error.ts'
import { rememberFirstList } from './early-requests.ts'
import { idempotencyKey, settleKey } from './idempotency.ts'
import { knownFields } from './known-fields.ts'
import type { ListParams, Parent } from './list-params.ts'
import { listPath } from './list-path.ts'
import { keepListSize } from './list-size.ts'
import { prepareBody } from './prepare-body.ts'
import { collectionPath, recordPath } from './resource-path.ts'
import { send, type Call } from './send.ts'
import { isTimedOut, type TimedOut } from './timed-out.ts'
import { upload } from './upload.ts'

export { ApiError, isApiError, type FieldErrors } from './api-error.ts'
export { isTimedOut, timedOut, type TimedOut } from './timed-out.ts'
export type { Constraint, ListParams, Parent } from './list-params.ts'

/** Any record: those the server keeps have `_id`, `_created_at`, `_updated_at` and `_version`. */
export interface ApiRecord {
  _id?: string
  _created_at?: string
  _updated_at?: string
  _version?: number
  [field: string]: unknown
}

/** A record that the server keeps. */
export interface StoredRecord extends ApiRecord {
  _id: string
}

export interface ListPage<Item extends ApiRecord = StoredRecord> {
  data: Item[]
  /** `sums` has those of the whole search, in euros, of the fields that are `summed`. */
  meta: { total: number; page: number; limit: number; sums?: Record<string, number> }
}

export interface ListOptions {
  signal?: AbortSignal | undefined
  /** Lists on the same channel replace one another: the newer aborts the older. By default, the resource. */
  channel?: string
}

export interface CreateOptions {
  parent?: Parent
  idempotencyKey?: string
}

/** The one way to the server. Every call may time out, which is an outcome and not an error. */
export const api = {
  list,
  read,
  create,
  act,
  update,
  modify,
  remove,
  validate,
  upload,
  download,
  get: <Body>(path: string, signal?: AbortSignal) => ask<Body>({ method: 'GET', path, signal }),
  post: <Body>(path: string, body?: unknown) => ask<Body>({ method: 'POST', path, body }),
}

/** A page of a list. An unknown list is an empty one. */
async function list<Item extends ApiRecord = StoredRecord>(
  resource: string,
  params: ListParams = {},
  { signal, channel = resource }: ListOptions = {},
): Promise<ListPage<Item> | TimedOut> {
  const path = listPath(resource, params)
  if (params.limit === undefined) keepListSize()
  if (channel === resource && (params.page ?? 1) === 1) rememberFirstList(path)
  try {
    return await replaceOlder(channel, signal, (newest) =>
      ask<ListPage<Item>>({ method: 'GET', path, signal: newest }),
    )
  } catch (error) {
    if (isApiError(error) && error.status === 404) return { data: [], meta: { total: 0, page: 1, limit: 0 } }
    throw error
  }
}

/** The record, or null when there is none or it may not be seen. */
async function read<Item extends ApiRecord = StoredRecord>(
  resource: string,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<Item | null | TimedOut> {
  try {
    const path = recordPath(resource, required(id))
    return await orFailure('Could not read item', () => askData<Item>({ method: 'GET', path, signal }))
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null
    throw error
  }
}

/** Creates a record; sent again while it has no answer, it is still created once. */
async function create<Item extends ApiRecord = StoredRecord>(
  resource: string,
  record: object,
  options: CreateOptions = {},
): Promise<Item | TimedOut> {
  const path = collectionPath(resource, options.parent)
  const fields = knownFields(resource)
  const body = prepareBody(record, fields)
  const isSecret = Object.keys(body).some((name) => fields?.[name]?.inputType === 'password')
  const key = options.idempotencyKey ?? idempotencyKey(path, body, isSecret)
  const created = await askOnce<{ data: Item }>(path, body, key)
  return isTimedOut(created) ? created : created.data
}

/** Has something done; asked again while there is no answer, it is still done once. */
function act<Body>(path: string, body?: unknown, key?: string): Promise<Body | TimedOut> {
  return askOnce<Body>(path, body, key ?? idempotencyKey(path, body))
}

async function askOnce<Body>(path: string, body: unknown, key: string): Promise<Body | TimedOut> {
  try {
    const answer = await ask<Body>({ method: 'POST', path, body, headers: { 'idempotency-key': key } })
    if (!isTimedOut(answer)) settleKey(key)
    return answer
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500) settleKey(key)
    throw error
  }
}

/** Replaces the whole record. */
async function update<Item extends ApiRecord = StoredRecord>(
  resource: string,
  record: ApiRecord,
): Promise<Item | TimedOut> {
  const body = prepareBody(record, knownFields(resource))
  return askData<Item>({ method: 'PUT', path: recordPath(resource, required(record._id)), body })
}

/** Changes the fields that are given and no other. */
async function modify<Item extends ApiRecord = StoredRecord>(
  resource: string,
  id: string | undefined,
  fields: object,
): Promise<Item | TimedOut> {
  const body = prepareBody(fields, knownFields(resource))
  return askData<Item>({ method: 'PATCH', path: recordPath(resource, required(id)), body })
}

/** Removes a record. One that was never saved is only forgotten by the screen: the server is not asked. */
async function remove(resource: string, record: { _id?: string }): Promise<TimedOut | undefined> {
  const id = record._id
  if (id === undefined) return undefined
  const outcome = await orFailure('failed to delete', () =>
    send({ method: 'DELETE', path: recordPath(resource, id) }),
  )
  return isTimedOut(outcome) ? outcome : undefined
}

/** The errors of a record by field, as the server sees them; nothing is written. */
async function validate(
  resource: string,
  record: object,
  signal?: AbortSignal,
): Promise<FieldErrors | TimedOut> {
  const body = prepareBody(record, knownFields(resource))
  const path = `${collectionPath(resource)}/validate`
  const answer = await ask<{ errors: FieldErrors }>({ method: 'POST', path, body, signal })
  return isTimedOut(answer) ? answer : answer.errors
}

/** Takes the browser to a file through its short-lived signed address. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

async function ask<Body>(call: Call): Promise<Body | TimedOut> {
  const answer = await send(call)
  return isTimedOut(answer) ? answer : (answer.body as Body)
}

async function askData<Data>(call: Call): Promise<Data | TimedOut> {
  const body = await ask<{ data: Data }>(call)
  return isTimedOut(body) ? body : body.data
}

function required(id: string | undefined): string {
  if (!id) throw new ApiError(0, 'Falta o identificador do registo.', { code: 'missingId' })
  return id
}

const running = new Map<string, AbortController>()

/** Aborts the request that is under way on the channel, and sends another with a signal that the next one aborts. */
async function replaceOlder<Answer>(
  channel: string,
  outer: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  running.get(channel)?.abort()
  const controller = new AbortController()
  running.set(channel, controller)
  try {
    return await request(outer ? AbortSignal.any([outer, controller.signal]) : controller.signal)
  } finally {
    if (running.get(channel) === controller) running.delete(channel)
  }
}
