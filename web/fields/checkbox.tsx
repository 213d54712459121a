import { Checkbox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { Nothing } from './text-cell.tsx'
import classes from './fields.module.css'

export const checkbox: FieldFace = { Input: CheckboxInput, Cell: CheckboxCell, toText, width: 7 }

function CheckboxInput(props: FieldInputProps) {
  const { inputWrapperOrder: _order, withAsterisk: _mark, readOnly, ...frame } = fieldFrame(props)
  return (
    <div className={classes.checkbox}>
      <Checkbox
        {...frame}
        checked={props.value === true}
        disabled={readOnly}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
        onBlur={props.onBlur}
      />
    </div>
  )
}

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
