import { IconCheck } from '@tabler/icons-react'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { Nothing } from './text-cell.tsx'

export const checkbox: FieldFace = { Cell: CheckboxCell, toText, width: 7 }

function CheckboxCell({ value }: FieldCellProps) {
  if (value !== true) return <Nothing />
  return (
    <>
      <IconCheck size="1.125rem" aria-hidden />
      <span className="visually-hidden">Sim</span>
    </>
  )
}

function toText(value: unknown): string {
  if (typeof value !== 'boolean') return ''
  return value ? 'Sim' : 'Não'
}
