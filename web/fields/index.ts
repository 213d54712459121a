import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { checkbox } from './checkbox.tsx'
import { colour } from './colour.tsx'
import { date } from './date.tsx'
import { datetime } from './datetime.tsx'
import { email } from './email.tsx'
import type { FieldFace, Values } from './field-face.ts'
import { file } from './file.tsx'
import { iban } from './iban.tsx'
import { image } from './image.tsx'
import { money } from './money.tsx'
import { nif } from './nif.tsx'
import { number } from './number.tsx'
import { password } from './password.tsx'
import { phone } from './phone.tsx'
import { postalCode } from './postal-code.tsx'
import { radio } from './radio.tsx'
import { reference } from './reference.tsx'
import { select } from './select.tsx'
import { tags } from './tags.tsx'
import { text } from './text.tsx'
import { textarea } from './textarea.tsx'
import type { InputType } from '@agremia/resources/field-types.ts'

export type { FieldFace, Values } from './field-face.ts'

/** How each input type is shown. A missing one is a compile error. Inputs are in `field-input.tsx`. */
const faces: Record<InputType, FieldFace> = {
  checkbox,
  colour,
  date,
  datetime,
  email,
  file,
  iban,
  image,
  money,
  nif,
  number,
  password,
  phone,
  postalCode,
  radio,
  reference,
  select,
  tags,
  text,
  textarea,
}

export function faceOf(field: FieldDescriptor): FieldFace {
  return faces[field.inputType]
}

/** A record's value of a field as text; empty without the field. */
export function fieldText(field: FieldDescriptor | undefined, record: Values): string {
  return field ? faceOf(field).toText(record[field.name], field, record) : ''
}
