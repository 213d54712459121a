const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Returns the text of simple HTML on one line. */
export function htmlToText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|li|h\d|blockquote|div)>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,5})|(\w+));/g, (whole, code?: string, name = '') =>
      code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Escapes a text that a spreadsheet would run as a formula, with an apostrophe in front; other people may have typed it. Telephone
 * numbers with a country code are not escaped. Source: OWASP, CSV injection.
 */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^\+\d[\d ]*$/.test(text) ? `'${text}` : text
}

/** The text that was escaped by `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text
}
