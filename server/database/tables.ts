import type { ColumnType, Generated } from 'kysely'
import type { TableOf } from '@agremia/resources/define-resource.ts'
import type { definitions } from '@agremia/resources/definitions/index.ts'

type Definitions = typeof definitions
type Snake<S extends string> = S extends `${infer H}${infer T}`
  ? H extends Lowercase<H>
    ? `${H}${Snake<T>}`
    : `_${Lowercase<H>}${Snake<T>}`
  : S

/** Tables that resources declare, under their snake-case names. Fields that live elsewhere are not selectable there. */
type Declared = { [N in keyof Definitions as Snake<N>]: TableOf<Definitions[N]> }

interface Internal {
  people: { photo_id: string | null; search_text: string }
  members: { search_text: string }
  member_balances: { as_of: string }
  users: { password_hash: string | null; token_generation: number }
  refresh_tokens: {
    id: string
    family_id: string
    user_id: string
    token_hash: Buffer
    created_at: string
    expires_at: string
    spent_at: string | null
    revoked_at: string | null
  }
  login_codes: {
    id: string
    user_id: string
    code_hash: Buffer
    created_at: string
    expires_at: string
    used_at: string | null
  }
  email_changes: { user_id: string; job_id: string; email: string; code_hash: Buffer; expires_at: string }
  login_attempts: { subject: string; failures: number; window_started_at: string }
  secrets: { name: string; value: Buffer }
  audit_events: {
    id: string
    at: string
    user_id: string | null
    user_name: string | null
    address: string | null
    resource: string
    record_id: string
    action: string
    changes: unknown
    rows: unknown
  }
  idempotency_keys: {
    key: string
    caller: string
    created_at: string
    request_hash: Buffer
    status: number | null
    body: string | null
  }
  stored_files: {
    id: string
    created_at: string
    media_type: string
    bytes: number
    width: number | null
    height: number | null
  }
  card_images: { id: string; unused_since: string | null }
  messages: {
    search_text: string
    sealed: Buffer | null
    had_secret: boolean
    attachments: unknown
    is_urgent: boolean
    sending_job: string | null
    withdrawn: boolean
  }
  receipt_runs: { id: string; created_at: string; payment_ids: string[] }
  cash_sheet_payments: { cash_sheet_id: string; payment_id: string }
  charge_notices: { message_id: string; unsettled_payment_id: string; step: number }
  message_batches: { search_text: string }
  payment_message: { search_text: string }
  message_batch_people: {
    batch_id: string
    person_id: string
    member_id: string
    charge_ids: string[] | null
    outcome: string | null
  }
  message_pace: { name: string; next_at: string }
}

/** Rows of every table by name, for the query builder. */
type Writable<T> = { [K in keyof T]: ColumnOf<K, T[K]> }
type ColumnOf<K, V> = K extends 'created_at' | 'updated_at' | 'version' | 'search_text' | 'token_generation'
  ? Generated<V>
  : null extends V
    ? ColumnType<V, V | undefined, V>
    : V

export type Tables = {
  [N in keyof Declared | keyof Internal]: Writable<
    (N extends keyof Declared ? Declared[N] : unknown) & (N extends keyof Internal ? Internal[N] : unknown)
  >
}
