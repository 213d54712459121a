import type { QueryConfig } from 'pg'
import pg from 'pg'
import { sentText } from './sealed-text.ts'

/**
 * A connection whose parameters look encrypted only where this process encrypted them (`sentText`). A long list that a statement has several
 * times is sent once.
 */
export class TextClient extends pg.Client {
  // The driver has nine overloads, which its promises and types are computed from.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const [values] = rest
    if (Array.isArray(values)) rest[0] = sentValues(values)
    return super.query(withSentValues(config) as QueryConfig, ...(rest as []))
  }) as pg.Client['query']
}

function withSentValues(config: unknown): unknown {
  const { values } = config as Partial<QueryConfig>
  if (!Array.isArray(values)) return config
  const once = withoutRepeated(config as QueryConfig)
  const sent = sentValues(once.values ?? [])
  // Composed statements have a getter for their text.
  return sent === values ? config : { ...(config as QueryConfig), text: once.text, values: sent }
}

/** Lists shorter than this take less to send again than to look for. */
const longList = 1000

/** The statement with each of its long lists once. The text of a prepared one does not change. */
function withoutRepeated({ name, text, values = [] }: QueryConfig): Pick<QueryConfig, 'text' | 'values'> {
  const firstOf = values.map((value, index) =>
    Array.isArray(value) && value.length >= longList ? values.indexOf(value) : index,
  )
  const kept = [...new Set(firstOf)]
  if (name !== undefined || kept.length === values.length) return { text, values }
  const placeOf = (place: string) => kept.indexOf(firstOf[Number(place) - 1]!) + 1
  return {
    text: text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${placeOf(place)}`),
    values: kept.map((index) => values[index]),
  }
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
