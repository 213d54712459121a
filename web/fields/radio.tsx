import type { FieldFace } from './field-face.ts'
import { ChoiceCell } from './select.tsx'
import { texts } from './texts.ts'

export const radio: FieldFace = {
  Cell: ChoiceCell,
  ...texts.select,
}
