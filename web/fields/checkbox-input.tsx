import { Checkbox } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import classes from './fields.module.css'

export function CheckboxInput(props: FieldInputProps) {
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
