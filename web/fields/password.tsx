import type { FieldFace } from './field-face.ts'
import { textCell } from './text-cell.tsx'

export const password: FieldFace = {
  Cell: textCell(toText),
  toText,
  width: 8,
}

/** Never shows the password or its length. */
function toText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? '••••••••' : ''
}
