import type { CheckedRow } from './kind.ts'

/**
 * Address, code and town: `4050-262 Porto`. Lines of an address are separated by commas. Codes of four digits, as before 1998, are accepted with a
 * warning of their rule.
 */
export function readAddress({ input }: CheckedRow): void {
  if (typeof input['address'] === 'string')
    input['address'] = input['address'].replaceAll(/[\s,]*\n[\s,]*/g, ', ')
  const text = String(input['postalCode'] ?? '').trim()
  const [, code, town] = /^(\d{4}(?:\s*[-–]?\s*\d{3})?)(?:[\s,]+(\D.*))?$/.exec(text) ?? []
  if (code === undefined) return
  if (town && !input['city']) input['city'] = town
  input['postalCode'] = code
}
