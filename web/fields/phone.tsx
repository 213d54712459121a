import type { FieldFace } from './field-face.ts'
import { textCell } from './text-cell.tsx'
import { texts } from './texts.ts'

export const phone: FieldFace = { Cell: textCell(texts.phone.toText), ...texts.phone }
