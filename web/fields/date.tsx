import type { FieldFace } from './field-face.ts'
import { textCell } from './text-cell.tsx'
import { texts } from './texts.ts'

export const date: FieldFace = { Cell: textCell(texts.date.toText), ...texts.date }
