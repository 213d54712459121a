/**
 * Returns the remainder of a string of digits divided by 97. Computed in blocks, since long numbers exceed the precision of floats.
 * Source: ISO 7064 MOD 97-10.
 */
export function mod97(digits: string): number {
  let rest = 0
  for (let start = 0; start < digits.length; start += 7) {
    const block = digits.slice(start, start + 7)
    rest = (rest * 10 ** block.length + Number(block)) % 97
  }
  return rest
}

/** Returns the two check digits that give `digits` a remainder of 1 when appended. */
export function mod97CheckDigits(digits: string): string {
  return String(98 - mod97(`${digits}00`)).padStart(2, '0')
}

/** Replaces letters by two digits, A = 10 to Z = 35, as in IBAN and SEPA creditor identifiers. */
export function lettersToDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
}
