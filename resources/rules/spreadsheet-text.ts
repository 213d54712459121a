/**
 * A spreadsheet runs a text that begins like a formula, and what people typed may have been typed by somebody else. An
 * apostrophe in front makes it a text. A number with its country code is no formula. Source: OWASP, CSV injection.
 */
export function harmlessText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^\+\d[\d ]*$/.test(text) ? `'${text}` : text
}
