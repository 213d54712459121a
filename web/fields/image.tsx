import { Image, Input } from '@mantine/core'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const image: FieldFace = { Input: ImageInput, Cell: ImageCell, toText, width: 4 }

/** Shows the current image; uploads have an endpoint and dialog of their own. */
function ImageInput({ field, value, ...rest }: FieldInputProps) {
  const { label, description, error } = fieldFrame({ field, value, ...rest })
  const source = plainText(value)
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      {source === '' ? <Nothing /> : <Image src={source} alt={field.label} radius="md" w="4.5rem" />}
    </Input.Wrapper>
  )
}

function ImageCell({ field, value }: FieldCellProps) {
  const source = plainText(value)
  if (source === '') return <Nothing />
  return <Image src={source} alt={field.label} radius="sm" h="1.75rem" w="auto" />
}

function toText(value: unknown): string {
  return plainText(value) === '' ? '' : 'Com imagem'
}
