import type { FieldFace } from './field-face.ts'
import { lazyInput } from './lazy-input.tsx'
import { ChoiceCell } from './select.tsx'
import { texts } from './texts.ts'

export const radio: FieldFace = {
  Input: lazyInput(() => import('./radio-input.tsx')),
  Cell: ChoiceCell,
  ...texts.select,
}
