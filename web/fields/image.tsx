import type { FieldCellProps, FieldFace } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'
import classes from './fields.module.css'

export const image: FieldFace = { Cell: ImageCell, toText, width: 4 }

function ImageCell({ field, value }: FieldCellProps) {
  const source = plainText(value)
  if (source === '') return <Nothing />
  return <img className={classes.image} src={source} alt={field.label} />
}

function toText(value: unknown): string {
  return plainText(value) === '' ? '' : 'Com imagem'
}
