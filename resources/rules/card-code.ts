/** Base 32 of Crockford: without letters that are easily confused. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

/**
 * Reads a card code from a scanner or from typed text: the code, grouped or not, in upper or lower case, or a URL that ends with
 * it. Reads O as 0, I and L as 1. Undefined when it is not a code.
 */
export function readCardCode(input: string): string | undefined {
  const text = input.trim().slice(0, 300)
  const last = /\/v\/([^/?#]+)\/?(?:[?#].*)?$/i.exec(text)?.[1] ?? text
  const code = last
    .toUpperCase()
    .replace(/[\s\-‐–]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined
}

/** Formats a card code for print: `7K3M-9QX2-VT4D`. */
export function formatCardCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Makes a card code of twelve random bytes, with five bits of each: 60 random bits. */
export function cardCodeOf(random: Uint8Array): string {
  return Array.from(random.subarray(0, length), (byte) => letters[byte & 31]).join('')
}
