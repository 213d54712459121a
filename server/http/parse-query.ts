import { parse, unescape } from 'node:querystring'

/**
 * Parses a query string. Replaces U+0000 by a space: PostgreSQL stores that character neither in text nor in JSON, and parameters that
 * are not free text reject a space.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const decodeURIComponent = (part: string) => unescape(part).replaceAll('\u0000', ' ')
  // By default Node ignores parameters after the thousandth.
  return parse(text, '&', '=', { decodeURIComponent, maxKeys: 0 })
}
