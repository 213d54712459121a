/**
 * Escapes a text that a spreadsheet would run as a formula, with an apostrophe in front; other people may have typed it. Telephone
 * numbers with a country code are not escaped. Source: OWASP, CSV injection.
 */
export function harmlessText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^\+\d[\d ]*$/.test(text) ? `'${text}` : text
}
