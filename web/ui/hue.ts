const hues = 18

/** Hue in degrees, derived from the name. */
export function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003
  return (sum % hues) * (360 / hues)
}
