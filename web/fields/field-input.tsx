import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { CheckboxInput } from './checkbox-input.tsx'
import { ColourInput } from './colour-input.tsx'
import { DateInput } from './date-input.tsx'
import { DateTimeInput } from './datetime-input.tsx'
import { EmailInput } from './email-input.tsx'
import type { FieldInputProps } from './field-face.ts'
import { FileInput } from './file-input.tsx'
import { IbanInput } from './iban-input.tsx'
import { ImageInput } from './image-input.tsx'
import { type InputWithCode, lazyInput } from './lazy-input.tsx'
import { MoneyInput } from './money-input.tsx'
import { NifInput } from './nif-input.tsx'
import { NumberInput } from './number-input.tsx'
import { PhoneInput } from './phone-input.tsx'
import { PostalCodeInput } from './postal-code-input.tsx'
import { TextInput } from './text-input.tsx'
import type { InputType } from '@agremia/resources/field-types.ts'

/** The input of each input type. A missing one is a compile error. */
const inputs: Record<InputType, InputWithCode> = {
  checkbox: CheckboxInput,
  colour: ColourInput,
  date: DateInput,
  datetime: DateTimeInput,
  email: EmailInput,
  file: FileInput,
  iban: IbanInput,
  image: ImageInput,
  money: MoneyInput,
  nif: NifInput,
  number: NumberInput,
  password: lazyInput(() => import('./password-input.tsx')),
  phone: PhoneInput,
  postalCode: PostalCodeInput,
  radio: lazyInput(() => import('./radio-input.tsx')),
  reference: lazyInput(() => import('./reference-input.tsx')),
  select: lazyInput(() => import('./select-input.tsx')),
  tags: lazyInput(() => import('./tags-input.tsx')),
  text: TextInput,
  // Three lines.
  textarea: lazyInput(() => import('./textarea-input.tsx'), '4.5625rem'),
}

/** The input of a field. Lists do not import it: they show values only. */
export function FieldInput(props: FieldInputProps) {
  const Input = inputs[props.field.inputType]
  return <Input {...props} />
}

/** Loads the code of the inputs of these fields, for a dialog that must open without a network. */
export function loadInputs(fields: FieldMap): void {
  for (const { inputType } of Object.values(fields)) void inputs[inputType].load?.().catch(() => undefined)
}
