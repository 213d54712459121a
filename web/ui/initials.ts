const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** First and last word, particles skipped: António Luís Gonçalves → AG. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !particles.has(word.toLowerCase()))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('pt-PT') ?? '').join('')
}

const hues = 18

/** Hue in degrees, derived from the name. */
export function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003
  return (sum % hues) * (360 / hues)
}
