import type { FieldFace } from './field-face.ts'
import { lazyInput } from './lazy-input.tsx'
import { textCell } from './text-cell.tsx'

export const password: FieldFace = {
  Input: lazyInput(() => import('./password-input.tsx')),
  Cell: textCell(toText),
  toText,
  width: 8,
}

/** Never shows the password or its length. */
function toText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? '••••••••' : ''
}
