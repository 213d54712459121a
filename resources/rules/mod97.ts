/**
 * Remainder of a string of digits divided by 97, of any length: taken in blocks, since twenty digits do not fit
 * a floating-point number. Source: ISO 7064 MOD 97-10.
 */
export function mod97(digits: string): number {
  let rest = 0
  for (let start = 0; start < digits.length; start += 7) {
    const block = digits.slice(start, start + 7)
    rest = (rest * 10 ** block.length + Number(block)) % 97
  }
  return rest
}

/** The two check digits that make `digits` followed by them leave a remainder of 1. */
export function mod97CheckDigits(digits: string): string {
  return String(98 - mod97(`${digits}00`)).padStart(2, '0')
}

/** Writes each letter as two digits, A = 10 to Z = 35, as IBAN and SEPA creditor identifiers do. */
export function lettersToDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
}
