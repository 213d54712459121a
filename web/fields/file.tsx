import type { FieldCellProps, FieldFace } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const file: FieldFace = { Cell: FileCell, toText, width: 8 }

function FileCell({ value }: FieldCellProps) {
  const address = plainText(value)
  if (address === '') return <Nothing />
  return (
    <a href={address} target="_blank" rel="noreferrer">
      Ver o documento
    </a>
  )
}

function toText(value: unknown): string {
  return plainText(value) === '' ? '' : 'Com documento'
}
