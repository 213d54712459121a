import { Image, Input } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'

/** Shows the current image; uploads have an endpoint and dialog of their own. */
export function ImageInput({ field, value, ...rest }: FieldInputProps) {
  const { label, description, error } = fieldFrame({ field, value, ...rest })
  const source = plainText(value)
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      {source === '' ? <Nothing /> : <Image src={source} alt={field.label} radius="md" w="4.5rem" />}
    </Input.Wrapper>
  )
}
