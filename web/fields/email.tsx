import type { FieldFace } from './field-face.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const email: FieldFace = { Cell: textCell(plainText), toText: plainText, width: 15 }
