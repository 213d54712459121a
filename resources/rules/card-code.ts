/** Crockford's base 32: no letter that is read as a number or as another letter. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

/**
 * The code of a card in what a camera, a reader or a hand gives: the code itself, grouped or not, in any case, or the address
 * that ends in it. O is read as 0, I and L as 1. Undefined when it is none.
 */
export function readCardCode(given: string): string | undefined {
  const written = given.trim().slice(0, 300)
  const last = /\/v\/([^/?#]+)\/?(?:[?#].*)?$/i.exec(written)?.[1] ?? written
  const code = last
    .toUpperCase()
    .replace(/[\s\-‐–]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined
}

/** As it is printed: `7K3M-9QX2-VT4D`. */
export function formatCardCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** A code from twelve random bytes, five bits of each: 60 random bits. */
export function cardCodeOf(random: Uint8Array): string {
  return Array.from(random.subarray(0, length), (byte) => letters[byte & 31]).join('')
}
