import type { ColumnKind } from '@agremia/resources/fields.ts'
import type { Sql } from '../database/sql.ts'
import { openJson, openText } from '../database/sealed-text.ts'
import { sql } from '../database/sql.ts'

/** Converts PostgreSQL's text form of a value to JSON text directly, without building the value. */
export type ToJson = (raw: string) => string

const quoted: ToJson = (raw) => JSON.stringify(raw)
const asIs: ToJson = (raw) => raw
const plain: ToJson = (raw) => `"${raw}"`

/** `2026-03-07 14:05:00.123456+00` → `"2026-03-07T14:05:00.123Z"`. Connections run in UTC. */
const instant: ToJson = (raw) => {
  const dot = raw.indexOf('.')
  const zone = raw.lastIndexOf('+')
  const milliseconds =
    dot < 0
      ? '000'
      : raw
          .slice(dot + 1, zone)
          .padEnd(3, '0')
          .slice(0, 3)
  return `"${raw.slice(0, 10)}T${raw.slice(11, 19)}.${milliseconds}Z"`
}

/** Cents to euros with two decimals, without floats: `-5` → `-0.05`. */
const cents: ToJson = (raw) => {
  const negative = raw.startsWith('-')
  const digits = (negative ? raw.slice(1) : raw).padStart(3, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const toJson: Record<ColumnKind, ToJson> = {
  text: quoted,
  integer: asIs,
  cents,
  boolean: (raw) => (raw === 't' ? 'true' : 'false'),
  date: plain,
  instant,
  uuid: plain,
  list: asIs,
  json: asIs,
}

/** The expression to select so that its text form suits `toJson`. */
export function selectable(kind: ColumnKind, expression: Sql): Sql {
  return kind === 'list' ? sql`to_json(${expression})` : expression
}

const rawParsers = new Map<number, ToJson>([
  [25, openText],
  [114, openJson],
  [3802, openJson],
])

/** Type parsers that leave every value as PostgreSQL's text, with encrypted texts decrypted. */
export const rawTypes = { getTypeParser: (oid: number) => rawParsers.get(oid) ?? asIs } as never
