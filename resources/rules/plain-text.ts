const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The text in which each character reference of HTML or SGML is decoded once: `&amp;lt;` is `&lt;`. Unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

/** Returns the text of simple HTML on one line. */
export function htmlToText(html: string): string {
  const text = html.replace(/<br\s*\/?>|<\/(?:p|li|h\d|blockquote|div)>/gi, ' ').replace(/<[^>]*>/g, '')
  return decodeEntities(text).replace(/\s+/g, ' ').trim()
}

/**
 * Escapes a text that a spreadsheet would run as a formula, with an apostrophe in front; other people may have typed it. Source: OWASP, CSV
 * injection. Of telephone numbers, `+351912345678` is escaped too, since it becomes a number without its plus; `+351 912 345 678`, as exports write
 * them, stays a text and needs no apostrophe, which people would see.
 */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^\+\d+( \d+)+$/.test(text) ? `'${text}` : text
}

/** The text that was escaped by `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text
}
