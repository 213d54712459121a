import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { checkbox } from './checkbox.tsx'
import { colour } from './colour.tsx'
import { datetime } from './datetime.tsx'
import type { FaceText, FieldFace, Values } from './field-face.ts'
import { file } from './file.tsx'
import { iban } from './iban.tsx'
import { image } from './image.tsx'
import { money } from './money.tsx'
import { nif } from './nif.tsx'
import { number } from './number.tsx'
import { reference } from './reference.tsx'
import { ChoiceCell, select } from './select.tsx'
import { tags } from './tags.tsx'
import { textCell } from './text-cell.tsx'
import { text } from './text.tsx'
import { plainText, texts } from './texts.ts'
import type { InputType } from '@agremia/resources/field-types.ts'

export type { FieldFace, Values } from './field-face.ts'

/** How each input type is shown; those that show more than a text have a file. A missing one is a compile error. Inputs are in `field-input.tsx`. */
const faces: Record<InputType, FieldFace> = {
  checkbox,
  colour,
  date: textFace(texts.date),
  datetime,
  email: textFace({ toText: plainText, width: 15 }),
  file,
  iban,
  image,
  money,
  nif,
  number,
  // Shows neither the password nor its length.
  password: textFace({ toText: (value) => (plainText(value) === '' ? '' : '••••••••'), width: 8 }),
  phone: textFace(texts.phone),
  postalCode: textFace({ toText: plainText, width: 7 }),
  radio: { Cell: ChoiceCell, ...texts.select },
  reference,
  select,
  tags,
  text,
  textarea: textFace({ toText: plainText, width: 18 }),
}

/** A face whose cell is the text. */
function textFace(face: FaceText): FieldFace {
  return { Cell: textCell(face.toText), ...face }
}

export function faceOf(field: FieldDescriptor): FieldFace {
  return faces[field.inputType]
}

/** A record's value of a field as text; empty without the field. */
export function fieldText(field: FieldDescriptor | undefined, record: Values): string {
  return field ? faceOf(field).toText(record[field.name], field, record) : ''
}
