import type { FieldFace } from './field-face.ts'
import { lazyInput } from './lazy-input.tsx'
import { plainText, textCell } from './text-cell.tsx'

export const textarea: FieldFace = {
  Input: lazyInput(() => import('./textarea-input.tsx')),
  Cell: textCell(plainText),
  toText: plainText,
  width: 18,
}
