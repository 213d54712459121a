import pg from 'pg'
import { openJson, openText } from './sealed-text.ts'

/**
 * Type parsers of our pools; `pg`'s global ones are unchanged. Whole numbers and numerics as numbers, dates as PostgreSQL's text (a day
 * has no time zone), timestamps as ISO 8601 with milliseconds, JSON parsed, encrypted texts decrypted.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format)
  },
}

/** Converts `2026-03-01 09:30:00.25+00` to `2026-03-01T09:30:00.250Z`. Infinite values stay unchanged. */
export function toIsoMoment(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return text
  const fraction = text.length > 22 ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the whole numbers that are exact`)
  return value
}

const asText = (text: string) => text

type Parse = (text: string) => unknown

/** pg-types exports it without types. */
const { arrayParser } = pg.types as unknown as {
  arrayParser: { create(source: string, parse: Parse): { parse(): unknown } }
}

/** Type OID, OID of its array type, parser. */
const SCALARS: [type: number, array: number, parse: Parse][] = [
  [20, 1016, toSafeInteger], // int8
  [25, 1009, openText], // text
  [114, 199, (text) => JSON.parse(openJson(text))], // json
  [3802, 3807, (text) => JSON.parse(openJson(text))], // jsonb
  [1700, 1231, Number], // numeric
  [1082, 1182, asText], // date
  [1083, 1183, asText], // time
  [1114, 1115, asText], // timestamp
  [1184, 1185, toIsoMoment], // timestamptz
]

const PARSERS = new Map<number, Parse>(
  SCALARS.flatMap(([type, array, parse]) => [
    [type, parse],
    [array, (source: string) => arrayParser.create(source, parse).parse()],
  ]),
)
