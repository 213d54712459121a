import type { FieldMap } from '@agremia/resources/descriptor.ts'

export type RecordBody = Record<string, unknown>

/**
 * The record as it is sent: `float32` fields as decimals, `int32` fields as base-10 integers, empty ones as null,
 * and nothing that only the screen knows. What cannot be read as a number goes as it is, for the server to refuse
 * by name.
 */
export function prepareBody(record: object, fields: FieldMap | undefined): RecordBody {
  const body: RecordBody = {}
  for (const [name, value] of Object.entries(record)) {
    if (name === '_k') continue
    body[name] = convert(value, fields?.[name]?.type)
  }
  return body
}

function convert(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string' || (type !== 'float32' && type !== 'int32')) return value
  const text = value.trim()
  if (text === '') return null
  const number = type === 'int32' ? Number.parseInt(text, 10) : Number.parseFloat(decimalPoint(text))
  return Number.isNaN(number) ? value : number
}

/** `1.234,50` and `1 234,50` → `1234.50`; `1234.5` stays. */
function decimalPoint(text: string): string {
  const compact = text.replaceAll(/[\s\u00A0\u202F]/g, '')
  return compact.includes(',') ? compact.replaceAll('.', '').replace(',', '.') : compact
}
