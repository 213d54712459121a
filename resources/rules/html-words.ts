const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Returns the text of simple HTML on one line. */
export function htmlWords(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|li|h\d|blockquote|div)>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,5})|(\w+));/g, (whole, code?: string, name = '') =>
      code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}
