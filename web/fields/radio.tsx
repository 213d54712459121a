import type { FieldFace } from './field-face.ts'
import { lazyInput } from './lazy-input.tsx'
import { ChoiceCell, choiceText } from './select.tsx'

export const radio: FieldFace = {
  Input: lazyInput(() => import('./radio-input.tsx')),
  Cell: ChoiceCell,
  toText: choiceText,
  width: 10,
}
