/**
 * Normalisation, validation and formatting of one kind of text. Rules are not called for empty values; the field decides whether it
 * may be empty.
 */
export interface TextRule {
  /** Converts input to the stored form; input that it does not understand is returned trimmed. */
  normalize(input: string): string
  /** The error message of a normalised value, in Portuguese; undefined when it is valid. */
  problem(value: string): string | undefined
  /** The warning of a normalised value that is accepted but suspicious. */
  warning?(value: string): string | undefined
  /** Formats a normalised value for display; invalid values are returned unchanged. */
  format(value: string): string
}

/** Converts to upper case and removes separators: spaces of any kind, dots and hyphens. */
export function compactText(input: string): string {
  return input
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cf}.\-‐‑‒–—]/gu, '')
    .toUpperCase()
}

/** Splits text into groups of the given sizes, separated by spaces; the remainder is the last group. */
export function groupText(text: string, ...sizes: number[]): string {
  let grouped = ''
  let start = 0
  for (const size of sizes) {
    grouped += text.slice(start, start + size)
    start += size
    if (start < text.length) grouped += ' '
  }
  return grouped + text.slice(start)
}
