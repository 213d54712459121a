import type { FieldFace } from './field-face.ts'
import { lazyInput } from './lazy-input.tsx'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const textarea: FieldFace = {
  Input: lazyInput(() => import('./textarea-input.tsx')),
  Cell: textCell(plainText),
  toText: plainText,
  width: 18,
}
