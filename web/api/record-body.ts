import type { Explainer, FieldMap } from '@agremia/resources/descriptor.ts'
import { toEuros, parseAmount } from '@agremia/resources/rules/amount.ts'

export type RecordBody = Record<string, unknown>

/**
 * The record in wire form: typed texts of `float32` and `int32` fields become numbers, empty ones null; `_k` (a
 * key of the screen) is dropped. A text that is not a whole number or amount is sent as typed, so that the
 * server rejects it: parsing only its beginning would store another number.
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
  return (type === 'int32' ? readInteger(text) : readDecimal(text)) ?? value
}

function readInteger(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text) ? Number.parseInt(text, 10) : undefined
}

/** Amounts are the only decimals: `1.234,56 €` and `1234.56` → 1234.56. */
function readDecimal(text: string): number | undefined {
  const cents = parseAmount(text)
  return cents === undefined ? undefined : toEuros(cents)
}

let fieldsByResource: Record<string, FieldMap> = {}

/** Stores the explainer's fields for code outside of components. */
export function storeFields(explainer: Explainer): void {
  fieldsByResource = explainer.data
}

export function storedFields(resource: string): FieldMap | undefined {
  return fieldsByResource[resource]
}
