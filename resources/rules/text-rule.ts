/**
 * What we know about one kind of text: how it is stored, what is wrong with it, and how people read it.
 * Emptiness is no business of a rule: whoever holds the field decides whether it may be empty.
 */
export interface TextRule {
  /** The stored form of what somebody typed; text that cannot be understood comes back trimmed. */
  normalize(input: string): string
  /** The message for a normalised value that must be refused, in Portuguese; undefined when it is good. */
  problem(value: string): string | undefined
  /** The message for a normalised value that is accepted but deserves a second look. */
  warning?(value: string): string | undefined
  /** The display form of a normalised value; a value that breaks the rule comes back as it is. */
  format(value: string): string
}

/** Upper-cases and drops what people put between groups of characters: spaces of any kind, dots and hyphens. */
export function compactText(input: string): string {
  return input
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cf}.\-‐‑‒–—]/gu, '')
    .toUpperCase()
}

/** Splits text in groups of the given sizes, joined by spaces; what is left over makes the last group. */
export function groupText(text: string, ...sizes: number[]): string {
  const groups: string[] = []
  let start = 0
  for (const size of sizes) {
    groups.push(text.slice(start, start + size))
    start += size
  }
  groups.push(text.slice(start))
  return groups.filter(Boolean).join(' ')
}
