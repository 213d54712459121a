import type { ResourceName, ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { ApiError, isApiError, withFailureName, type FieldErrors } from './api-error.ts'
import { idempotencyKey, settleKey } from './idempotency.ts'
import { prepareBody, storedFields } from './record-body.ts'
import { collectionPath, type ListParams, listPath, type Parent } from './resource-paths.ts'
import { storeListSize } from './browser-storage.ts'
import { replaceSession } from './refresh.ts'
import { send, type Call } from './send.ts'
import { isTimedOut, type TimedOut } from './timeout.ts'
import type { Tokens } from './tokens.ts'
import { upload } from './upload.ts'

export { ApiError, errorText, isApiError, type FieldErrors } from './api-error.ts'
export { isTimedOut, timedOut, type TimedOut } from './timeout.ts'
export type { FieldName, ListParams, Parent } from './resource-paths.ts'

/** Any record. Stored ones have `_id`, `_created_at`, `_updated_at` and `_version`. */
export interface ApiRecord {
  _id?: string
  _created_at?: string
  _updated_at?: string
  _version?: number
  /** Of the answer of a write: why messages that it wrote are held. */
  _warning?: string
  [field: string]: unknown
}

/** A record that is stored on the server. */
export interface StoredRecord extends ApiRecord {
  _id: string
}

/** A record of the resource, with its fields when the name is known. */
export type RecordFor<Name extends string> = Name extends ResourceName ? ResourceRecord<Name> : StoredRecord

export interface ListPage<Item = StoredRecord> {
  data: Item[]
  /** `sums`: totals of the whole search, in euros, of the fields declared `summed`. */
  meta: { total: number; page: number; limit: number; sums?: Record<string, number> }
}

interface CreateOptions {
  parent?: Parent
  idempotencyKey?: string
}

/** Client of the API. Every call may resolve to `timedOut`, which is not an error. */
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
  get: <Body>(path: string, signal?: AbortSignal) => request<Body>({ method: 'GET', path, signal }),
  post: <Body>(path: string, body?: unknown, timeout?: number) =>
    request<Body>({ method: 'POST', path, body, timeout }),
  /** A POST that ends the sessions of the account; if it was sent in one of them, its new tokens are stored. */
  replaceSession: (path: string, body: unknown) =>
    replaceSession(() =>
      request<Partial<Tokens> | undefined>({ method: 'POST', path, body, replacesSession: true }),
    ),
}

/** Reads a page of a list. Returns an empty page on 404. */
async function list<Name extends string>(
  resource: Name,
  params: ListParams<Name> = {},
  signal?: AbortSignal,
): Promise<ListPage<RecordFor<Name>> | TimedOut> {
  if (params.limit === undefined) storeListSize()
  const path = listPath(resource, params)
  const page = await nullIfMissing(() => request<ListPage<RecordFor<Name>>>({ method: 'GET', path, signal }))
  return page ?? { data: [], meta: { total: 0, page: 1, limit: 0 } }
}

/** Reads a record. Returns null when it does not exist or is hidden from the role. */
async function read<Name extends string, Details = unknown>(
  resource: Name,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<(RecordFor<Name> & Details) | null | TimedOut> {
  const path = recordPath(resource, required(id))
  return nullIfMissing(() =>
    withFailureName('Could not read item', () =>
      requestData<RecordFor<Name> & Details>({ method: 'GET', path, signal }),
    ),
  )
}

/** What `read` resolves to, or null when it does not exist (404). */
export async function nullIfMissing<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read()
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null
    throw error
  }
}

/**
 * Creates a record. A retry after a lost answer has the same idempotency key, so that it creates no second
 * record.
 */
async function create<Name extends string>(
  resource: Name,
  record: object,
  options: CreateOptions = {},
): Promise<RecordFor<Name> | TimedOut> {
  const path = collectionPath(resource, options.parent)
  const fields = storedFields(resource)
  const body = prepareBody(record, fields)
  const isSecret = Object.keys(body).some((name) => fields?.[name]?.inputType === 'password')
  const key = options.idempotencyKey ?? idempotencyKey(path, body, isSecret)
  const created = await postOnce<Answer<RecordFor<Name>>>(path, body, key)
  return isTimedOut(created) ? created : dataOf(created)
}

/** Posts an action. A retry after a lost answer has the same idempotency key, so that the action runs once. */
function act<Body>(path: string, body?: unknown, key?: string): Promise<Body | TimedOut> {
  return postOnce<Body>(path, body, key ?? idempotencyKey(path, body))
}

async function postOnce<Body>(path: string, body: unknown, key: string): Promise<Body | TimedOut> {
  try {
    const answer = await request<Body>({ method: 'POST', path, body, headers: { 'idempotency-key': key } })
    if (!isTimedOut(answer)) settleKey(key)
    return answer
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500) settleKey(key)
    throw error
  }
}

/** Replaces the whole record (PUT). */
async function update<Name extends string>(
  resource: Name,
  record: ApiRecord,
): Promise<RecordFor<Name> | TimedOut> {
  const body = prepareBody(record, storedFields(resource))
  return requestData<RecordFor<Name>>({
    method: 'PUT',
    path: recordPath(resource, required(record._id)),
    body,
  })
}

/** Changes only the given fields (PATCH). */
async function modify<Name extends string>(
  resource: Name,
  id: string | undefined,
  fields: object,
): Promise<RecordFor<Name> | TimedOut> {
  const body = prepareBody(fields, storedFields(resource))
  return requestData<RecordFor<Name>>({ method: 'PATCH', path: recordPath(resource, required(id)), body })
}

/** Deletes a record. Sends nothing for a record without an id, which exists only on the screen. */
async function remove(resource: string, record: { _id?: string }): Promise<TimedOut | undefined> {
  const id = record._id
  if (id === undefined) return undefined
  const outcome = await withFailureName('failed to delete', () =>
    send({ method: 'DELETE', path: recordPath(resource, id) }),
  )
  return isTimedOut(outcome) ? outcome : undefined
}

/** Returns the server's validation errors by field; stores nothing. */
async function validate(
  resource: string,
  record: object,
  signal?: AbortSignal,
): Promise<FieldErrors | TimedOut> {
  const body = prepareBody(record, storedFields(resource))
  const path = `${collectionPath(resource)}/validate`
  const answer = await request<{ errors: FieldErrors }>({ method: 'POST', path, body, signal })
  return isTimedOut(answer) ? answer : answer.errors
}

/** Downloads a file by its short-lived signed URL. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

async function request<Body>(call: Call): Promise<Body | TimedOut> {
  const answer = await send(call)
  return isTimedOut(answer) ? answer : (answer.body as Body)
}

async function requestData<Data>(call: Call): Promise<Data | TimedOut> {
  const body = await request<Answer<Data>>(call)
  return isTimedOut(body) ? body : dataOf(body)
}

/** The body of an answer. */
export interface Answer<Data> {
  data: Data
  /** Why messages that the write wrote are held. */
  warning?: string
}

/** The record of an answer, with its warning. */
export function dataOf<Data>({ data, warning }: Answer<Data>): Data {
  return warning === undefined ? data : { ...data, _warning: warning }
}

function required(id: string | undefined): string {
  if (!id) throw new ApiError(0, 'Falta o identificador do registo.', { code: 'missingId' })
  return id
}
