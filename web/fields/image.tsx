import { Image } from '@mantine/core'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const image: FieldFace = { Cell: ImageCell, toText, width: 4 }

function ImageCell({ field, value }: FieldCellProps) {
  const source = plainText(value)
  if (source === '') return <Nothing />
  return <Image src={source} alt={field.label} radius="sm" h="1.75rem" w="auto" />
}

function toText(value: unknown): string {
  return plainText(value) === '' ? '' : 'Com imagem'
}
