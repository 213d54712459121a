/** A text of a request's body, or an empty text; without U+0000, which PostgreSQL rejects. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : ''
}
