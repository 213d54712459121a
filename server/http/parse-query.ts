import { parse, unescape } from 'node:querystring'

/**
 * Reads the query of an address, with a space for each U+0000: PostgreSQL stores that character neither in text nor in JSON, and
 * parameters that are no free text refuse a space.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const decodeURIComponent = (part: string) => unescape(part).replaceAll('\u0000', ' ')
  // Node ignores parameters beyond the thousandth unless told otherwise.
  return parse(text, '&', '=', { decodeURIComponent, maxKeys: 0 })
}
