const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** First and last word, particles skipped. */
function endsOf(name: string): string[] {
  const words = name.split(/\s+/).filter((word) => word !== '' && !particles.has(word.toLowerCase()))
  return words.length > 1 ? [words[0] ?? '', words.at(-1) ?? ''] : words
}

/** António Luís Gonçalves → António Gonçalves. */
export function firstAndLastName(name: string): string {
  return endsOf(name).join(' ')
}

/** António Luís Gonçalves → AG. */
export function initialsOf(name: string): string {
  return endsOf(name)
    .map((word) => [...word][0]?.toLocaleUpperCase('pt-PT') ?? '')
    .join('')
}

const hues = 18

/** Hue in degrees, derived from the name. */
export function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003
  return (sum % hues) * (360 / hues)
}
