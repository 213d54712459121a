const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The words of a text that is kept as HTML of a few elements, on one line. */
export function htmlWords(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|li|h\d|blockquote|div)>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,5})|(\w+));/g, (whole, code?: string, name = '') =>
      code === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}
