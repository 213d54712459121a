import type { CheckedRow } from './kind.ts'

/** `4050-262 Porto`: code and town. Codes of four digits, as before 1998, are accepted with a warning of their rule. */
export function readPostalCode({ input }: CheckedRow): void {
  const text = String(input['postalCode'] ?? '').trim()
  const [, code, town] = /^(\d{4}(?:\s*[-–]?\s*\d{3})?)(?:[\s,]+(\D.*))?$/.exec(text) ?? []
  if (code === undefined) return
  if (town && !input['city']) input['city'] = town
  input['postalCode'] = code
}
