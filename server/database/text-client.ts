import type { QueryConfig } from 'pg'
import pg from 'pg'
import { sentText } from './sealed-text.ts'

/** A connection whose parameters look encrypted only where this process encrypted them (`sentText`). */
export class TextClient extends pg.Client {
  // The driver has nine overloads, which its promises and types are computed from.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const [values] = rest
    if (Array.isArray(values)) rest[0] = sentValues(values)
    return super.query(withSentValues(config) as QueryConfig, ...(rest as []))
  }) as pg.Client['query']
}

function withSentValues(config: unknown): unknown {
  const { text, values } = config as Partial<QueryConfig>
  if (!Array.isArray(values)) return config
  const sent = sentValues(values)
  // Composed statements have a getter for their text.
  return sent === values ? config : { ...(config as QueryConfig), text, values: sent }
}

/** The same list when none changes. */
function sentValues(values: readonly unknown[]): readonly unknown[] {
  const sent = values.map(sentValue)
  return sent.every((value, index) => value === values[index]) ? values : sent
}

function sentValue(value: unknown): unknown {
  if (typeof value === 'string') return sentText(value)
  if (Array.isArray(value)) return sentValues(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date)
    return value
  // The driver sends objects as JSON.
  const json = JSON.stringify(value)
  const sent = sentText(json)
  return sent === json ? value : sent
}
